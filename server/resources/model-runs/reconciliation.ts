/**
 * Finds out what became of runs whose outcome or price is unknown, by asking the provider for its record.
 * Single-flight through the database: whoever moves the due time looks up, the sweep or a GET. An operator
 * may ask about all of them at once, which changes nothing about when they are due.
 */
import type { Db } from '../../db/pool.ts';
import type { LookUp } from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';
import type { AskProvider } from './look-up.ts';
import { claimLookUps, type DueLookUp, openLookUps } from './look-up-store.ts';
import { afterLookUp } from './outcomes.ts';
import type { Settlement } from './settlement.ts';
import type { RunState } from './states.ts';

/** Longer than a look-up can take; nobody else repeats it before. */
const HIDE_MS = 10_000;
const BATCH = 32;
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
  ask: AskProvider;
  settlement: Settlement;
  log: Log;
}) {
  const { db, ask, settlement, log } = options;

  /** Looks up some of what is due; whether there may be more. */
  async function reconcileDue(): Promise<boolean> {
    const due = await claimLookUps(db, { atMost: BATCH, hideMs: HIDE_MS });
    const results = await Promise.allSettled(due.map((run) => reconcile(run)));
    for (const result of results) {
      if (result.status === 'rejected') log.warn({ err: result.reason }, 'a look-up was not saved');
    }
    return due.length === BATCH;
  }

  /** Looks up one run if that is due and nobody else is at it. */
  async function reconcileRun(uuid: string): Promise<void> {
    const due = await claimLookUps(db, { atMost: 1, hideMs: HIDE_MS, onlyRun: uuid });
    await Promise.all(due.map((run) => reconcile(run)));
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
      yield* await Promise.all(open.map((run) => reconcile(run, dryRun)));
      if (open.length < BATCH) return;
      after = open.at(-1)!.id;
    }
  }

  async function reconcile(run: DueLookUp, dryRun = false): Promise<Reconciled> {
    const found = await ask(run);
    log.info({ run: run.id, state: run.state, found }, 'looked up');
    const step = afterLookUp(found, run);
    const applied = !dryRun && (await settlement.advance(step));
    const { workspace, id, state } = run;
    return { workspace, id, state, found, next: step.to_state, applied };
  }

  return { reconcileDue, reconcileRun, reconcileOpen };
}
