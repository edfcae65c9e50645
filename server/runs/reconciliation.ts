/**
 * Finds out what became of runs whose outcome or price is unknown, by asking the provider for its record.
 * Single-flight through the database: whoever moves the due time looks up, the sweep or a reader, for whom a
 * look-up need not be due but only the last one no longer fresh. An operator may ask about all of them at
 * once, which changes nothing about when they are due next.
 */
import type { Db } from '../db/pool.ts';
import { LOWEST_UUID } from '../kernel/ids.ts';
import type { Log } from '../telemetry/log.ts';
import { type Found, type LookUps, type QueueOf, queueName, reportedCost } from './look-up.ts';
import {
  claimLookUp,
  claimLookUps,
  type DueLookUp,
  openLookUps,
  recordLateOutcome,
} from './look-up-store.ts';
import { afterLookUp } from './outcomes.ts';
import { LOOK_UP_FRESH_MS } from './reading-store.ts';
import type { AnyResource } from './resource.ts';
import type { Settlement } from './settlement.ts';
import type { RunState } from './states.ts';

/** Longer than a look-up can take; nobody else repeats it before. */
const HIDE_MS = 10_000;
const BATCH = 32;

/** What the provider said about an open run, and what follows from it. */
export interface Reconciled {
  workspace: string;
  id: string;
  kind: string;
  state: RunState;
  /** Undefined where there was nothing to ask for. */
  found: Found | undefined;
  next: RunState;
  /** Whether it was written: not in a dry run, nor where somebody else was first. */
  applied: boolean;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

export function createReconciliation(options: {
  db: Db;
  lookUps: LookUps;
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  settlement: Settlement;
  log: Log;
}) {
  const { db, resources, settlement, log } = options;
  const { ask, reserve, reserveOne, release } = options.lookUps;
  const byReaders = new Map<string, Promise<void>>();
  const bySweep = new Set<Promise<void>>();

  /** Begins the look-ups that are due and have room; whether there were any. They end by themselves. */
  async function reconcileDue(): Promise<boolean> {
    const reservation = reserve();
    const unused = new Map(reservation.counts);
    try {
      const kinds = [...resources.keys()];
      const claim = { ...reservation, atMost: BATCH, hideMs: HIDE_MS, kinds };
      const due = await claimLookUps(db, claim);
      for (const run of due) {
        const queue = queueName(run);
        const left = unused.get(queue);
        if (left !== undefined) unused.set(queue, left - 1);
        begin(run, left !== undefined);
      }
      return due.length > 0;
    } finally {
      for (const [queue, count] of unused) release(queue, count);
    }
  }

  function begin(run: DueLookUp, isReserved: boolean): void {
    const task = reconcile(run)
      .catch((error: unknown) => log.warn({ err: error, run: run.id }, 'a look-up was not saved'))
      .finally(() => {
        if (isReserved) release(queueName(run));
        bySweep.delete(task);
      });
    bySweep.add(task);
  }

  /**
   * Looks up one run for a reader, if that is due or what is known is not fresh, nobody else is at it, and the
   * provider has room. Callers who come meanwhile share it.
   */
  function reconcileRun(uuid: string, queue: QueueOf): Promise<void> {
    const shared = byReaders.get(uuid);
    if (shared) return shared;
    if (!reserveOne(queue)) return Promise.resolve();
    const looking = reconcileForReader(uuid).finally(() => {
      release(queueName(queue));
      byReaders.delete(uuid);
    });
    byReaders.set(uuid, looking);
    return looking;
  }

  async function reconcileForReader(run: string): Promise<void> {
    const due = await claimLookUp(db, { run, hideMs: HIDE_MS, freshMs: LOOK_UP_FRESH_MS });
    await Promise.all(due.map(reconcile));
  }

  /** Looks up what is open, due or not; one run or all. A dry run asks as well, and writes nothing. */
  async function* reconcileOpen({
    onlyRun,
    dryRun,
  }: {
    onlyRun?: string | undefined;
    dryRun: boolean;
  }): AsyncGenerator<Reconciled> {
    let after = LOWEST_UUID;
    for (;;) {
      const kinds = [...resources.keys()];
      const open = await openLookUps(db, { after, atMost: BATCH, onlyRun, kinds });
      yield* await Promise.all(open.map((run) => reconcileNow(run, dryRun)));
      if (open.length < BATCH) return;
      after = open.at(-1)!.id;
    }
  }

  async function reconcile(run: DueLookUp): Promise<void> {
    const found = await ask(run);
    log.info({ run: run.id, state: run.state, found }, 'looked up');
    const applied = await settlement.advance(afterLookUp(resources.get(run.kind)!, found, run));
    if (!applied) await bookLateOutcome(run, found);
  }

  /** Writes what decides the run, and nothing else: its pace stays the service's. */
  async function reconcileNow(run: DueLookUp, dryRun: boolean): Promise<Reconciled> {
    const { workspace, id, kind, state } = run;
    const resource = resources.get(run.kind)!;
    if (!resource.providers.get(run.provider)) {
      // Nobody was asked, so nothing follows: the operator's shell may lack what the service has.
      const reason = `The provider ${run.provider} is not configured here.`;
      const found: Found = { kind: 'unavailable', reason };
      return { workspace, id, kind, state, found, next: state, applied: false };
    }
    const found = await ask(run);
    const step = afterLookUp(resource, found, run);
    const isDecided = step.to_state !== state;
    const applied = isDecided && !dryRun && (await settlement.advance(step));
    if (isDecided && !dryRun && !applied) await bookLateOutcome(run, found);
    return { workspace, id, kind, state, found, next: step.to_state, applied };
  }

  /** Somebody ended the run during the look-up. If it was given up, what it cost is a loss. */
  async function bookLateOutcome({ workspace, id, scale }: DueLookUp, found: Found | undefined) {
    if (found?.kind !== 'executed') return;
    const amount = reportedCost(found, scale);
    if (await recordLateOutcome(db, { workspace, id, ran: true, amount, reference: undefined })) {
      log.warn({ run: id, amount }, 'a look-up came after its run was given up: a loss');
    }
  }

  return {
    ...{ reconcileDue, reconcileRun, reconcileOpen },
    /** Resolves when no look-up of the sweep is under way. */
    async lookedUp(): Promise<void> {
      await Promise.all(bySweep);
    },
  };
}
