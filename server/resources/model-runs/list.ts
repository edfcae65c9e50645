/**
 * The list of a workspace's runs, newest first by id. A filter looks at a bounded number of rows, so that
 * no list can become slow: a page may be short, or empty, and still have a cursor.
 */
import type { Queryable } from '../../db/pool.ts';
import { idBoundOf, idToUuid } from '../../kernel/ids.ts';
import { scanRuns, searchRuns } from './list-store.ts';
import type { Run, RunState } from './run.ts';
import { toRun } from './run-row.ts';

export interface ListQuery {
  limit: number;
  /** The `next` of the page before. */
  before?: string;
  /** In one of these. */
  states?: readonly RunState[];
  model?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  idempotencyKey?: string;
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
  /** UUID of the key that created them. */
  apiKey?: string;
  /** A run's id, or exactly its request key, its session or its end user. */
  search?: string;
}

const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

/** Rows that one page looks at while it filters. */
const SCANNED_ROWS = 1_000;

/** Ids carry the clock of the process that made them; times are the database's. */
const CLOCK_SLACK_MS = 600_000;

export interface RunPage {
  runs: Run[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

export async function listRuns(
  db: Queryable,
  workspace: string,
  query: ListQuery,
): Promise<RunPage> {
  const { before = HIGHEST_UUID, search } = query;
  const scan = {
    workspace,
    before: lowest(before, idBound(query.createdBefore, CLOCK_SLACK_MS, HIGHEST_UUID)),
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
  return { runs: page.map((row) => toRun(row)), next };
}

function idBound(moment: Date | undefined, slackMs: number, fallback: string): string {
  return moment ? idBoundOf(moment.getTime() + slackMs) : fallback;
}

function lowest(a: string, b: string): string {
  return a < b ? a : b;
}
