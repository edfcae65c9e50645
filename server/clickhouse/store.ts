/** The spans of programs in ClickHouse. PostgreSQL counts the daily quota of a workspace. */
import { allOf, type ClickHouse, joined, statement } from '../platform/db/clickhouse/connection.ts';
import type { SpanGroup } from '../runs/index.ts';
import type { SpanQuota } from '../traces/quota-store.ts';
import {
  type ClientSpan,
  type ClientSpanQuery,
  type ClientSpanSums,
  type ListedSpan,
  plainKey,
  type SpanStore,
} from '../traces/span.ts';
import {
  beside,
  dateOf,
  detailOf,
  type Key,
  keyOf,
  MOST_LEVELS,
  matching,
  numberOf,
  ofKeys,
  ofTrace,
  ofWorkspace,
  positionOf,
  type Row,
  rowOf,
  summaryOf,
} from './row.ts';

interface ClickHouseSpans {
  clickHouse: ClickHouse;
  quota: SpanQuota;
}

const COLUMNS = `toUnixTimestamp64Micro(started_at) as micros, trace, span, parent_span, duration, name, kind, status,
  status_message, service, operation, model, tool, input_tokens, output_tokens, cached_tokens, reasoning_tokens,
  toString(reported_cost) as reported_cost, session_id, end_user_id, truncated`;
const SPANS = `select ${COLUMNS} from client_span final where`;
const DETAIL = `select ${COLUMNS}, attributes, events, input, output from client_span final where`;
const KEYS =
  'select toUnixTimestamp64Micro(started_at) as micros, span, trace from client_span where';
/** The trace is part of the key, so its filter hides no version of a span. */
const BY_TRACE = 'settings use_skip_indexes_if_final_exact_mode = 0';
const OLDEST = `order by started_at, span limit {most:UInt32} ${BY_TRACE}`;
const NEWEST = 'order by started_at desc, span desc, trace desc limit {most:UInt32}';
const EDGE = "started_at >= fromUnixTimestamp64Micro({edge:Int64}, 'UTC')";
const ONE_SPAN = 'span = {span:UInt64}';
const AMONG = `started_at >= fromUnixTimestamp64Micro({from:Int64}, 'UTC')
  and started_at <= fromUnixTimestamp64Micro({to:Int64}, 'UTC')
  and trace in {traces:Array(UUID)} and span in {spans:Array(UInt64)}`;
const KEYS_FROM: Record<SpanGroup, string> = {
  trace: 'select distinct toString(trace) as key from client_span final where',
  session: 'select distinct session_id as key from client_span final where',
  endUser: 'select distinct end_user_id as key from client_span final where',
};
const PICKED_HEAD: Record<SpanGroup, string> = {
  trace: 'select trace as key,',
  session: 'select session_id as key,',
  endUser: 'select end_user_id as key,',
};
const PICKED = `started_at, duration, trace, span, parent_span, name, status, reported_cost, session_id, end_user_id
      from client_span final where`;
/** One row beyond the newest ones shows whether there are more. */
const PICKED_END = `order by started_at desc limit {most:UInt32} + 1 by key`;
const SUMS = `), placed as (
    select *, row_number() over (partition by key order by started_at desc) as place from picked
  ), firsts as (
    select * from placed where place <= {most:UInt32} order by started_at limit 1 by key, trace, span
  ), above as (
    select f.key as key, f.trace as trace, assumeNotNull(f.parent_span) as span, 1 as level from firsts f
    where isNotNull(f.reported_cost) and isNotNull(f.parent_span) and f.parent_span != f.span
    union all
    select distinct p.key as key, p.trace as trace, assumeNotNull(p.parent_span) as span, a.level + 1 as level
    from firsts p inner join above a on a.key = p.key and a.trace = p.trace and a.span = p.span
    where isNotNull(p.parent_span) and a.level < ${MOST_LEVELS}
  )
  select toString(s.key) as key, count() as spans, countIf(s.status = 'error') as errors,
    toString(sumIf(s.reported_cost, (s.key, s.trace, s.span) not in (select key, trace, span from above))) as reported_cost,
    toUnixTimestamp64Micro(min(s.started_at)) as first_at,
    toUnixTimestamp64Micro(max(s.started_at)) as last_at,
    max(toUnixTimestamp64Micro(s.started_at) + intDiv(s.duration, 1000)) as ends_at,
    argMin(s.name, (s.started_at, s.span)) as first_name,
    argMaxIf(s.session_id, s.started_at, isNotNull(s.session_id)) as session_id,
    argMaxIf(s.end_user_id, s.started_at, isNotNull(s.end_user_id)) as end_user_id,
    s.key in (select key from placed where place > {most:UInt32}) as is_partial
  from firsts s group by s.key`;

/** A bound value may have 128 KiB. */
const SPANS_OF_A_QUERY = 1_000;
const KEYS_OF_A_QUERY = 50;

