/**
 * The run kernel: the only way to buy anything billable, of any kind. Resources register with it and get their runs; a
 * worker gets the queues of all resources; operators get what concerns every run. Knows no HTTP, and no resource or
 * provider by name.
 */
import type { Notifications, Notifier } from '../platform/db/notifications.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import type { IdPrefix } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { Tracer } from '../platform/telemetry/tracer.ts';
import type { AdmissionOptions } from './admission.ts';
import {
  admissionReads,
  createAdmissionBatches,
  createStarts,
  type TakeSlot,
} from './admission-store.ts';
import { createCancelling } from './cancelling.ts';
import { type Circuits, type CircuitTimes, createCircuits } from './circuits.ts';
import { compareWithProviders, type Drift, type DriftQuery } from './drift.ts';
import { createAnswerBudget, createProgressKeeper, queuesOf, type RunQueue } from './execution.ts';
import {
  type Changes,
  createChanges,
  createEndedRuns,
  createOwnRuns,
  createWaiters,
} from './known-runs.ts';

import { createAsking, createLookUpSlots, type QueueOf, queueName } from './look-up.ts';

import { recordLateOutcome } from './look-up-store.ts';
import type { Times } from './outcomes.ts';
import { createReader } from './reading.ts';
import {
  createReconciliation,
  type OpenQuery,
  type Reconciled,
  reconcileOpen,
} from './reconciliation.ts';

import type { AnyResource, RunResource, RunTypes } from './resource.ts';
import { createRuns, type Runs } from './service.ts';
import { createServiceSpans } from './service-spans.ts';
import { createSettlement } from './settlement-store.ts';
import { createRunSpans, type RunSpans } from './spans.ts';
import { openRuns } from './store.ts';
import { createSweeps, type HeldClaim } from './sweeps.ts';
import { createRetryBudget, createUpstreams } from './upstreams.ts';

export interface RunKernelOptions {
  db: Db;
  /** The database for claims and settlements, which count as they are saved; by default `db`. */
  counting?: Queryable | undefined;
  /** The same for creates, which fail where the database is provably stale; by default `db`. */
  creating?: Queryable | undefined;
  /** Throws if the service creates no run of this kind for the workspace now; by default, it always creates runs. */
  assertTakesRuns?: NonNullable<AdmissionOptions['assertTakesRuns']>;
  limitOf?: AdmissionOptions['limitOf'];
  debtStopsRuns?: boolean;
  /** For reading runs as the spans of traces; by default `db`. */
  spanReads?: Db;
  notifications: Notifications;
  notifier: Notifier;
  unit: Unit;
  limits: {
    feeBasisPoints: number;
    maxPendingRuns: number;
    answerBytesInFlight: number;
    /** How much a workspace may make the deployment lose within a day by cancelling, in units. */
    cancelLoss: number;
  };
  times: Times & { runDeadlineMs: number };
  /** When circuits of providers open, and when they are probed; by default, the service's own times. */
  circuits?: Partial<CircuitTimes> | undefined;
  log: Log;
  meter?: Meter | undefined;
  /** Present if the service collects service spans. */
  tracer?: Tracer | undefined;
}

/** What a worker does for the runs of all kinds. */
export interface RunWork {
  queues(): RunQueue[];
  /** Ends runs that waited too long, or that wait for a revoked key. */
  sweep(): Promise<void>;
  /** Begins look-ups that are due; returns whether there were any. */
  reconcile(): Promise<boolean>;
  /** Resolves when these have ended. */
  lookedUp(): Promise<void>;
  /** Gives up the runs of dead workers as lost, if `mayGiveUp` is true once they are read: not after a pause. */
  sweepDeadWorkers(mayGiveUp?: () => boolean): Promise<void>;
  /** Gives up as lost those claims of these workers for which `isLost` is true. */
  sweepClaims(workers: string[], isLost: (held: HeldClaim) => boolean): Promise<void>;
  /** Resolves when everything is saved. */
  idle(): Promise<void>;
}

