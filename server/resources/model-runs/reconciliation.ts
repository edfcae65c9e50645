/**
 * Finds out what became of runs whose outcome or price is unknown, by asking the provider for its record.
 * Single-flight through the database: whoever moves the due time looks up, the sweep or a reader, for whom a
 * look-up need not be due but only the last one no longer fresh. An operator may ask about all of them at
 * once, which changes nothing about when they are due next.
 */
import type { Db } from '../../db/pool.ts';
import type { LookUp } from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';
import { type LookUps, reportedCost } from './look-up.ts';
import { claimLookUps, type DueLookUp, openLookUps, recordLateOutcome } from './look-up-store.ts';
import { afterLookUp } from './outcomes.ts';
import type { Settlement } from './settlement.ts';
import type { RunState } from './states.ts';
import { LOOK_UP_FRESH_MS } from './store.ts';

/** Longer than a look-up can take; nobody else repeats it before. */
const HIDE_MS = 10_000;
const BATCH = 32;
/**
 * Look-ups that readers of this process may have under way at once, of all providers together: one that hangs
 * must not hold up the others. How many one provider takes is bounded for each; the sweep makes the rest.
 */
const MOST_FOR_READERS = 1_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** What the provider told about an open run, and what follows from it. */
export interface Reconciled {
  workspace: string;
  id: string;
  state: RunState;
  /** Undefined where there was nothing to ask for. */
  found: LookUp | undefined;
  next: RunState;
  /** Whether it was written: not in a dry run, nor where somebody else was first. */
  applied: boolean;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

export function createReconciliation(options: {
  db: Db;
  lookUps: LookUps;
  /** Whether this process can reach the provider at all. */
  isConfigured: (provider: string) => boolean;
  settlement: Settlement;
  log: Log;
}) {
  const { db, isConfigured, settlement, log } = options;
  const { ask, room } = options.lookUps;
  const underWay = new Map<string, Promise<void>>();

  /** Looks up some of what is due; whether there may be more. */
  async function reconcileDue(): Promise<boolean> {
    const { atMost, resting } = room();
    const due = await claimLookUps(db, { atMost, hideMs: HIDE_MS, resting });
    const results = await Promise.allSettled(due.map(reconcile));
    for (const result of results) {
      if (result.status === 'rejected') log.warn({ err: result.reason }, 'a look-up was not saved');
    }
    return due.length === atMost;
  }

  /**
   * Looks up one run for a reader, if that is due or what is known is not fresh, and nobody else is at it.
   * Callers who come meanwhile share it.
   */
  function reconcileRun(uuid: string): Promise<void> {
    const shared = underWay.get(uuid);
    if (shared) return shared;
    if (underWay.size >= MOST_FOR_READERS) return Promise.resolve();
    const looking = reconcileForReader(uuid).finally(() => underWay.delete(uuid));
    underWay.set(uuid, looking);
    return looking;
  }

  async function reconcileForReader(run: string): Promise<void> {
    const reader = { run, freshMs: LOOK_UP_FRESH_MS, askable: room().askable };
    const due = await claimLookUps(db, { atMost: 1, hideMs: HIDE_MS, resting: [], reader });
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
    let after = LOWEST_ID;
    for (;;) {
      const open = await openLookUps(db, { after, atMost: BATCH, onlyRun });
      yield* await Promise.all(open.map((run) => reconcileNow(run, dryRun)));
      if (open.length < BATCH) return;
      after = open.at(-1)!.id;
    }
  }

  async function reconcile(run: DueLookUp): Promise<void> {
    const found = await ask(run);
    log.info({ run: run.id, state: run.state, found }, 'looked up');
    const applied = await settlement.advance(afterLookUp(found, run));
    if (!applied) await bookLateOutcome(run, found);
  }

  /** Writes what decides the run, and nothing else: its pace stays the service's. */
  async function reconcileNow(run: DueLookUp, dryRun: boolean): Promise<Reconciled> {
    const { workspace, id, state } = run;
    if (!isConfigured(run.provider)) {
      // Nobody was asked, so nothing follows: the operator's shell may lack what the service has.
      const reason = `The provider ${run.provider} is not configured here.`;
      const found: LookUp = { kind: 'unavailable', reason };
      return { workspace, id, state, found, next: state, applied: false };
    }
    const found = await ask(run);
    const step = afterLookUp(found, run);
    const isDecided = step.to_state !== state;
    const applied = isDecided && !dryRun && (await settlement.advance(step));
    if (isDecided && !dryRun && !applied) await bookLateOutcome(run, found);
    return { workspace, id, state, found, next: step.to_state, applied };
  }

  /** Somebody ended the run during the look-up. If it was given up, what it cost is a loss. */
  async function bookLateOutcome({ workspace, id, scale }: DueLookUp, found: LookUp | undefined) {
    if (found?.kind !== 'executed') return;
    const amount = reportedCost(found, scale);
    if (await recordLateOutcome(db, { workspace, id, ran: true, amount, reference: undefined })) {
      log.warn({ run: id, amount }, 'a look-up came after its run was given up: a loss');
    }
  }

  return { reconcileDue, reconcileRun, reconcileOpen };
}
