/** The SQL of runs as spans: in pages, by trace, and their sums. */
import { decryptRows } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { RUN_COLUMNS, type RunRow } from './columns.ts';
import { PAYLOAD } from './content-store.ts';
import type { RunState } from './run.ts';

/** Which runs to read; an absent member does not filter. */
export interface SpanFilter {
  /** UUID of a trace. */
  trace?: string;
  sessionId?: string;
  endUserId?: string;
  kinds?: readonly string[];
  subject?: string;
  states?: readonly RunState[];
  startedAfter?: Date;
  startedBefore?: Date;
}

interface SpanScan {
  workspace: string;
  /** Only ids below `before` and above `after`. */
  before: string;
  after: string;
  filter: SpanFilter;
  scanAtMost: number;
  takeAtMost: number;
}

export type SpanRow = RunRow & { parent_span: string | null };
type ScannedSpan = SpanRow & { scanned: number; last_id: string | null };

/** The sums of the runs of one trace, session or end user. */
export interface SpanSums {
  key: string;
  runs: number;
  pending: number;
  failed: number;
  charged: number;
  first_at: Date;
  last_at: Date;
  /** When the last of the ended runs ended. */
  ends_at: Date | null;
  first_kind: string;
  first_subject: string;
  session_id: string | null;
  end_user_id: string | null;
  /** There are more runs than were added up. */
  is_partial: boolean;
}

const COLUMNS = `${RUN_COLUMNS}, r.parent_span`;

const PAGE = `page as (
   select * from scanned s
   where ($6::text[] is null or s.kind = any ($6)) and ($7::text is null or s.subject = $7)
     and ($8::text[] is null or s.state = any ($8))
     and ($9::timestamptz is null or s.created_at > $9) and ($10::timestamptz is null or s.created_at < $10)
     and ($11::text is null or s.session_id = $11) and ($12::text is null or s.end_user_id = $12)
     and ($13::uuid is null or coalesce(s.trace, s.id) = $13)
   order by s.id desc limit $5
 ), edge as (
   select count(*)::integer as scanned, (array_agg(id order by id))[1] as last_id from scanned
 )
 select edge.scanned, edge.last_id, page.* from edge left join page on true order by page.id desc`;

const OF_WORKSPACE = `with scanned as materialized (
   select ${COLUMNS} from run r where r.workspace = $1 and r.id < $2 and r.id > $3 order by r.id desc limit $4
 ), ${PAGE}`;
const OF_SESSION = `with scanned as materialized (
   select ${COLUMNS} from run r
   where r.session_id = $11 and r.workspace = $1 and r.id < $2 and r.id > $3 order by r.id desc limit $4
 ), ${PAGE}`;
const OF_END_USER = `with scanned as materialized (
   select ${COLUMNS} from run r
   where r.end_user_id = $12 and r.workspace = $1 and r.id < $2 and r.id > $3 order by r.id desc limit $4
 ), ${PAGE}`;
/** The run with this UUID, and those that were created in its trace. */
const OF_TRACE = `with scanned as materialized (
   select * from (
     (select ${COLUMNS} from run r
      where r.workspace = $1 and r.id = $13 and r.trace is null and r.id < $2 and r.id > $3)
     union all
     (select ${COLUMNS} from run r
      where r.trace = $13 and r.workspace = $1 and r.id < $2 and r.id > $3 order by r.id desc limit $4)
   ) both_ways order by id desc limit $4
 ), ${PAGE}`;

/** Newest runs first, from a bounded number of rows; at least one row comes back, perhaps without a run. */
export function scanSpans(db: Queryable, scan: SpanScan): Promise<ScannedSpan[]> {
  const { filter } = scan;
  const values = [
    ...[scan.workspace, scan.before, scan.after, scan.scanAtMost, scan.takeAtMost],
    ...[filter.kinds ?? null, filter.subject ?? null, filter.states ?? null],
    ...[filter.startedAfter ?? null, filter.startedBefore ?? null],
    ...[filter.sessionId ?? null, filter.endUserId ?? null, filter.trace ?? null],
  ];
  if (filter.trace !== undefined) return db.query(OF_TRACE, values, 'span_scan_of_trace');
  if (filter.sessionId !== undefined) return db.query(OF_SESSION, values, 'span_scan_of_session');
  if (filter.endUserId !== undefined) return db.query(OF_END_USER, values, 'span_scan_of_user');
  return db.query(OF_WORKSPACE, values, 'span_scan');
}

