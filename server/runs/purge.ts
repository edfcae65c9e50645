/**
 * Removes content that a workspace no longer keeps: the requests and answers of its runs, but not their state and
 * money. From the moment that is noted nobody can read it, and it is removed afterwards: a whole month if nobody keeps
 * any of it, otherwise in batches that lock nothing for long. Any number of processes may do so; one at a time makes
 * progress.
 */
import type { Db } from '../db/pool.ts';
import { deletePayloads, keepMonths, notePurges, selectPurges } from './purge-store.ts';

export type { PurgedUntil } from './purge-store.ts';

export interface PurgeOptions {
  /** The operator's bound of days; undefined if each workspace decides. */
  mostDays: number | undefined;
  /** UUID of the only workspace that is looked at. */
  workspace?: string;
  /** What is left then is removed the next time. */
  withinMs: number;
  batch?: number;
  /** Whether another process that is at it is waited for. */
  waits?: boolean;
  /** Whether months are looked at if nothing has become due. */
  looksAtMonths?: boolean;
  /** Instead of the database's clock. */
  now?: Date;
}

export interface Purged {
  /** Payloads that were deleted one by one. */
  deleted: number;
  /** Months that were dropped as a whole. */
  months: number;
  /** There is more to remove. */
  isPartial: boolean;
}

/** Partitions of months, made before they are needed: a missed turn costs nothing. */
const MONTHS_AHEAD = 2;
const BATCH = 1_000;

export async function purgePayloads(db: Db, options: PurgeOptions): Promise<Purged> {
  const {
    mostDays,
    workspace = null,
    withinMs,
    batch = BATCH,
    now = null,
    waits = true,
    looksAtMonths = true,
  } = options;
  const until = performance.now() + withinMs;
  const noted = await notePurges(db, { mostDays: mostDays ?? null, workspace, now });
  const isDue = looksAtMonths || noted.length > 0;
  const { dropped: months } = isDue ? await keepMonths(db, MONTHS_AHEAD) : { dropped: 0 };
  let deleted = 0;
  for (const purge of await selectPurges(db, workspace)) {
    for (;;) {
      if (performance.now() > until) return { deleted, months, isPartial: true };
      const count = await deletePayloads(db, purge, { atMost: batch, waits });
      // Another process is at it.
      if (count === undefined) return { deleted, months, isPartial: false };
      deleted += count;
      if (count < batch) break;
    }
  }
  return { deleted, months, isPartial: false };
}

export { selectPurges as purgesOf } from './purge-store.ts';
