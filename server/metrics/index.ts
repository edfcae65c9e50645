/**
 * Metrics of a workspace: sums of the cost and usage of its runs, and percentiles of their durations; and what its
 * programs reported in spans. The next answer includes a run that has just ended.
 */

import { KINDS } from '../kinds.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { Problem } from '../platform/lib/problem.ts';
import type { ConcurrencyLimit } from '../platform/lib/shares.ts';
import { type MetricsInput, type MetricsQuery, toMetricsQuery, tooWide } from './query.ts';
import {
  countLatencyBytes,
  countMetricRows,
  type GroupRow,
  type MetricsRow,
  type MetricsSelection,
  REPORTED_BOUNDS,
  type ReportedRow,
  type ReportedSpans,
  reportedIn,
  selectMetrics,
} from './store.ts';

/** Of the answer: points in time, each with its groups. */
const MOST_ROWS = 10_000;
/** The maximum of rows to sum. */
const MOST_ADDED_UP = { hours: 500_000, endUsers: 500_000, runs: 100_000 };

/** The maximum of durations; the database's answer contains twice as many bytes. */
const MOST_LATENCY_BYTES = 48 * 1_048_576;

/** What the runs or spans of a group share; `subjects` by what they are of: `model`, for one. */
type Group = Omit<GroupRow, 'subject_kind' | 'subject'> & {
  subjects: Readonly<Record<string, string>>;
};

/** The figures of a group at a point in time. No figure mixes runs and spans. */
export interface MetricsGroup {
  group: Group;
  ofRuns?: MetricsRow;
  ofSpans?: ReportedRow;
}

export interface Metrics {
  query: MetricsQuery;
  /** By time; at one time, by the cost of the runs; groups without runs last. */
  groups: MetricsGroup[];
}

export interface MetricsSources {
  /** With a short timeout. */
  db: Db;
  /** Of workspaces. */
  limit: ConcurrencyLimit;
  /** If the spans of programs are stored outside PostgreSQL. */
  reported?: ReportedSpans | undefined;
}

export async function readMetrics(
  { db, limit, reported }: MetricsSources,
  workspace: string,
  input: MetricsInput,
): Promise<Metrics> {
  const query = toMetricsQuery(input, (reported?.bounds ?? REPORTED_BOUNDS).days);
  const selection = { ...query, workspace, atMost: MOST_ROWS + 1 };
  const { runs, spans } = await limit.run(workspace, async () => {
    const elsewhere = reported && query.ofSpans ? await readSpans(reported, selection) : [];
    return db.transaction(async (tx) => ({
      runs: query.ofRuns ? await readRuns(tx, selection) : [],
      spans: query.ofSpans && !reported ? await readSpans(reportedIn(tx), selection) : elsewhere,
    }));
  });
  const groups = together(runs, spans);
  if (groups.length > MOST_ROWS) {
    const detail = `give more than ${MOST_ROWS} rows: points in time, each with its groups`;
    throw tooWide(detail, '#/dimensions');
  }
  return { query, groups };
}

async function readRuns(tx: Queryable, selection: MetricsSelection): Promise<MetricsRow[]> {
  const most = MOST_ADDED_UP[selection.source];
  const count = await countMetricRows(tx, selection, most + 1);
  if (count > most) throw tooMuch(most, ADDED_UP[selection.source]);
  if (selection.withLatencies && (await countLatencyBytes(tx, selection)) > MOST_LATENCY_BYTES) {
    throw tooWide('has too many different durations to put together before to', '#/from');
  }
  return selectMetrics(tx, selection);
}

async function readSpans(
  reported: ReportedSpans,
  selection: MetricsSelection,
): Promise<ReportedRow[]> {
  const most = reported.bounds.spans;
  if ((await reported.count(selection, most + 1)) > most) throw tooMuch(most, 'spans');
  return reported.select(selection);
}

const ADDED_UP = { hours: 'rows', endUsers: 'rows of end users', runs: 'runs' };

function tooMuch(most: number, what: string): Problem {
  return tooWide(`has more than ${most} ${what} to add up before to`, '#/from');
}

function together(runs: readonly MetricsRow[], spans: readonly ReportedRow[]): MetricsGroup[] {
  const ofRuns = runs.map((row): MetricsGroup => ({ group: groupOfRuns(row), ofRuns: row }));
  if (spans.length === 0) return ofRuns;
  const groups = new Map(ofRuns.map((each) => [keyOf(each.group), each]));
  for (const row of spans) {
    const group = groupOfSpans(row);
    const known = groups.get(keyOf(group));
    if (known) known.ofSpans = row;
    else groups.set(keyOf(group), { group, ofSpans: row });
  }
  // Stable: within one time, the order stays.
  return [...groups.values()].sort((a, b) => timeOf(a) - timeOf(b));
}

/** By the dimensions of spans: a query for spans has no others. */
function keyOf(row: Pick<Group, 'start' | 'subjects' | 'end_user_id' | 'session_id'>): string {
  return JSON.stringify([row.start, row.subjects, row.end_user_id, row.session_id]);
}

/** What runs are of, by its name: nothing, or one of them. */
function groupOfRuns(row: MetricsRow): Group {
  const { subject_kind, subject, ...group } = row;
  const name = KINDS.find(({ kind }) => kind === subject_kind)?.subject;
  return { ...group, subjects: name === undefined || subject === null ? {} : { [name]: subject } };
}

function groupOfSpans(row: ReportedRow): Group {
  const { model, tool } = row;
  const subjects = { ...(model !== null && { model }), ...(tool !== null && { tool }) };
  return { ...NO_GROUP, ...row, subjects };
}

function timeOf({ group }: MetricsGroup): number {
  return group.start?.getTime() ?? 0;
}

const NO_GROUP: Group = {
  ...{ start: null, kind: null, subjects: {}, api_key: null },
  ...{ state: null, error_code: null, prompt_id: null, prompt_version: null },
  ...{ end_user_id: null, session_id: null, labels: null },
};

export { MEASURES, type Measure } from './query.ts';
