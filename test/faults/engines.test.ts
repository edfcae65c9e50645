/**
 * The fault matrix of engines: whatever an engine does, to one job and to twenty at once, the job ends as the table
 * says, with the money in the table, and the service asks its engine to start it as often as the table says.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeEngine } from '../../server/compute-jobs/engines/engine.ts';
import {
  type EnvironmentCatalog,
  JAVASCRIPT,
} from '../../server/compute-jobs/engines/environments.ts';
import { type ComputeJobTypes, createComputeJobResource } from '../../server/compute-jobs/index.ts';
import { type ComputeProvider, createComputeProvider } from '../../server/compute-jobs/provider.ts';

import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { Registry } from '../../server/providers/provider.ts';
import { faultsInBooks } from '../support/books.ts';
import { COMPUTE_LIMITS } from '../support/compute-upstream.ts';
import { COMPUTE_JOBS, type TestKind } from '../support/kinds.ts';
import { balances, startTestRuns } from '../support/model-runs.ts';
import { ENGINE_FAULTS, type EngineFault, endedWell, TIMEOUT_MS } from './engines.ts';

const COUNTS = [1, 20];
const LANES = 6;
const MONEY = 1_000_000_000;

const slugOf = ({ name }: EngineFault) => name.replaceAll(/\W+/g, '-').toLowerCase();
const IDS = ENGINE_FAULTS.map(slugOf);

/** Each fault has its own engine, so that a full one does not hold up the others. */
const offered = (id: string) => ({
  ...{ ...JAVASCRIPT, id, engine: id, isolation: 'wasm' as const },
  billedTime: 'wall' as const,
});
const CATALOG: EnvironmentCatalog = {
  get: (id) => (IDS.includes(id) ? offered(id) : undefined),
  list: () => IDS.map(offered),
  refresh: async () => {},
};

const KIND: TestKind<ComputeJobTypes> = {
  ...COMPUTE_JOBS,
  offer: (kernel, { registry, unit }) =>
    kernel.offer(
      createComputeJobResource({
        ...{ catalog: CATALOG, unit, limits: COMPUTE_LIMITS },
        registry: registry as unknown as Registry<ComputeProvider>,
      }),
    ),
};

/** How often the engine got each request for each job. */
const counts = new Map<string, number>();
function count(what: string, jobId: string): number {
  const now = (counts.get(`${what} ${jobId}`) ?? 0) + 1;
  counts.set(`${what} ${jobId}`, now);
  return now;
}

function providerOf(fault: EngineFault): Provider {
  const engine: ComputeEngine = {
    ...{ name: slugOf(fault), isolation: 'wasm' },
    async start({ jobId }) {
      const tried = count('start', jobId);
      return fault.start?.(tried) ?? { kind: 'started' };
    },
    async inspect(jobId, signal) {
      const status = fault.inspect?.(count('inspect', jobId)) ?? endedWell();
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('it took too long')));
      });
      return Promise.race([status, aborted]);
    },
    async logs(jobId) {
      fault.reads?.(count('read', jobId));
      return new Uint8Array();
    },
    artifact: async () => undefined,
    cancel: async () => {},
    remove: async () => {},
    list: async () => [],
    close: async () => {},
  };
  const outputs = {
    read: async () => undefined,
    async save({ owner }: { owner: string }) {
      fault.saves?.(count('save', owner));
    },
  };
  const workspaceOf = async () => 'any';
  return createComputeProvider({
    ...{ engine, outputs, workspaceOf, countOutputs: async () => {} },
    ...{ maxInFlight: 64, log: { warn() {} } },
  }) as unknown as Provider;
}

let t: Awaited<ReturnType<typeof startTestRuns<ComputeJobTypes>>>;
let runs: (typeof t)['runs'];
const playing = new Map<string, PromiseWithResolvers<Awaited<ReturnType<typeof play>>>>();
const table: Record<string, Record<string, unknown>> = {};

