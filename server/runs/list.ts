/**
 * The list of a workspace's runs, newest first by id. A filter scans a bounded number of rows, so that no list can
 * become slow: a page may be short, or empty, and still have a cursor.
 */
import type { Queryable } from '../platform/db/pool.ts';
import {
  earliestIdOf,
  HIGHEST_UUID,
  idToUuid,
  LOWEST_UUID,
  latestIdOf,
  uuidEndsOf,
} from '../platform/lib/ids.ts';
import {
  type ListQuery,
  LOOKED_AT,
  type Scan,
  type Scanned,
  scanRunOfKey,
  scanRuns,
  scanRunsOfParent,
  searchRuns,
} from './list-store.ts';
import type { Run, RunFacts } from './run.ts';
import { type RowReader, toRun } from './run-row.ts';

export interface RunPage<Facts extends RunFacts = RunFacts> {
  runs: Run<Facts>[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

export async function listRuns<Facts extends RunFacts>(
  db: Queryable,
  resource: RowReader<Facts> & { kind: string },
  workspace: string,
  query: ListQuery,
): Promise<RunPage<Facts>> {
  const { before = HIGHEST_UUID, createdAfter, createdBefore, limit } = query;
  const scan = {
    ...{ workspace, kind: resource.kind },
    before: createdBefore ? lowest(before, latestIdOf(createdBefore)) : before,
    after: createdAfter ? earliestIdOf(createdAfter) : LOWEST_UUID,
    filter: query,
    takeAtMost: limit + 1,
  };
  const { matching, end } = await findRuns(db, scan, query, resource);
  const page = matching.slice(0, limit);
  const next = matching.length > page.length ? page.at(-1)!.id : end;
  const rows = page.map(({ purged_with_others_at: others, content_purged_at: own, ...row }) =>
    toRun({ ...row, content_purged_at: own ?? others }, resource),
  );
  return { runs: rows, next };
}

/** `end` is the last row that was read; null if there are no more. */
async function findRuns(
  db: Queryable,
  scan: Omit<Scan, 'looksAt'>,
  query: ListQuery,
  reader: RowReader<RunFacts>,
): Promise<{ matching: Scanned[]; end: string | null }> {
  if (scan.takeAtMost > LOOKED_AT.few) return lookAt('all');
  const found = await lookAt('few');
  // Usually these rows are enough.
  const isEnough = found.matching.length === scan.takeAtMost || found.end === null;
  return isEnough ? found : lookAt('all');

  async function lookAt(looksAt: Scan['looksAt']) {
    const rows = await scanned(db, { ...scan, looksAt }, query, reader);
    const { scanned: seen, last_id } = rows[0]!;
    const matching = rows.filter((row) => row.id !== null);
    return { matching, end: seen === LOOKED_AT[looksAt] ? last_id : null };
  }
}

function scanned(
  db: Queryable,
  scan: Scan,
  { search, idempotencyKey, parentRun }: ListQuery,
  { idPrefix }: RowReader<RunFacts>,
) {
  if (search !== undefined) {
    return searchRuns(db, scan, {
      text: search,
      uuid: idToUuid(idPrefix, search) ?? null,
      ends: uuidEndsOf(search),
    });
  }
  if (idempotencyKey !== undefined) return scanRunOfKey(db, scan, idempotencyKey);
  return parentRun === undefined ? scanRuns(db, scan) : scanRunsOfParent(db, scan, parentRun);
}

function lowest(a: string, b: string): string {
  return a < b ? a : b;
}

export type { ListQuery } from './list-store.ts';