/** The first runs of a trace, by their ids. */
export function runsOfTrace(
  db: Queryable,
  workspace: string,
  trace: string,
  atMost: number,
): Promise<SpanRow[]> {
  return db.query(
    `select * from (
       (select ${COLUMNS} from run r where r.workspace = $1 and r.id = $2 and r.trace is null)
       union all
       (select ${COLUMNS} from run r where r.trace = $2 and r.workspace = $1 order by r.id limit $3)
     ) both_ways order by id limit $3`,
    [workspace, trace, atMost],
    'runs_of_trace',
  );
}

const SUMS = `count(*)::integer as runs, (count(*) filter (where x.finished_at is null))::integer as pending,
   (count(*) filter (where x.state = 'failed'))::integer as failed,
   coalesce(sum(x.charged_amount), 0)::bigint as charged, min(x.created_at) as first_at, max(x.created_at) as last_at,
   max(x.finished_at) as ends_at,
   (array_agg(x.kind order by x.id))[1] as first_kind, (array_agg(x.subject order by x.id))[1] as first_subject,
   (array_agg(x.session_id order by x.id desc) filter (where x.session_id is not null))[1] as session_id,
   (array_agg(x.end_user_id order by x.id desc) filter (where x.end_user_id is not null))[1] as end_user_id,
   bool_or(x.has_more) as is_partial`;

/** Wraps a query: its newest `$3` rows, each with whether there are more. All rows if `$3` is null. */
const NEWEST = 'select x.*, count(*) over () > $3 as has_more from (';
const AT_MOST = ') x order by x.id desc limit $3::integer';

/** The sums of each trace, over its newest `atMost` runs, or over all if that is null. */
export function sumsOfTraces(
  db: Queryable,
  workspace: string,
  traces: readonly string[],
  atMost: number | null,
): Promise<SpanSums[]> {
  return db.query(
    `select k.key, ${SUMS} from unnest($2::uuid[]) k (key) cross join lateral (
       ${NEWEST}(select r.* from run r where r.workspace = $1 and r.id = k.key and r.trace is null)
       union all
       (select r.* from run r where r.trace = k.key and r.workspace = $1
        order by r.id desc limit $3::integer + 1)${AT_MOST}
     ) x group by k.key`,
    [workspace, traces, atMost],
    'sums_of_traces',
  );
}

export function sumsOfSessions(
  db: Queryable,
  workspace: string,
  sessions: readonly string[],
  atMost: number,
): Promise<SpanSums[]> {
  return db.query(
    `select k.key, ${SUMS} from unnest($2::text[]) k (key) cross join lateral (
       ${NEWEST}select r.* from run r where r.session_id = k.key and r.workspace = $1
       order by r.id desc limit $3::integer + 1${AT_MOST}
     ) x group by k.key`,
    [workspace, sessions, atMost],
    'sums_of_sessions',
  );
}

export function sumsOfEndUsers(
  db: Queryable,
  workspace: string,
  endUsers: readonly string[],
  atMost: number,
): Promise<SpanSums[]> {
  return db.query(
    `select k.key, ${SUMS} from unnest($2::text[]) k (key) cross join lateral (
       ${NEWEST}select r.* from run r where r.end_user_id = k.key and r.workspace = $1
       order by r.id desc limit $3::integer + 1${AT_MOST}
     ) x group by k.key`,
    [workspace, endUsers, atMost],
    'sums_of_end_users',
  );
}

const MATCHES = `($4::text[] is null or r.state = any ($4))
   and ($5::timestamptz is null or r.created_at > $5) and ($6::timestamptz is null or r.created_at < $6)
   and ($7::text is null or r.session_id = $7) and ($8::text is null or r.end_user_id = $8)`;