beforeAll(async () => {
  t = await startTestRuns<ComputeJobTypes>(KIND);
  const times = { reconcileGraceMs: 300, reconcileDeadlineMs: 3_000, priceDeadlineMs: 3_000 };
  const providers = ENGINE_FAULTS.map(providerOf);
  runs = t.build({
    registry: createRegistry(providers),
    times: { ...times, runDeadlineMs: 120_000 },
  });
  await t.startWorker({ work: runs, leaseMs: 20_000 });
  await t.listen();
  const plays = COUNTS.flatMap((many) => ENGINE_FAULTS.map((fault) => ({ fault, many }))).values();
  for (let lane = 0; lane < LANES; lane++) void playInTurn(plays);
});
afterAll(async () => {
  console.table(table);
  await t.close();
});

async function playInTurn(plays: Iterator<{ fault: EngineFault; many: number }>): Promise<void> {
  for (let next = plays.next(); !next.done; next = plays.next()) {
    const { fault, many } = next.value;
    const result = resultOf(fault, many);
    await play(fault, many).then(result.resolve, result.reject);
  }
}

function resultOf(fault: EngineFault, many: number) {
  const key = `${fault.name} ${many}`;
  const known = playing.get(key) ?? Promise.withResolvers<Awaited<ReturnType<typeof play>>>();
  known.promise.catch(() => {});
  playing.set(key, known);
  return known;
}

async function play(fault: EngineFault, many: number) {
  const principal = await t.tenant(MONEY);
  const body = KIND.request(slugOf(fault), { timeoutSeconds: TIMEOUT_MS / 1_000 });
  const created = await Promise.all(
    Array.from({ length: many }, (_, i) =>
      runs.create(principal, { idempotencyKey: `job-${i}`, body }),
    ),
  );
  const clock = new AbortController();
  if (fault.overdue) void letTimePass(principal.workspace, clock.signal);
  const ended = await Promise.all(created.map(({ run }) => t.end(principal, run, runs)));
  clock.abort();
  return { principal, ended };
}

/** What has begun, or is looked for, is overdue; the service looks at it once more. */
async function letTimePass(workspace: string, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(200)) {
    await t.db.query(
      `update run set settle_deadline = now()
       where workspace = $1 and state in ('running', 'needs_reconciliation') and look_ups > 0`,
      [workspace],
    );
    await t.db.query(
      "update run_queue set due_at = now() where workspace = $1 and step in ('watch', 'reconcile')",
      [workspace],
    );
  }
}

/** A tenth of a processor and 128 MiB, by the prices of JavaScript: rounded up once, and the fee as well. */
function chargeOf(billedMs: number | undefined): number {
  if (billedMs === undefined) return 0;
  const base = Math.ceil(100_000 + (1_400 * billedMs) / 1_000 + (4_500 * 0.125 * billedMs) / 1_000);
  return base + Math.ceil(base * 0.05);
}

describe.each(ENGINE_FAULTS)('an engine with $name', (fault) => {
  it.each(COUNTS)(
    'of %i jobs at once ends as documented, with the documented money',
    async (many) => {
      const { principal, ended } = await resultOf(fault, many).promise;
      const { as, tries = 1, billedMs, shows = {} } = fault.ends;
      expect(ended.map(({ state, error }) => error?.code ?? state)).toEqual(ended.map(() => as));
      const started = ended.map(({ id }) => counts.get(`start ${idToUuid('job', id)}`) ?? 0);
      expect(started).toEqual(ended.map(() => tries));
      const charge = chargeOf(billedMs);
      for (const run of ended) {
        expect(run).toMatchObject(shows);
        expect(run.chargedAmount ?? 0).toBe(charge);
        expect(run.chargedAmount ?? 0).toBeLessThanOrEqual(run.reservedAmount);
        expect(run.facts?.usage?.billableMs).toBe(billedMs);
      }
      const charged = many * charge;
      expect(await balances(t.db, principal.workspace)).toMatchObject([
        { available: MONEY - charged, held: 0, spent: charged, pending: 0 },
      ]);
      table[fault.name] = { 'asked to start': tries, 'ended as': as, charged: charge };
    },
  );
});

it('leaves clean books, and no loss', async () => {
  await Promise.allSettled([...playing.values()].map(({ promise }) => promise));
  expect(await faultsInBooks(t.db, { fromTheStart: true })).toEqual([]);
  expect(await t.db.query("select from ledger_entry where kind = 'loss'")).toEqual([]);
});
