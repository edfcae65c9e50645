/**
 * Sums of the cost and usage of a workspace's runs and of the spans that its programs reported, and percentiles of their
 * durations. A query is analyzed first: which source can answer it, and whether it is within its bounds.
 */

import { KINDS } from '../kinds.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { idToUuid, LOWEST_UUID } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import { type Fault, invalidRequest, Problem } from '../platform/lib/problem.ts';
import type { ConcurrencyLimit } from '../platform/lib/shares.ts';
import {
  countLatencyBytes,
  countMetricRows,
  type Filters,
  type GroupRow,
  type MetricsRow,
  type MetricsSelection,
  REPORTED_BOUNDS,
  REPORTED_DIMENSIONS,
  type ReportedRow,
  type ReportedSpans,
  reportedIn,
  type Source,
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

/*
 * Analyzes a query of metrics: which of the three sources can answer it, and how much it may read. Refuses a query
 * beyond its bounds before anything is summed.
 */

/** The measures of runs, and those of the spans that programs sent: no figure mixes the two. */
const OF_RUNS = ['charged', 'count', 'tokens', 'latency', 'errorRate'] as const;
const OF_SPANS = ['reportedCost', 'reportedTokens'] as const;
export const MEASURES = [...OF_RUNS, ...OF_SPANS] as const;
export type Measure = (typeof MEASURES)[number];

/** As in the contract. */
interface MetricsInput {
  measures: readonly Measure[];
  dimensions?: readonly string[] | null;
  filters?: readonly { dimension: string; values: readonly string[] }[] | null;
  from: string;
  to: string;
  interval?: 'hour' | 'day' | null;
}

export type MetricsQuery = Omit<MetricsSelection, 'workspace' | 'atMost'> & {
  measures: readonly Measure[];
  /** Whether some measure is of runs, and whether some is of spans. */
  ofRuns: boolean;
  ofSpans: boolean;
};

const LABEL = 'metadata.';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest time range for each length of a point. */
const MOST_DAYS = { hour: 31, day: 366, all: 366 };
/** For sources that are read run by run or span by span. */
const MOST_DAYS_ONE_BY_ONE = 7;
/** As exact as the answer, with ids. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 11, 31, 23);
/** Usage by end user has these. */
const WITH_END_USERS = new Set(['endUserId', 'kind', 'state', 'errorCode']);

/** Throws the refusal of the query. */
function toMetricsQuery(input: MetricsInput, mostDaysOfSpans: number): MetricsQuery {
  const { measures } = input;
  const [dimensions, filters] = [input.dimensions ?? [], input.filters ?? []];
  const interval = input.interval ?? undefined;
  const source = sourceOf([...dimensions, ...filters.map(({ dimension }) => dimension)]);
  const ofSpans = OF_SPANS.some((name) => measures.includes(name));
  if (ofSpans) refuseWhatSpansLack(dimensions, filters);
  const span = wholeSpan(input, source, ofSpans ? mostDaysOfSpans : undefined);
  return {
    ...span,
    ...{ measures, source, interval, ofSpans },
    ofRuns: OF_RUNS.some((name) => measures.includes(name)),
    dimensions: dimensions.filter((name) => !name.startsWith(LABEL)),
    subjectKinds: KINDS.filter(({ subject }) => dimensions.includes(subject)).map(
      ({ kind }) => kind,
    ),
    labels: dimensions.filter((name) => name.startsWith(LABEL)).map(nameOfLabel),
    filters: toFilters(filters),
    withLatencies: measures.includes('latency'),
  };
}

/** The source that has all dimensions of runs. */
function sourceOf(named: readonly string[]): Source {
  if (named.some((name) => name === 'sessionId' || name.startsWith(LABEL))) return 'runs';
  if (!named.includes('endUserId')) return 'hours';
  return named.every((name) => WITH_END_USERS.has(name)) ? 'endUsers' : 'runs';
}

/** Widened to whole hours or days in UTC. */
function wholeSpan(
  input: MetricsInput,
  source: Source,
  mostDaysOfSpans: number | undefined,
): { from: Date; to: Date } {
  const step = input.interval === 'day' ? DAY_MS : HOUR_MS;
  const requested = {
    from: toDate('from', input.from, IN_BODY),
    to: toDate('to', input.to, IN_BODY),
  };
  const from = Math.floor(requested.from.getTime() / step) * step;
  const to = Math.ceil(requested.to.getTime() / step) * step;
  if (from < EARLIEST_MS) throw badSpan('from', 'is before 1970');
  if (to > LATEST_MS) throw badSpan('to', 'is after the year 9999');
  if (to <= from) throw badSpan('to', 'must be later than from');
  const days = MOST_DAYS[input.interval ?? 'all'];
  if (to - from > days * DAY_MS) {
    throw tooWide(`is more than ${days} days before to`, '#/from');
  }
  const refuseBeyond = (most: number, why: string) => {
    if (to - from > most * DAY_MS) {
      throw tooWide(`is more than ${most} days before to: ${why}`, '#/from');
    }
  };
  if (mostDaysOfSpans !== undefined) refuseBeyond(mostDaysOfSpans, SPAN_BY_SPAN);
  if (source === 'runs') refuseBeyond(MOST_DAYS_ONE_BY_ONE, RUN_BY_RUN);
  return { from: new Date(from), to: new Date(to) };
}

const SPAN_BY_SPAN = 'what programs reported is read span by span';
const RUN_BY_RUN =
  'sessions, labels, and end users together with other dimensions are read run by run';

/** A figure of spans filtered by a dimension of runs would have a different meaning. */
function refuseWhatSpansLack(
  dimensions: readonly string[],
  filters: readonly { dimension: string }[],
): void {
  const named = [
    ...dimensions.map((name, i) => ({ name, pointer: `#/dimensions/${i}` })),
    ...filters.map(({ dimension: name }, i) => ({ name, pointer: `#/filters/${i}/dimension` })),
  ];
  const errors = named
    .filter(({ name }) => !REPORTED_DIMENSIONS.has(name))
    .map(({ pointer }): Fault => ({ pointer, detail: LACKS, code: 'unsupported' }));
  const [first] = errors;
  if (first) throw new Problem('invalid_request', `${first.pointer} ${LACKS}.`, { errors });
}

const LACKS =
  'is not a dimension of what programs reported: they are model, tool, sessionId and endUserId';

/** Filters of one dimension all apply. */
function toFilters(given: readonly { dimension: string; values: readonly string[] }[]): Filters {
  const filters: Record<string, readonly string[]> = {};
  // Labels can have any name, including that of the prototype.
  const labels: Record<string, readonly string[]> = Object.create(null);
  for (const { dimension, values } of given) {
    const [holder, name] = dimension.startsWith(LABEL)
      ? [labels, nameOfLabel(dimension)]
      : [filters, dimension];
    const before = Object.hasOwn(holder, name) ? holder[name]! : values;
    holder[name] = values.filter((value) => before.includes(value));
  }
  const { keyId, ...rest } = filters;
  const subjects = Object.entries(rest).filter(([name]) => isSubject(name));
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !isSubject(name))),
    ...(subjects.length > 0 && { subjects: Object.fromEntries(subjects) }),
    ...(keyId && { keyId: keyId.map((id) => idToUuid('key', id) ?? LOWEST_UUID) }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
}

function isSubject(dimension: string): boolean {
  return KINDS.some(({ subject }) => subject === dimension);
}

function nameOfLabel(dimension: string): string {
  return dimension.slice(LABEL.length);
}

/** `detail` continues the sentence about the target of `pointer`. */
function tooWide(detail: string, pointer: string): Problem {
  const errors: Fault[] = [{ pointer, detail, code: 'range' }];
  return new Problem('metrics_too_wide', `${pointer} ${detail}.`, { errors });
}

function badSpan(member: string, detail: string): Problem {
  return invalidRequest({ pointer: `#/${member}`, detail, code: 'range' }, member);
}

const IN_BODY = { inBody: true };
