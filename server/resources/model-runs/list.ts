/**
 * The list of a workspace's runs, newest first by id. A filter looks at a bounded number of rows, so that
 * no list can become slow: a page may be short, or empty, and still have a cursor.
 */
import type { Queryable } from '../../db/pool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts';
import { idBoundOf, idToUuid } from '../../kernel/ids.ts';
import { scanRuns, searchRuns } from './list-store.ts';
import type { Run } from './run.ts';
import { toRun } from './run-row.ts';

export interface ListQuery {
  limit: number;
  cursor?: string;
  state?: string;
  model?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  idempotencyKey?: string;
  sessionId?: string;
  endUserId?: string;
  /** UUID of the key that created them. */
  apiKey?: string;
  /** A run's id, or exactly its request key, its session or its end user. */
  search?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

/** Rows that one page looks at while it filters. */
const SCANNED_ROWS = 1_000;

/** Ids carry the clock of the process that made them; times are the database's. */
const CLOCK_SLACK_MS = 600_000;

export async function listRuns(
  db: Queryable,
  workspace: string,
  query: ListQuery,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, UUID);
  const { search } = query;
  const scan = {
    workspace,
    before: lowest(
      before ?? HIGHEST_UUID,
      idBound(query.createdBefore, CLOCK_SLACK_MS, HIGHEST_UUID),
    ),
    after: idBound(query.createdAfter, -CLOCK_SLACK_MS, LOWEST_UUID),
    filter: query,
    scanAtMost: SCANNED_ROWS,
    takeAtMost: query.limit + 1,
  };
  const rows =
    search === undefined
      ? await scanRuns(db, scan)
      : await searchRuns(db, scan, { text: search, uuid: idToUuid('run', search) ?? null });
  const matching = rows.filter((row) => row.id !== null);
  const page = matching.slice(0, query.limit);
  const { scanned, last_id } = rows[0]!;
  const next =
    matching.length > page.length ? page.at(-1)!.id : scanned === SCANNED_ROWS ? last_id : null;
  return {
    runs: page.map((row) => toRun(row)),
    nextCursor: next === null ? null : encodeCursor(next),
  };
}

function idBound(moment: Date | undefined, slackMs: number, fallback: string): string {
  return moment ? idBoundOf(moment.getTime() + slackMs) : fallback;
}

function lowest(a: string, b: string): string {
  return a < b ? a : b;
}