export interface RunAdministration {
  /** Fails the unsent runs of revoked keys and releases their holds; returns how many. */
  failUnsentRunsOfKeys(workspace: string, apiKeys: string[]): Promise<number>;
  /**
   * After the database went back in time: moves every run that may have been sent to reconciliation. `sparesNewer`
   * skips the runs that were created since workers stopped claiming.
   */
  recover(options?: { sparesNewer?: boolean }): Promise<number>;
  /** Runs that wait for a claim. */
  countUnclaimed(): Promise<number>;
  /** Looks up every run that waits for it, due or not, or one of them; a dry run writes nothing. */
  reconcileOpen(query: OpenQuery): AsyncGenerator<Reconciled>;
  /** Compares what was booked with what the providers say, for every run of a period that has ended. */
  drift(query: DriftQuery): AsyncGenerator<Drift>;
}

export interface RunKernel extends RunWork, RunAdministration {
  /** Adds this kind of runs. */
  offer<T extends RunTypes>(resource: RunResource<T>): Runs<T>;
  /** Since when a provider gets only probes; undefined if it takes runs. */
  awaySince(of: QueueOf): Date | undefined;
  /** Runs as the spans of traces. */
  spans: RunSpans;
  /** The prefixes of the ids of runs, by kind. */
  idPrefixes(): ReadonlyMap<string, IdPrefix>;
  /** The open ones among these runs, with the workspaces that they belong to. */
  open(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** From now on, starts runs in the process that creates them, as far as there are slots. */
  startWith(takeSlot: TakeSlot): void;
  /** From now on, notifies nobody of the end of the process's own runs while it hears no other process. */
  notifyUnless: Changes['notifyUnless'];
}

export function createRunKernel(options: RunKernelOptions): RunKernel {
  const { db, notifier, limits, times, log, meter, counting = db, creating = db } = options;
  const resources = new Map<string, AnyResource>();
  const ownRuns = createOwnRuns(options.notifications);
  const endedRuns = createEndedRuns(options.notifications);
  const waiters = createWaiters(options.notifications);
  const changes = createChanges({ ...options, ownRuns, endedRuns, waiters });
  const settlement = createSettlement({ ...options, onAdvanced: changes.onAdvanced });
  const slots = createLookUpSlots(resources);
  const ask = createAsking({ resources, slots, log });
  const spans = createServiceSpans(options.tracer);
  const reconciling = { db, ask, slots, resources, settlement, spans, log };
  const reconciliation = createReconciliation(reconciling);
  const reader = createReader({
    ...{ db, waiters, ownRuns, endedRuns, meter },
    lookUp(run, queue) {
      reconciliation
        .reconcileRun(run, queue)
        .catch((error: unknown) => log.warn({ err: error, run }, 'a look-up broke off'));
    },
  });
  const { circuits, upstreams, awaySince } = openUpstreams(options, resources);
  const cancelling = createCancelling({ ...options, settlement, ownRuns });
  const starts = createStarts({ db, ownRuns, log });
  const admit = createAdmissionBatches({
    ...{ db: creating, starts, meter },
    maxPendingRuns: limits.maxPendingRuns,
  });
  const progress = createProgressKeeper({ ...options, ownRuns });
  const execution = {
    ...{ settlement, cancelling, progress, upstreams, spans, times, log, meter },
    answers: createAnswerBudget(limits.answerBytesInFlight),
    recordLateOutcome: recordLateOutcome.bind(undefined, db),
  };

  const reads = admissionReads(db);
  return {
    offer(resource) {
      invariant(!resources.has(resource.kind), `one resource is called ${resource.kind}`);
      resources.set(resource.kind, resource);
      const parts = { admit, reads, reader, reconciliation, cancelling, upstreams };
      return createRuns(resource, { ...options, ...parts, ...times });
    },
    awaySince,
    spans: createRunSpans(options.spanReads ?? db, resources),
    open: (ids) => openRuns(db, ids),
    idPrefixes: () => new Map([...resources].map(([kind, { idPrefix }]) => [kind, idPrefix])),
    startWith: (takeSlot) =>
      starts.use((queue, workspace) =>
        mayStart(resources, circuits, queue) ? takeSlot(queue, workspace) : undefined,
      ),
    notifyUnless: changes.notifyUnless,
    queues: () =>
      [...resources.values()].flatMap((resource) =>
        queuesOf(resource, { db: counting, notifier, ownRuns, execution, circuits }),
      ),
    ...createSweeps({ db, settlement, resources, times, upstreams }),
    reconcile: reconciliation.reconcileDue,
    lookedUp: reconciliation.lookedUp,
    idle: settlement.idle,
    reconcileOpen: (query) => reconcileOpen(reconciling, query),
    drift: (query) => compareWithProviders({ db, ask, kinds: kindsWithRecords(resources) }, query),
  };
}

function openUpstreams(options: RunKernelOptions, resources: ReadonlyMap<string, AnyResource>) {
  const circuits = createCircuits({ ...options, times: options.circuits });
  const retries = createRetryBudget(options);
  return {
    ...{ circuits, upstreams: createUpstreams({ ...options, circuits, retries, resources }) },
    awaySince: (of: QueueOf) =>
      circuits.isOpen(queueName(of)) ? circuits.openedAt(queueName(of)) : undefined,
  };
}

/** An engine reports no cost, and forgets work once it is saved. */
function kindsWithRecords(resources: ReadonlyMap<string, AnyResource>): string[] {
  return [...resources.values()].filter(({ watched }) => !watched).map(({ kind }) => kind);
}

/**
 * Whether a create may claim its run. A claim binds work to a machine, but a create claims in the name of no machine;
 * and runs for a provider that is away wait in the queue.
 */
function mayStart(
  resources: ReadonlyMap<string, AnyResource>,
  circuits: Pick<Circuits, 'isOpen'>,
  queue: string,
): boolean {
  const [kind = '', provider = ''] = queue.split('/');
  const isBound = resources.get(kind)?.providers.get(provider)?.host !== undefined;
  return !isBound && !circuits.isOpen(queue);
}

export type { Estimate } from './admission.ts';
export { NoRunStarts } from './admission-store.ts';
export { GIVEN, GIVEN_COLUMNS, type GivenRow } from './columns.ts';
export {
  eraseEndUserFromRuns,
  type FoundRun,
  type Purged,
  type PurgeOptions,
  purgePayloads,
  purgesOf,
  runsOfEndUser,
} from './content.ts';
export { KEPT_OF_RUNS } from './content-store.ts';
export type { Drift, DriftQuery } from './drift.ts';
export { givenOf, withoutGiven } from './generated-columns.ts';
export type { ListQuery, RunHistory } from './reading.ts';
export type { Reconciled } from './reconciliation.ts';
export type { Quote, RunResource, RunTypes, SpanContent, SpanTeller } from './resource.ts';
export {
  type Run,
  type RunError,
  type RunFacts,
  type RunRequest,
  type RunState,
  spanIdOf,
  traceIdOf,
  traceUuidOf,
} from './run.ts';

export { READY_CHANNEL, type Runs } from './service.ts';
export type { SpanFilter, SpanGroup, SpanSums } from './span-store.ts';
export type { RunSpan, RunSpans } from './spans.ts';
export { isTerminal, STATES } from './states.ts';
export type { ClaimedRun, Slots } from './store.ts';
export { countOpenRuns, type OpenRuns } from './sweep-store.ts';
export { countCircuits } from './upstreams.ts';
export {
  closeEndedHours,
  type KeySpend,
  type Loss,
  largestLosses,
  largestSpenders,
  type Spender,
  spendOfKeys,
  totalLoss,
} from './usage-store.ts';
