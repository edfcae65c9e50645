/** One end user of a workspace: which runs belong to them, and what erasing leaves of these. */
import { randomBytes } from 'node:crypto';
import { runIdOf } from '../kinds.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import {
  eraseRuns,
  type FoundRun,
  renameEndUser,
  selectRunsOfEndUser,
  selectRunsOfParents,
} from './end-user-store.ts';

export type { FoundRun } from './end-user-store.ts';

/** The most runs that one statement names. */
const BATCH = 500;

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
  for (let from = 0; from < all.length; from += BATCH) yield all.slice(from, from + BATCH);
}
