/** The spans of programs in PostgreSQL: a partition for each day, and the port on top of it. */
import { decryptRows, encryptRows } from '../platform/db/encryption/index.ts';
import { sqlStateOf } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import { type SpanGroup, traceUuidOf } from '../runs/index.ts';
import { COST_BIT, COUNTED_COST, COVERED } from './counted-once.ts';
import {
  type DailyLimits,
  type DailySpans,
  dailyQuotaExceeded,
  spansOfDay,
} from './quota-store.ts';
import {
  type ClientSpanFilter,
  type ClientSpanSums,
  detailOf,
  listedOf,
  plainKey,
  positionOf,
  type Row,
  rowOf,
  SPAN_LIMITS,
  type SpanStore,
  spanContent,
  summaryOf,
} from './span.ts';

interface SpanStoreOptions {
  db: Db;
  /** For reads of many spans. */
  reads: Queryable;
  limits: DailyLimits;
  retentionDays: number;
}

/** Rows that one page examines while it filters. */
const SCANNED_ROWS = 1_000;
/** Partitions exist for this many days ahead. */
const DAYS_AHEAD = 3;
/** The result of `save_spans`. */
const QUOTA_EXCEEDED = 'SQ001';
/** There is no partition for a row. */
const CHECK_VIOLATION = '23514';

export function createSpanStore(options: SpanStoreOptions): SpanStore {
  const { reads } = options;
  return {
    async save(workspace, spans) {
      const rows = await encryptRows(options.db.cipher, spans.map(rowOf), spanContent(workspace));
      return saveSpans(options, workspace, { spans: rows.length, json: JSON.stringify(rows) });
    },

    async list(workspace, { filter, before, limit }) {
      const { text, name } = scanOf(filter);
      // Rows that an index finds need no further filter.
      const scanAtMost = isNarrowed(filter) ? SCANNED_ROWS : limit + 1;
      const rows = await reads.query<Row & { scanned: number; last: string | null }>(
        text,
        [...valuesOf(workspace, filter), ...positionOf(before), scanAtMost, limit + 1],
        name,
      );
      const matching = rows.filter((row) => row.span !== null);
      const fitting = matching.slice(0, limit);
      const read = await decryptRows(reads.cipher, fitting, spanContent(workspace));
      const page = read.map(listedOf);
      const { scanned, last } = rows[0]!;
      const atEdge = scanned === scanAtMost ? last : null;
      return { spans: page, next: matching.length > page.length ? page.at(-1)!.position : atEdge };
    },

    async ofTrace(workspace, traceId, atMost) {
      const values = [workspace, traceUuidOf(traceId), atMost];
      const rows = await reads.query<Row>(OF_TRACE, values, 'client_spans_of_a_trace');
      const read = await decryptRows(reads.cipher, rows, spanContent(workspace));
      return read.map(summaryOf);
    },

    async get(workspace, traceId, spanId) {
      const values = [workspace, traceUuidOf(traceId), Buffer.from(spanId, 'hex')];
      const rows = await reads.query<Row>(ONE, values, 'client_span');
      const [row] = await decryptRows(reads.cipher, rows, spanContent(workspace));
      return row && detailOf(row);
    },

    async sums(by, workspace, keys, atMost) {
      const { text, name } = SUMS[by];
      const values = [workspace, keys.map((key) => storedKey(by, key)), atMost];
      const rows = await reads.query<ClientSpanSums>(text, values, name);
      return rows.map((row) => ({ ...row, key: plainKey(by, row.key) }));
    },

    async keysFrom(by, { workspace, keys, from, filter }) {
      const { text, name } = KEYS_FROM[by];
      const stored = keys.map((key) => storedKey(by, key));
      const values = [...valuesOf(workspace, filter), ...positionOf(from), stored];
      const rows = await reads.query<{ key: string }>(text, values, name);
      return rows.map(({ key }) => plainKey(by, key));
    },
  };
}

async function saveSpans(
  options: SpanStoreOptions,
  workspace: string,
  { spans, json }: { spans: number; json: string },
): Promise<number> {
  const { db, retentionDays } = options;
  const day = dayOf(Date.now());
  const limit = options.limits(workspace);
  const saveOnce = () => saveOfDay(db, { workspace, day, limit }, json);
  try {
    return await saveOnce().catch(async (error: unknown) => {
      if (sqlStateOf(error) !== CHECK_VIOLATION) throw error;
      // The worker that creates partitions ahead has not run for days, or not yet.
      await keepSpanDays(db, retentionDays);
      return saveOnce();
    });
  } catch (error) {
    if (sqlStateOf(error) !== QUOTA_EXCEEDED) throw error;
    const used = await spansOfDay(db, workspace, day);
    throw dailyQuotaExceeded(limit, used, { spans, bytes: json.length });
  }
}

