/**
 * Removes content that a workspace no longer keeps: the requests and answers of its runs, but not their state and
 * money. Once that is recorded, nobody can read the content, and the service removes it later: a whole month if nobody
 * keeps any of it, otherwise in batches that hold no lock for long. Any number of processes may purge; one at a time
 * makes progress.
 */
import type { Db } from '../platform/db/pool.ts';
import { deletePayloads, keepMonths, notePurges, selectPurges } from './purge-store.ts';

export type { PurgedUntil } from './purge-store.ts';

export interface PurgeOptions {
  /** The operator's limit in days; undefined if each workspace decides. */
  mostDays: number | undefined;
  /** UUID of the only workspace to purge. */
  workspace?: string;
  /** The next purge removes what is left then. */
  withinMs: number;
  batch?: number;
  /** Whether to wait for another process that is purging. */
  waits?: boolean;
  /** Whether to check the months even if nothing has become due. */
  looksAtMonths?: boolean;
  /** Replaces the database's clock. */
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

/** Partitions of months are made in advance, so a missed turn does no harm. */
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
      // Another process is purging.
      if (count === undefined) return { deleted, months, isPartial: false };
      deleted += count;
      if (count < batch) break;
    }
  }
  return { deleted, months, isPartial: false };
}

export { selectPurges as purgesOf } from './purge-store.ts';