export function createClickHouseStore({ clickHouse, quota }: ClickHouseSpans): SpanStore {
  return {
    save: (workspace, spans) => saveSpans({ clickHouse, quota }, workspace, spans),
    list: (workspace, query) => listSpans(clickHouse, workspace, query),

    async ofTrace(workspace, traceId, atMost) {
      const condition = allOf(ofWorkspace(workspace), ofTrace(traceId));
      const oldest = statement(OLDEST, { most: atMost });
      const rows = await clickHouse.query<Row>(joined(SPANS, condition, oldest));
      return rows.map(summaryOf);
    },

    async get(workspace, traceId, spanId) {
      const span = statement(ONE_SPAN, { span: numberOf(spanId) });
      const condition = allOf(ofWorkspace(workspace), ofTrace(traceId), span);
      const oldest = statement(OLDEST, { most: 1 });
      const [row] = await clickHouse.query<Row>(joined(DETAIL, condition, oldest));
      return row && detailOf(row);
    },

    sums(by, workspace, keys, atMost) {
      return inParts(keys, KEYS_OF_A_QUERY, async (part) => {
        const condition = allOf(ofWorkspace(workspace), ofKeys(by, part));
        const head = ['with recursive picked as (', PICKED_HEAD[by], PICKED];
        const end = statement(PICKED_END, { most: atMost });
        const rows = await clickHouse.query<SumsRow>(
          joined(...head, condition, end, SUMS, by === 'trace' ? BY_TRACE : undefined),
        );
        return rows.map((row) => sumsOf(by, row));
      });
    },

    keysFrom(by, { workspace, keys, from, filter }) {
      return inParts(keys, KEYS_OF_A_QUERY, async (part) => {
        const condition = allOf(
          ...[ofWorkspace(workspace), ofKeys(by, part), beside('from', from), matching(filter)],
        );
        const rows = await clickHouse.query<{ key: string }>(joined(KEYS_FROM[by], condition));
        return rows.map(({ key }) => plainKey(by, key));
      });
    },
  };
}

/**
 * Leaves out existing spans first, so that the quota counts only new ones. If two callers send the same spans at the
 * same moment, both count, and the table keeps one of each.
 */
async function saveSpans(
  { clickHouse, quota }: ClickHouseSpans,
  workspace: string,
  spans: readonly ClientSpan[],
): Promise<number> {
  // The first span with a key counts.
  const given = new Map(spans.toReversed().map((span) => [positionOf(keyOf(span)), span]));
  const there = new Set(
    await inParts([...given.values()], SPANS_OF_A_QUERY, (part) =>
      keysThere(clickHouse, workspace, part),
    ),
  );
  const fresh = [...given].filter(([key]) => !there.has(key)).map(([, span]) => span);
  if (fresh.length === 0) {
    await quota.check(workspace);
    return 0;
  }
  const rows = fresh.map((span) => rowOf(workspace, span));
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
  const giveBack = await quota.take(workspace, { spans: rows.length, bytes });
  try {
    await clickHouse.insert('client_span', rows);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return fresh.length;
}

async function keysThere(
  clickHouse: ClickHouse,
  workspace: string,
  spans: readonly ClientSpan[],
): Promise<string[]> {
  const keys = spans.map(keyOf);
  const micros = keys.map((key) => BigInt(key.micros)).sort((a, b) => (a < b ? -1 : 1));
  const among = statement(AMONG, {
    ...{ from: String(micros[0]), to: String(micros.at(-1)) },
    traces: [...new Set(keys.map(({ trace }) => trace))],
    // As numbers: ClickHouse would quote text in an array.
    spans: [...new Set(keys.map(({ span }) => BigInt(span)))],
  });
  const condition = allOf(ofWorkspace(workspace), among);
  const rows = await clickHouse.query<Key>(joined(KEYS, condition));
  return rows.map(positionOf);
}

async function inParts<Key, Found>(
  keys: readonly Key[],
  most: number,
  read: (part: readonly Key[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let i = 0; i < keys.length; i += most) found.push(...(await read(keys.slice(i, i + most))));
  return found;
}

/**
 * First finds the end of the page by the keys alone, which are sorted in this order; then reads the rows in between. So
 * FINAL, which merges everything that it reads, reads a page and not a month.
 */
async function listSpans(
  clickHouse: ClickHouse,
  workspace: string,
  { filter, before, limit }: ClientSpanQuery,
): Promise<{ spans: ListedSpan[]; next: string | null }> {
  const condition = allOf(
    ofWorkspace(workspace),
    matching(filter),
    before === undefined ? undefined : beside('below', before),
  );
  const newest = statement(NEWEST, { most: limit + 1 });
  const keys = await clickHouse.query<Key>(joined(KEYS, condition, newest));
  const edge = keys.at(-1);
  if (!edge) return { spans: [], next: null };
  const within = allOf(condition, statement(EDGE, { edge: edge.micros }));
  const rows = await clickHouse.query<Row>(joined(SPANS, within, newest));
  const spans = rows.slice(0, limit).map(listedOf);
  if (keys.length <= limit) return { spans, next: null };
  // Duplicate spans that are not merged yet make a page shorter, and do not end the list.
  const next = rows.length > limit ? spans.at(-1)!.position : positionOf(rows.at(-1) ?? edge);
  return { spans, next };
}

function listedOf(row: Row): ListedSpan {
  return { ...summaryOf(row), position: positionOf(row) };
}

interface SumsRow {
  key: string;
  spans: string;
  errors: string;
  reported_cost: string | null;
  first_at: string;
  last_at: string;
  ends_at: string;
  first_name: string;
  session_id: string | null;
  end_user_id: string | null;
  is_partial: number;
}

function sumsOf(by: SpanGroup, row: SumsRow): ClientSpanSums {
  return {
    key: plainKey(by, row.key),
    spans: Number(row.spans),
    errors: Number(row.errors),
    reportedCost: row.reported_cost,
    firstAt: dateOf(row.first_at),
    lastAt: dateOf(row.last_at),
    endsAt: dateOf(row.ends_at),
    firstName: row.first_name,
    sessionId: row.session_id,
    endUserId: row.end_user_id,
    isPartial: Boolean(row.is_partial),
  };
}
