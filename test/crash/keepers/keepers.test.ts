/**
 * The test kills the keeper of a job, and the process that starts, cancels or removes it, right before each of their
 * steps: the code begins at most once, a completed job is charged for the time that it took, and a failed one is free.
 */

import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  ComputeEngine,
  JobOrder,
  JobStatus,
} from '../../../server/compute-jobs/engines/engine.ts';
import {
  type EnvironmentCatalog,
  JAVASCRIPT,
} from '../../../server/compute-jobs/engines/environments.ts';
import { createLocalEngine } from '../../../server/compute-jobs/engines/local/index.ts';
import {
  type ComputeJobTypes,
  createComputeJobResource,
} from '../../../server/compute-jobs/index.ts';
import type { ComputeProvider } from '../../../server/compute-jobs/provider.ts';
import { createRegistry } from '../../../server/model-runs/providers/index.ts';
import { idToUuid, newUuid } from '../../../server/platform/lib/ids.ts';
import type { Registry } from '../../../server/providers/provider.ts';
import { faultsInBooks } from '../../support/books.ts';
import { COMPUTE_LIMITS, testComputeProvider } from '../../support/compute-upstream.ts';
import { COMPUTE_JOBS, type TestKind } from '../../support/kinds.ts';
import { machineIn } from '../../support/machine.ts';
import { balances, startTestRuns } from '../../support/model-runs.ts';
import { PLAIN } from './plain-runtime.ts';

const MONEY = 1_000_000_000;
const NEVER = new AbortController().signal;
/** There are two processors: more processes at once only wait for each other. */
const inTurn = pLimit(4);

const ENVIRONMENT = {
  ...JAVASCRIPT,
  id: 'plain',
  engine: 'plain',
  isolation: 'container' as const,
  billedTime: 'wall' as const,
};
const CATALOG: EnvironmentCatalog = {
  get: (id) => (id === ENVIRONMENT.id ? ENVIRONMENT : undefined),
  list: () => [ENVIRONMENT],
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

let folder: string;
let root: string;
let engine: ComputeEngine;
let t: Awaited<ReturnType<typeof startTestRuns<ComputeJobTypes>>>;
let runs: (typeof t)['runs'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepers-'));
  root = join(folder, 'jobs');
  engine = await createLocalEngine({
    ...{ root, machine: await machineIn(root), runtime: PLAIN },
    keeper: new URL('./keeper.ts', import.meta.url),
  });
  t = await startTestRuns<ComputeJobTypes>(KIND);
  runs = t.build({ registry: createRegistry([testComputeProvider(engine)]) });
  await t.startWorker({ work: runs, leaseMs: 20_000 });
  await t.listen();
});
afterAll(async () => {
  await t.close();
  for (const { jobId } of await engine.list()) await engine.remove(jobId);
  await rm(folder, { recursive: true, force: true });
});

