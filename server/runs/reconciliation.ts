/**
 * Finds the outcome or the price of runs by asking the provider for its record. Single-flight through the database: the
 * sweep or the reader that moves the due time does the look-up. For a reader, a look-up need not be due; it is enough that
 * the last one is no longer fresh. An operator may ask about every run that waits; its due time then stays as it is.
 */
import type { Db } from '../platform/db/pool.ts';
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { afterLookUp } from './after-look-up.ts';
import {
  type AskProvider,
  type Found,
  type LookUpSlots,
  type QueueOf,
  reportedCost,
} from './look-up.ts';
import {
  claimLookUp,
  claimLookUps,
  type DueLookUp,
  openLookUps,
  recordLateOutcome,
} from './look-up-store.ts';
import { LOOK_UP_FRESH_MS } from './reading-store.ts';
import type { AnyResource } from './resource.ts';
import type { ServiceSpans } from './service-spans.ts';
import type { Settlement } from './settlement-store.ts';
import type { RunState } from './states.ts';

/** Longer than a look-up can take; no other process repeats it earlier. */
const HIDE_MS = 10_000;
/** The most runs that nobody can be asked about. */
const AT_MOST = 32;

interface ReconciliationOptions {
  db: Db;
  ask: AskProvider;
  slots: LookUpSlots;
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  settlement: Settlement;
  spans: ServiceSpans;
  log: Log;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

export function createReconciliation(options: ReconciliationOptions) {
  const { db, slots, resources, log } = options;
  const byReaders = new Map<string, Promise<void>>();
  const bySweep = new Set<Promise<void>>();

  /** Begins the look-ups that are due and have a slot; returns whether there were any. They end by themselves. */
  async function reconcileDue(): Promise<boolean> {
    const reservation = slots.reserve();
    const unused = new Map(reservation.counts);
    try {
      const kinds = [...resources.keys()];
      const claim = { ...reservation, atMost: AT_MOST, hideMs: HIDE_MS, kinds };
      const due = await claimLookUps(db, claim);
      for (const run of due) {
        const queue = slots.queueOf(run);
        const left = unused.get(queue);
        if (left !== undefined) unused.set(queue, left - 1);
        begin(run, left !== undefined);
      }
      return due.length > 0;
    } finally {
      for (const [queue, count] of unused) slots.release(queue, count);
    }
  }

  function begin(run: DueLookUp, isReserved: boolean): void {
    const task = reconcile(options, run)
      .catch((error: unknown) => log.warn({ err: error, run: run.id }, 'a look-up was not saved'))
      .finally(() => {
        if (isReserved) slots.release(slots.queueOf(run));
        bySweep.delete(task);
      });
    bySweep.add(task);
  }

  /**
   * Looks up one run for a reader, if that is due or the last look-up is not fresh, nobody else does it, and the
   * provider has a slot. Callers who come meanwhile share it.
   */
  function reconcileRun(uuid: string, queue: QueueOf): Promise<void> {
    const shared = byReaders.get(uuid);
    if (shared) return shared;
    if (!slots.reserveOne(queue)) return Promise.resolve();
    const looking = reconcileForReader(uuid, slots.queueOf(queue)).finally(() => {
      slots.release(slots.queueOf(queue));
      byReaders.delete(uuid);
    });
    byReaders.set(uuid, looking);
    return looking;
  }

  async function reconcileForReader(run: string, queue: string): Promise<void> {
    const due = await claimLookUp(db, { run, queue, hideMs: HIDE_MS, freshMs: LOOK_UP_FRESH_MS });
    await Promise.all(due.map((each) => reconcile(options, each)));
  }

  return {
    ...{ reconcileDue, reconcileRun },
    /** Resolves when no look-up of the sweep is under way. */
    async lookedUp(): Promise<void> {
      await Promise.all(bySweep);
    },
  };
}

async function reconcile(options: ReconciliationOptions, run: DueLookUp): Promise<void> {
  const { ask, resources, settlement, spans, log } = options;
  const resource = resources.get(run.kind)!;
  const record = spans.lookUp(resource, run);
  const found = await ask(run);
  log.info({ run: run.id, state: run.state, found: forLog(found) }, 'looked up');
  const step = afterLookUp(resource, found, run);
  record(found, step);
  const applied = await spans.settling(run, step, () => settlement.advance(step));
  if (!applied) await bookLateLookUp(options, run, found);
}

/** Answers, and the words of a failure, may quote the request: the log never has them. */
function forLog(found: Found | undefined): object | undefined {
  if (found?.kind === 'answered') return { kind: found.kind };
  if (found?.kind === 'failed') return { kind: found.kind, code: found.error.code };
  return found;
}

/** Somebody ended the run during the look-up. If the service gave it up, its cost is a loss. */
async function bookLateLookUp(
  { db, log }: Pick<ReconciliationOptions, 'db' | 'log'>,
  { workspace, id, scale }: DueLookUp,
  found: Found | undefined,
): Promise<void> {
  if (found?.kind !== 'executed') return;
  const amount = reportedCost(found, scale);
  if (await recordLateOutcome(db, { workspace, id, ran: true, amount, reference: undefined })) {
    log.warn({ run: id, amount }, 'a look-up came after its run was given up: a loss');
  }
}

const BATCH = 32;

/** What the provider said about an open run, and what follows from it. */
export interface Reconciled {
  workspace: string;
  id: string;
  kind: string;
  state: RunState;
  /** Undefined if there was nothing to ask for. */
  found: Found | undefined;
  next: RunState;
  /** Whether it was written: not in a dry run, nor if somebody else was first. */
  applied: boolean;
}

export interface OpenQuery {
  onlyRun?: string | undefined;
  /** Asks without writing anything. */
  dryRun: boolean;
}

export async function* reconcileOpen(
  options: ReconciliationOptions,
  { onlyRun, dryRun }: OpenQuery,
): AsyncGenerator<Reconciled> {
  const kinds = [...options.resources.keys()];
  const queues = options.slots.queues();
  for (let after = LOWEST_UUID; ; ) {
    const open = await openLookUps(options.db, { after, atMost: BATCH, onlyRun, kinds, queues });
    yield* await Promise.all(open.map((run) => reconcileNow(options, run, dryRun)));
    if (open.length < BATCH) return;
    after = open.at(-1)!.id;
  }
}

/** Writes only what decides the run: the service keeps its own due times. */
async function reconcileNow(
  options: ReconciliationOptions,
  run: DueLookUp,
  dryRun: boolean,
): Promise<Reconciled> {
  const { ask, resources, settlement } = options;
  const { workspace, id, kind, state } = run;
  const resource = resources.get(kind)!;
  if (!resource.providers.get(run.provider)) {
    // Nobody was asked, so nothing follows: the operator's shell may lack settings that the service has.
    const reason = `The provider ${run.provider} is not configured here.`;
    const found: Found = { kind: 'unavailable', reason };
    return { workspace, id, kind, state, found, next: state, applied: false };
  }
  const found = await ask(run);
  const step = afterLookUp(resource, found, run);
  const isDecided = step.to_state !== state;
  const applied = isDecided && !dryRun && (await settlement.advance(step));
  if (isDecided && !dryRun && !applied) await bookLateLookUp(options, run, found);
  return { workspace, id, kind, state, found, next: step.to_state, applied };
}