async function saveOfDay(
  db: Db,
  { workspace, day, limit }: { workspace: string; day: string; limit: DailySpans },
  input: string,
): Promise<number> {
  const [row] = await db.query<{ saved: number }>(
    'select save_spans($1, $2, $3, $4, $5::json) as saved',
    [workspace, day, limit.spans, limit.bytes, input],
    'save_spans',
  );
  return row!.saved;
}

/** Creates the partitions of the days that spans may belong to, and drops those whose retention is over. */
export async function keepSpanDays(db: Db, retentionDays: number): Promise<void> {
  const reach = Math.min(SPAN_LIMITS.maxAgeDays, retentionDays);
  await db.query('select * from keep_span_days($1, $2, $3)', [reach, DAYS_AHEAD, retentionDays]);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function storedKey(by: SpanGroup, key: string): string | undefined {
  return by === 'trace' ? traceUuidOf(key) : key;
}

const COLUMNS = `s.trace, s.span, s.parent_span, s.started_at, s.duration, s.name, s.kind, s.status, s.status_message,
  s.service, s.operation, s.model, s.tool, s.input_tokens, s.output_tokens, s.cached_tokens, s.reasoning_tokens,
  s.reported_cost::text, s.session_id, s.end_user_id, s.truncated`;
const OF_TRACE = `select ${COLUMNS} from client_span s where s.workspace = $1 and s.trace = $2
  order by s.started_at, s.span limit $3`;
const ONE = `select ${COLUMNS}, s.attributes, s.events, s.input, s.output from client_span s
  where s.workspace = $1 and s.trace = $2 and s.span = $3 order by s.started_at limit 1`;
/** The position of a span in the list: microseconds, span and trace. */
const POSITION = `(extract(epoch from s.started_at) * 1000000)::bigint || '.' || encode(s.span, 'hex') || '.' || s.trace`;

/** The time bounds are partition bounds too. */
const IN_TIME = `($9::timestamptz is null or s.started_at > $9) and ($10::timestamptz is null or s.started_at < $10)`;
const MATCHES = `($2::uuid is null or s.trace = $2) and ($3::text is null or s.operation = $3)
   and ($4::text is null or s.model = $4) and ($5::text is null or s.tool = $5)
   and ($6::text is null or s.session_id = $6) and ($7::text is null or s.end_user_id = $7)
   and ($8::text is null or s.status = $8)`;
const BELOW = `($11::timestamptz is null or s.started_at <= $11)
   and ($11::timestamptz is null or (s.started_at, s.span, s.trace) < ($11, $12::bytea, $13::uuid))`;
const ABOVE = `s.started_at >= $11 and (s.started_at, s.span, s.trace) >= ($11, $12::bytea, $13::uuid)`;
const PAGE = `page as (
   select s.*, ${POSITION} as position from scanned s where ${MATCHES}
   order by s.started_at desc, s.span desc, s.trace desc limit $15
 ), edge as (
   select count(*)::integer as scanned, (array_agg(${POSITION} order by s.started_at, s.span, s.trace))[1] as last
   from scanned s
 )
 select edge.scanned, edge.last, page.* from edge left join page on true
 order by page.started_at desc, page.span desc, page.trace desc`;
const NEWEST = `order by s.started_at desc, s.span desc, s.trace desc limit $14`;

const SCANS = {
  all: {
    name: 'client_spans_all',
    text: `with scanned as materialized (select ${COLUMNS} from client_span s
     where s.workspace = $1 and ${IN_TIME} and ${BELOW} ${NEWEST}), ${PAGE}`,
  },
  trace: {
    name: 'client_spans_trace',
    text: `with scanned as materialized (select ${COLUMNS} from client_span s
     where s.workspace = $1 and s.trace = $2 and ${IN_TIME} and ${BELOW} ${NEWEST}), ${PAGE}`,
  },
  session: {
    name: 'client_spans_session',
    text: `with scanned as materialized (select ${COLUMNS} from client_span s
     where s.session_id = $6 and s.workspace = $1 and ${IN_TIME} and ${BELOW} ${NEWEST}), ${PAGE}`,
  },
  user: {
    name: 'client_spans_user',
    text: `with scanned as materialized (select ${COLUMNS} from client_span s
     where s.end_user_id = $7 and s.workspace = $1 and ${IN_TIME} and ${BELOW} ${NEWEST}), ${PAGE}`,
  },
};

/** Conditions beyond those that the scan itself uses. */
function isNarrowed({ startedAfter: _, startedBefore: __, ...filter }: ClientSpanFilter): boolean {
  const { traceId, sessionId, endUserId } = filter;
  const found = traceId ?? sessionId ?? endUserId;
  return Object.keys(filter).length > (found === undefined ? 0 : 1);
}

function scanOf({ traceId, sessionId, endUserId }: ClientSpanFilter) {
  if (traceId !== undefined) return SCANS.trace;
  if (sessionId !== undefined) return SCANS.session;
  return endUserId === undefined ? SCANS.all : SCANS.user;
}

const SUM = `count(*)::integer as spans, (count(*) filter (where s.status = 'error'))::integer as errors,
   trim_scale(sum(${COUNTED_COST}))::text as "reportedCost",
   min(s.started_at) as "firstAt", max(s.started_at) as "lastAt",
   max(s.started_at + s.duration / 1000 * interval '1 microsecond') as "endsAt",
   (array_agg(s.name order by s.started_at, s.span))[1] as "firstName",
   (array_agg(s.session_id order by s.started_at desc) filter (where s.session_id is not null))[1] as "sessionId",
   (array_agg(s.end_user_id order by s.started_at desc) filter (where s.end_user_id is not null))[1] as "endUserId",
   bool_or(s.has_more) as "isPartial"`;

/** Around the keys and a condition: the sums of each key `k` over its newest `$3` spans `s` for which it holds. */
const PICKED = `with recursive picked as materialized (
     select k.key::text, s.*, k.place || s.trace::text || encode(s.span, 'hex') as id,
       k.place || s.trace::text || encode(s.parent_span, 'hex') as parent
     from unnest(`;
const NEWEST_WHERE = `) with ordinality k (key, place) cross join lateral (
       select x.*, count(*) over () > $3 as has_more from (
         select s.trace, s.span, s.parent_span, s.started_at, s.duration, s.name, s.status, s.reported_cost,
           s.session_id, s.end_user_id
         from client_span s where`;
const SUMMED = `order by s.started_at desc limit $3::integer + 1
       ) x order by x.started_at desc limit $3::integer
     ) s
   ), spans as materialized (
     select distinct on (s.id) s.* from picked s order by s.id, s.started_at
   ), reporting as (
     select s.*, ${COST_BIT} as figures from spans s where s.reported_cost is not null
   ), ${COVERED}
   select s.key, ${SUM} from spans s group by s.key`;

const SUMS = {
  trace: {
    name: 'client_span_sums_of_trace',
    text: `${PICKED}$2::uuid[]${NEWEST_WHERE} s.workspace = $1 and s.trace = k.key ${SUMMED}`,
  },
  session: {
    name: 'client_span_sums_of_session',
    text: `${PICKED}$2::text[]${NEWEST_WHERE} s.session_id = k.key and s.workspace = $1 ${SUMMED}`,
  },
  endUser: {
    name: 'client_span_sums_of_end_user',
    text: `${PICKED}$2::text[]${NEWEST_WHERE} s.end_user_id = k.key and s.workspace = $1 ${SUMMED}`,
  },
};

const KEYS_FROM = {
  trace: {
    name: 'client_span_keys_of_trace',
    text: `select k.key::text from unnest($14::uuid[]) k (key) where exists (
     select from client_span s where s.workspace = $1 and s.trace = k.key and ${ABOVE} and ${IN_TIME} and ${MATCHES})`,
  },
  session: {
    name: 'client_span_keys_of_session',
    text: `select k.key from unnest($14::text[]) k (key) where exists (
     select from client_span s where s.session_id = k.key and s.workspace = $1 and ${ABOVE} and ${IN_TIME} and ${MATCHES})`,
  },
  endUser: {
    name: 'client_span_keys_of_end_user',
    text: `select k.key from unnest($14::text[]) k (key) where exists (
     select from client_span s where s.end_user_id = k.key and s.workspace = $1 and ${ABOVE} and ${IN_TIME} and ${MATCHES})`,
  },
};

function valuesOf(workspace: string, filter: ClientSpanFilter): unknown[] {
  return [
    workspace,
    filter.traceId === undefined ? null : (traceUuidOf(filter.traceId) ?? LOWEST_UUID),
    ...[filter.operation ?? null, filter.model ?? null, filter.tool ?? null],
    ...[filter.sessionId ?? null, filter.endUserId ?? null, filter.status ?? null],
    ...[filter.startedAfter ?? null, filter.startedBefore ?? null],
  ];
}