/** The variables, with files of its own, of a job whose keeper dies at that step. */
function variablesOf(name: string, dies?: number): Record<string, string> {
  const file = (what: string) => join(folder, `${name}.${what}`);
  return {
    ...{ STARTS: file('starts'), MARKER: file('marker'), PATH: '/usr/bin:/bin' },
    ...(dies === undefined
      ? { STEPS_FILE: file('keeper-steps') }
      : { KEEPER_DIES_AT: String(dies) }),
  };
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

async function buy(name: string, dies?: number) {
  const principal = await t.tenant(MONEY);
  const env = variablesOf(name, dies);
  const more = { timeoutSeconds: 20, outputs: ['kept'], env };
  const body = KIND.request('plain', more);
  const { run } = await runs.create(principal, { idempotencyKey: 'job', body });
  const job = await t.end(principal, run, runs);
  const [wallet] = await balances(t.db, principal.workspace);
  return { job, wallet: wallet!, starts: linesOf(env.STARTS!).length, env };
}

/** At the prices of JavaScript, for a tenth of a processor and 128 MiB. */
function chargeOf(ms: number): number {
  const base = Math.ceil(100_000 + 1.4 * ms + 0.5625 * ms);
  return base + Math.ceil(base * 0.05);
}

it('a keeper that dies before any of its steps starts nothing twice, and charges to the cent', async () => {
  const whole = await buy('whole');
  expect(whole.job).toMatchObject({ state: 'completed', facts: { exitCode: 3 } });
  const steps = linesOf(whole.env.STEPS_FILE!);
  // Who keeps the job, that it is launched, what was launched, and how it ended.
  for (const step of ['link keeper.json', 'writeFile launched', 'spawn sh', 'rename ending.json']) {
    expect(steps).toContain(step);
  }
  const table: Record<string, object> = {};
  const played = steps.map((step, i) =>
    inTurn(async () => ({ step, ...(await buy(`keeper-${i + 1}`, i + 1)) })),
  );
  for (const { step, job, wallet, starts } of await Promise.all(played)) {
    const ending = job.error?.code ?? job.state;
    const key = `${Object.keys(table).length + 1} ${step}`;
    table[key] = { starts, ending, charged: job.chargedAmount ?? 0 };
    expect(starts, key).toBeLessThanOrEqual(1);
    if (job.state === 'completed') {
      expect([starts, job.facts?.exitCode], key).toEqual([1, 3]);
      expect(job.chargedAmount, key).toBe(chargeOf(job.facts!.usage!.billableMs));
    } else {
      expect(['engine_lost', 'environment_unavailable'], key).toContain(ending);
      expect(job.chargedAmount ?? 0, key).toBe(0);
      // The ending says that the code never began only if it did not.
      if (ending === 'environment_unavailable') expect(starts, key).toBe(0);
    }
    const spent = job.chargedAmount ?? 0;
    expect(wallet, key).toMatchObject({ available: MONEY - spent, held: 0, spent, pending: 0 });
    await engine.start(orderOf(job.id, 'again'), NEVER);
    expect((await engine.inspect(idToUuid('job', job.id)!, NEVER)).kind, key).not.toBe('running');
  }
  console.table(table);
  expect(await faultsInBooks(t.db, { fromTheStart: true })).toEqual([]);
}, 240_000);

function orderOf(id: string, name: string): JobOrder {
  return {
    jobId: idToUuid('job', id) ?? id,
    environment: { id: 'plain', options: {} },
    ...{ command: ['any'], files: [{ path: 'a', content: Buffer.from('a') }], outputs: ['kept'] },
    ...{ env: variablesOf(name), cpuMillis: 1_000, memoryMb: 64, timeoutMs: 20_000 },
    ...{ maxLogBytes: 100_000, maxArtifactBytes: 1_000 },
  };
}

async function untilOver(jobId: string): Promise<JobStatus> {
  for (;;) {
    const status = await engine.inspect(jobId, NEVER);
    if (!['starting', 'running'].includes(status.kind)) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What is left of the job anywhere. */
function filesOf(jobId: string): string[] {
  const patterns = ['.', '.removing', '.removed/*'].map((folder) => `${folder}/${jobId}/*`);
  return globSync(patterns, { cwd: root });
}

type Operation = 'start' | 'cancel' | 'remove';

/** In a separate process, which dies before that step. */
function call(operation: Operation, order: JobOrder, death: object): Promise<void> {
  const program = fileURLToPath(new URL('./caller.ts', import.meta.url));
  const args = [program, operation, root, JSON.stringify(order), JSON.stringify(death)];
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', ...args], () => resolve());
  });
}

const EVERYTHING: Record<Operation, (order: JobOrder) => Promise<void>> = {
  async start() {},
  cancel: async (order) => void (await engine.start(order, NEVER)),
  async remove(order) {
    await engine.start(order, NEVER);
    await untilOver(order.jobId);
  },
};

it.each<[Operation, string[]]>([
  ['start', ['mkdir work', 'writeFile order.json', 'rename …', 'spawn node']],
  ['cancel', ['writeFile cancel']],
  ['remove', ['rename …', 'rm order.json']],
])(
  'who dies before any step of a %s leaves nothing that a repeat does not finish',
  async (operation, known) => {
    const play = async (at?: number) => {
      const name = `${operation}-${at ?? 'whole'}`;
      const order = orderOf(newUuid(), name);
      await EVERYTHING[operation](order);
      const stepsFile = join(folder, `${name}.steps`);
      await call(operation, order, {
        marker: join(folder, `${name}.died`),
        stepsFile,
        ...(at && { at }),
      });
      if (operation === 'start')
        expect(await engine.start(order, NEVER)).toEqual({ kind: 'started' });
      else if (operation === 'cancel') await engine.cancel(order.jobId, NEVER);
      else await engine.remove(order.jobId);
      const { kind } = await untilOver(order.jobId);
      const starts = linesOf(order.env.STARTS!).length;
      const left = filesOf(order.jobId);
      return { kind, starts, left, steps: linesOf(stepsFile) };
    };
    const whole = await play();
    for (const step of known) expect(whole.steps).toContain(step);
    const all = await Promise.all(whole.steps.map((_, i) => inTurn(() => play(i + 1))));
    for (const [i, { kind, starts, left }] of all.entries()) {
      const step = `${i + 1} ${whole.steps[i]}`;
      if (operation === 'start') expect([kind, starts], step).toEqual(['ended', 1]);
      else if (operation === 'remove')
        expect([kind, starts, left], step).toEqual(['absent', 1, []]);
      else expect(starts, step).toBeLessThanOrEqual(1);
    }
  },
  240_000,
);