const SEEN = {
  trace: `select k.key::text as key from unnest($2::uuid[]) k (key) where exists (
       select from run r where r.workspace = $1 and r.id = k.key and r.trace is null and r.id >= $3 and ${MATCHES}
     ) or exists (
       select from run r where r.trace = k.key and r.workspace = $1 and r.id >= $3 and ${MATCHES})`,
  session: `select k.key from unnest($2::text[]) k (key) where exists (
       select from run r where r.session_id = k.key and r.workspace = $1 and r.id >= $3 and ${MATCHES})`,
  endUser: `select k.key from unnest($2::text[]) k (key) where exists (
       select from run r where r.end_user_id = k.key and r.workspace = $1 and r.id >= $3 and ${MATCHES})`,
};

const SEEN_NAMES = {
  trace: 'span_keys_of_traces',
  session: 'span_keys_of_sessions',
  endUser: 'span_keys_of_end_users',
};

/** Which of these groups have a run with at least this id that the filter takes: an earlier page had those. */
export async function keysFrom(
  db: Queryable,
  by: SpanGroup,
  { workspace, keys, from, filter }: KeysFrom,
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    SEEN[by],
    [
      ...[workspace, keys, from, filter.states ?? null, filter.startedAfter ?? null],
      ...[filter.startedBefore ?? null, filter.sessionId ?? null, filter.endUserId ?? null],
    ],
    SEEN_NAMES[by],
  );
  return rows.map(({ key }) => key);
}

/** What runs are grouped by. */
export type SpanGroup = 'trace' | 'session' | 'endUser';

export interface KeysFrom {
  workspace: string;
  keys: readonly string[];
  from: string;
  filter: SpanFilter;
}

/** The run of a span: its UUID ends with these 16 digits. */
export async function runOfSpan(
  db: Queryable,
  { workspace, trace, span }: { workspace: string; trace: string; span: string },
): Promise<SpanRow | undefined> {
  const [row] = await db.query<SpanRow>(
    `select * from (
       (select ${COLUMNS} from run r where r.workspace = $1 and r.id = $2 and r.trace is null)
       union all
       (select ${COLUMNS} from run r where r.trace = $2 and r.workspace = $1)
     ) both_ways where right(replace(id::text, '-', ''), 16) = $3 order by id limit 1`,
    [workspace, trace, span],
    'run_of_span',
  );
  return row;
}

/** The runs among these that the workspace has. */
export function runsByIds(
  db: Queryable,
  workspace: string,
  ids: readonly string[],
): Promise<SpanRow[]> {
  return db.query(
    `select ${COLUMNS} from run r where r.workspace = $1 and r.id = any ($2)`,
    [workspace, ids],
    'span_runs_by_ids',
  );
}

export interface ContentRow {
  run: string;
  request: string | null;
  response: string | null;
  /** One of them is too long, and so absent. */
  is_cut: boolean;
}

/** The length after encryption: base64, with the name of the key, the nonce and the tag. */
const encryptedBytes = (bytes: number) => Math.ceil(bytes / 3) * 4 + 100;

/** The content of runs, as JSON texts, if they are not too long. */
export async function contentOfRuns(
  db: Queryable,
  workspace: string,
  ids: readonly string[],
  mostBytes: number,
): Promise<ContentRow[]> {
  const rows = await db.query<ContentRow>(
    `select p.run, case when octet_length(p.request) <= $3 then p.request end as request,
       case when octet_length(p.response) <= $3 then p.response end as response,
       coalesce(octet_length(p.request) > $3, false) or coalesce(octet_length(p.response) > $3, false) as is_cut
     from run_payload p where p.workspace = $1 and p.run = any ($2)
       and not exists (select from content_purge c where c.workspace = $1 and c.until > p.run)`,
    [workspace, ids, encryptedBytes(mostBytes)],
    'said_in_runs',
  );
  const located = rows.map((row) => ({ ...row, workspace, id: row.run }));
  return (await decryptRows(db.cipher, located, PAYLOAD)).map(
    ({ run, request, response, is_cut }) => {
      const isShort = (text: string | null) =>
        text !== null && Buffer.byteLength(text) <= mostBytes;
      return {
        run,
        request: isShort(request) ? request : null,
        response: isShort(response) ? response : null,
        is_cut: is_cut || [request, response].some((text) => text !== null && !isShort(text)),
      };
    },
  );
}
