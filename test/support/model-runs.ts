/**
 * Runs on a real database with the real sandbox behind the real adapter, without HTTP: for tests of guarantees that
 * HTTP only passes on. Model runs, or another kind that a test names.
 */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { createKey, type Principal } from '../../server/keys/index.ts';
import type { CreateRequest, ModelRunFacts, ModelRunTypes } from '../../server/model-runs/index.ts';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { createNotifications, createNotifier } from '../../server/platform/db/notifications.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { startWorker, type Worker } from '../../server/platform/worker/index.ts';
import {
  type ClaimedRun,
  createRunKernel,
  isTerminal,
  READY_CHANNEL,
  type RunKernel,
  type RunKernelOptions,
  type Run as RunOf,
  type RunTypes,
  type RunWork,
  type Slots,
} from '../../server/runs/index.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { type KindOptions, MODEL_RUNS, type TestKind } from './kinds.ts';
import { createTestDatabase, PATIENT } from './postgres.ts';

export const LIMITS = {
  maxPromptChars: 10_000,
  maxOutputTokens: 4_096,
  feeBasisPoints: 500,
  maxPendingRuns: 1_000,
  answerBytesInFlight: 268_435_456,
  cancelLoss: 1_000_000_000,
};

const TIMES = {
  runDeadlineMs: 60_000,
  reconcileDeadlineMs: 2_000,
  reconcileGraceMs: 200,
  priceDeadlineMs: 2_000,
};

/** For a run that hangs: a busy machine takes long. */
const END_WITHIN_MS = 150_000;

export type Run = RunOf<ModelRunFacts>;
export type TestRuns = Awaited<ReturnType<typeof startTestRuns<ModelRunTypes>>>;

/** Runs of a kind that the test does not know. */
export type AnyTestRuns = Awaited<ReturnType<typeof startTestRuns<RunTypes>>>;

export async function startTestRuns<T extends RunTypes = ModelRunTypes>(
  kind = MODEL_RUNS as unknown as TestKind<T>,
) {
  const database = await createTestDatabase();
  const { db, url } = database;
  const log = createLog({ level: 'silent' });
  const { sandbox, provider } = await kind.openUpstream();
  const registry = createRegistry([provider]);
  const sources = [{ name: 'the sandbox', models: sandboxModels }];
  const catalog = await createCatalog({ db, sources, synced: [] });
  const notifications = createNotifications({ ...PATIENT, url });
  const notifier = createNotifier({ url });
  const workers: Worker[] = [];

  function build(overrides: Partial<RunKernelOptions & KindOptions> = {}) {
    const options = {
      ...{ db, notifications, notifier, catalog, registry, log },
      unit: { currency: 'USD', scale: 9 },
      limits: LIMITS,
      times: TIMES,
      ...overrides,
    };
    const kernel = createRunKernel(options);
    /** Kernels that carry out runs with another provider. */
    const others: RunKernel[] = [];
    return {
      ...kernel,
      ...kind.offer(kernel, options),
      claim: (slots: Slots, claim: string, worker: string) =>
        kernel.queues()[0]!.claim(slots, claim, worker),
      async idle() {
        await Promise.all([kernel, ...others].map((each) => each.idle()));
      },
      /** Executes as a worker with this provider would. */
      execute(run: ClaimedRun, by: Provider, assertLease: () => void, signal: AbortSignal) {
        const other = createRunKernel(options);
        others.push(other);
        kind.offer(other, { ...options, registry: createRegistry([by]) });
        return other.queues()[0]!.execute(run, assertLease, signal);
      },
    };
  }

  const runs = build();

  return {
    ...{ database, db, log, sandbox, provider, runs, kind },
    /** Model runs over the same database with other options. */
    build,
    /** A workspace with this amount in its wallet, and the principal of its key. */
    async tenant(amount: number): Promise<Principal> {
      const workspace = await createWorkspace(db, { name: randomBytes(8).toString('hex') });
      if (amount > 0) {
        await createLedger({ db }).topUp({ workspace: workspace.id, amount, reference: 'start' });
      }
      const key = await createKey(db, {
        workspace: workspace.id,
        name: 'test',
        scopes: ['models:read', 'models:run'],
      });
      const [account] = await db.query<{ id: string }>(
        "select id from account where workspace = $1 and kind = 'wallet'",
        [workspace.id],
      );
      return {
        workspace: workspace.id,
        apiKey: key.id,
        scopes: new Set(['models:read', 'models:run']),
        payer: { account: account!.id, kind: 'wallet' },
      };
    },
    async startWorker({
      providers,
      ...overrides
    }: {
      leaseMs?: number;
      claims?: 'all' | 'own';
      ownClaimsEveryMs?: number;
      work?: RunWork;
      providers?: Provider[];
    } = {}): Promise<Worker> {
      const worker = await startWorker({
        db,
        notifications,
        readyChannel: READY_CHANNEL,
        claims: 'all',
        work: providers ? build({ registry: createRegistry(providers) }) : runs,
        leaseMs: 20_000,
        sweepIntervalMs: 100,
        mayClaim: async () => true,
        log,
        ...overrides,
      });
      workers.push(worker);
      return worker;
    },
    listen: () => notifications.start(),
    /** Waits for the end of the run, as a process with these model runs sees it. */
    end(principal: Principal, run: RunOf<T['Facts']>, seenBy = runs): Promise<RunOf<T['Facts']>> {
      return seenBy.wait(
        principal.workspace,
        run,
        ({ state }) => isTerminal(state),
        END_WITHIN_MS,
        [new AbortController().signal],
      );
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.drain(5_000)));
      catalog.close();
      await registry.close();
      await sandbox.close();
      await notifications.close();
      await notifier.close();
      await database.drop();
    },
  };
}

/** This many of more slots than a test can fill, with nothing in flight. */
export function slots(atMost: number) {
  return { atMost, free: 100_000, held: new Map<string, number>() };
}

export function request(model: string, more: Partial<CreateRequest> = {}): CreateRequest {
  return MODEL_RUNS.request(model, more);
}

export async function balances(db: Db, workspace: string) {
  return db.query<{
    kind: string;
    available: number;
    held: number;
    spent: number;
    pending: number;
  }>(
    'select kind, available, held, spent, pending from account where workspace = $1 order by kind desc',
    [workspace],
  );
}

/** How many rows a workspace has of each kind that a create writes. */
export async function rowsOf(db: Db, { workspace }: Principal) {
  const [counts] = await db.query<Record<string, number>>(
    `select (select count(*) from run where workspace = $1) as runs,
       (select count(*) from run_payload where workspace = $1) as payloads,
       (select count(*) from run_queue where workspace = $1) as queued,
       (select count(*) from ledger_entry where workspace = $1 and kind = 'hold') as holds`,
    [workspace],
  );
  return counts!;
}

export async function problemOf(attempt: Promise<unknown>): Promise<Problem> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
}
