/**
 * Removes content: what a workspace no longer keeps, and what belongs to one end user. State and money of the runs stay.
 * Once a purge is recorded, nobody can read the content, and the service removes it later: a whole month if nobody keeps
 * any of it, otherwise in batches that hold no lock for long. Any number of processes may purge; one at a time makes
 * progress.
 */
import { randomBytes } from 'node:crypto';
import { runIdOf } from '../kinds.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import {
  deletePayloads,
  eraseRuns,
  type FoundRun,
  keepMonths,
  notePurges,
  renameEndUser,
  selectPurges,
  selectRunsOfEndUser,
  selectRunsOfParents,
} from './content-store.ts';

export { type FoundRun, selectPurges as purgesOf } from './content-store.ts';

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
const PURGED_AT_ONCE = 1_000;

export async function purgePayloads(db: Db, options: PurgeOptions): Promise<Purged> {
  const {
    mostDays,
    workspace = null,
    withinMs,
    batch = PURGED_AT_ONCE,
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

/** The most runs that one statement names. */
const NAMED_AT_ONCE = 500;

/** The runs that name the end user, those of their sessions that name nobody else, and all children of these. */
export async function runsOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<FoundRun[]> {
  const found = new Map<string, FoundRun>();
  let added = await selectRunsOfEndUser(db, workspace, endUser);
  while (added.length > 0) {
    for (const run of added) found.set(run.id, run);
    const wanted: FoundRun[] = [];
    for (const batch of inBatches(added.map(({ kind, id }) => runIdOf(kind, id)))) {
      wanted.push(...(await selectRunsOfParents(db, workspace, batch)));
    }
    added = wanted.filter(({ id }) => !found.has(id));
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the number of erased runs; open runs are not erased. */
export async function eraseEndUserFromRuns(
  db: Db,
  workspace: string,
  { endUser, runs }: { endUser: string; runs: readonly FoundRun[] },
): Promise<number> {
  let erased = 0;
  for (const ids of inBatches(runs.map(({ id }) => id)))
    erased += await eraseRuns(db, workspace, ids);
  const name = `erased-${randomBytes(9).toString('hex')}`;
  await renameEndUser(db, workspace, { endUser, name });
  return erased;
}

function* inBatches(all: readonly string[]): Generator<string[]> {
  for (let from = 0; from < all.length; from += NAMED_AT_ONCE)
    yield all.slice(from, from + NAMED_AT_ONCE);
}
