/**
 * The SQL of metrics. PostgreSQL reads closed hours as saved, and sums only later runs; dimensions that these rows lack
 * come from the runs themselves. An answer is one snapshot.
 */

import { KINDS, type KindNames } from '../kinds.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { COUNTED, COVERED, IDS, REPORTED } from '../traces/counted-once.ts';

/** The dimensions of a row of the answer; null if it is not grouped by that dimension, or if its runs have none. */
export interface GroupRow {
  /** Null if the answer has one point in time. */
  start: Date | null;
  kind: string | null;
  /** The kind whose subject is a requested dimension, and the subject. */
  subject_kind: string | null;
  subject: string | null;
  api_key: string | null;
  state: string | null;
  error_code: string | null;
  prompt_id: string | null;
  prompt_version: string | null;
  end_user_id: string | null;
  session_id: string | null;
  /** In the order of the requested labels; null if none was requested. */
  labels: (string | null)[] | null;
}

export interface MetricsRow extends GroupRow {
  runs: number;
  completed: number;
  failed: number;
  charged: number;
  /** Null if no run reported one. */
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  /** See `platform/lib/latencies.ts`; null if no run completed, or if it was not requested. */
  latencies: Buffer | null;
}

/** The source of the rows: by hour, by hour and end user, or run by run. */
export type Source = 'hours' | 'endUsers' | 'runs';

export interface MetricsSelection {
  workspace: string;
  from: Date;
  to: Date;
  source: Source;
  interval: 'hour' | 'day' | undefined;
  dimensions: readonly string[];
  /** The kinds whose subjects are among the dimensions. */
  subjectKinds: readonly string[];
  /** Names of the labels among the dimensions. */
  labels: readonly string[];
  filters: Filters;
  withLatencies: boolean;
  atMost: number;
}

/** Any of the values of each. */
export interface Filters {
  kind?: readonly string[];
  /** By what runs are of: `model`, for one. */
  subjects?: Readonly<Record<string, readonly string[]>>;
  /** UUIDs. */
  keyId?: readonly string[];
  state?: readonly string[];
  errorCode?: readonly string[];
  promptId?: readonly string[];
  promptVersion?: readonly string[];
  endUserId?: readonly string[];
  sessionId?: readonly string[];
  /** By name. */
  labels?: Record<string, readonly string[]>;
}

const HOURS = `
  select hour, kind, subject, api_key, null::text as end_user_id, null::text as session_id, null::json as metadata, state,
    error_code, prompt_id, prompt_version, runs, charged, usage, latencies
  from usage_by_hour($1, $2, $3, false)`;
const END_USERS = `
  select hour, kind, subject, api_key, end_user_id, null::text as session_id, null::json as metadata, state,
    error_code, prompt_id, prompt_version, runs, charged, usage, latencies
  from usage_by_hour($1, $2, $3, true)`;
const RUNS = 'select * from metric_rows($1, $2, $3)';

const FILTERED = `
  ($7::text[] is null or kind = any ($7))
  and ($8::text is null or kind = $8 and subject = any ($9::text[]))
  and ($10::uuid[] is null or api_key = any ($10))
  and ($11::text[] is null or state = any ($11))
  and ($12::text[] is null or error_code = any ($12))
  and ($13::text[] is null or prompt_id = any ($13))
  and ($14::text[] is null or prompt_version = any ($14))
  and ($15::text[] is null or end_user_id = any ($15))
  and ($16::text[] is null or session_id = any ($16))
  and ($17::jsonb is null or not exists (
    select from jsonb_each($17) as label (name, any_of)
    where not coalesce(label.any_of ? (metadata ->> label.name), false)))`;

/** A dimension that is not requested has the same value everywhere. */
const GROUPED = `
  select case when $4::interval is not null then date_bin($4, hour, 'epoch') end as start,
    case when 'kind' = any ($5::text[]) then kind end as kind,
    case when kind = any ($20::text[]) then kind end as subject_kind,
    case when kind = any ($20::text[]) then subject end as subject,
    case when 'keyId' = any ($5) then api_key end as api_key,
    case when 'state' = any ($5) then state end as state,
    case when 'errorCode' = any ($5) then nullif(error_code, '') end as error_code,
    case when 'promptId' = any ($5) then nullif(prompt_id, '') end as prompt_id,
    case when 'promptVersion' = any ($5) then nullif(prompt_version, '') end as prompt_version,
    case when 'endUserId' = any ($5) then nullif(end_user_id, '') end as end_user_id,
    case when 'sessionId' = any ($5) then nullif(session_id, '') end as session_id,
    case when cardinality($6::text[]) > 0 then
      array(select metadata ->> name from unnest($6) with ordinality as label (name, place) order by place)
    end as labels,
    sum(runs)::bigint as runs,
    coalesce(sum(runs) filter (where state = 'completed'), 0)::bigint as completed,
    coalesce(sum(runs) filter (where state = 'failed'), 0)::bigint as failed,
    sum(charged)::bigint as charged,
    sum((usage ->> 'promptTokens')::bigint)::bigint as input_tokens,
    sum((usage ->> 'completionTokens')::bigint)::bigint as output_tokens,
    sum((usage ->> 'cachedPromptTokens')::bigint)::bigint as cached_tokens,
    sum((usage ->> 'reasoningTokens')::bigint)::bigint as reasoning_tokens,
    string_agg(latencies, '') filter (where $18 and latencies <> '') as latencies`;

const ORDER = `
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  order by 1, charged desc, runs desc, 2, array_position($20::text[], case when kind = any ($20::text[]) then kind end),
    4, 5, 6, 7, 8, 9, 10, 11, 12
  limit $19`;

/** By time; at one time, by cost. */
export async function selectMetrics(
  tx: Queryable,
  selection: MetricsSelection,
): Promise<MetricsRow[]> {
  // Beyond the default memory, PostgreSQL writes to disk and reads it back, which takes longer than the rest.
  await tx.query("set local work_mem = '32MB'");
  return tx.query<MetricsRow>(TEXTS[selection.source], parametersOf(selection));
}

const TEXTS: Record<Source, string> = {
  hours: `with rows as (${HOURS}) ${GROUPED} from rows where ${FILTERED} ${ORDER}`,
  endUsers: `with rows as (${END_USERS}) ${GROUPED} from rows where ${FILTERED} ${ORDER}`,
  runs: `with rows as (${RUNS}) ${GROUPED} from rows where ${FILTERED} ${ORDER}`,
};

/** The number of rows to sum, counted up to a limit. */
export async function countMetricRows(
  tx: Queryable,
  { workspace, from, to, source }: Pick<MetricsSelection, 'workspace' | 'from' | 'to' | 'source'>,
  atMost: number,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count_metric_rows($1, $2, $3, $4, $5) as count',
    [workspace, from, to, source, atMost],
  );
  return row!.count;
}

/** The bytes of durations in closed hours, whatever the filter. */
export async function countLatencyBytes(
  tx: Queryable,
  { workspace, from, to, source }: Pick<MetricsSelection, 'workspace' | 'from' | 'to' | 'source'>,
): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(
    'select count_latency_bytes($1, $2, $3, $4) as bytes',
    [workspace, from, to, source],
  );
  return row!.bytes;
}

/** A point in time in PostgreSQL's form. */
const INTERVALS = { hour: '1 hour', day: '1 day' };

function parametersOf(selection: MetricsSelection): unknown[] {
  const { filters, interval } = selection;
  const [subjectKind, subjects] = subjectFilter(filters);
  return [
    ...[selection.workspace, selection.from, selection.to],
    interval === undefined ? null : INTERVALS[interval],
    ...[selection.dimensions, selection.labels],
    filters.kind ?? null,
    ...[subjectKind, subjects],
    filters.keyId ?? null,
    filters.state ?? null,
    filters.errorCode ?? null,
    filters.promptId ?? null,
    filters.promptVersion ?? null,
    filters.endUserId ?? null,
    filters.sessionId ?? null,
    filters.labels === undefined ? null : JSON.stringify(filters.labels),
    selection.withLatencies,
    selection.atMost,
    selection.subjectKinds,
  ];
}

/** No run is of two kinds: two subjects match nothing. */
function subjectFilter({ subjects = {} }: Filters): [string, readonly string[]] | [null, null] {
  const [first, ...more] = Object.entries(subjects);
  if (!first) return [null, null];
  const kind = KINDS.find(({ subject }) => subject === first[0])?.kind;
  return kind === undefined || more.length > 0 ? ['', []] : [kind, first[1]];
}

/* The SQL of what programs reported: sums over the spans that they sent, separate from the charges. */

export interface ReportedRow {
  start: Date | null;
  model: string | null;
  tool: string | null;
  end_user_id: string | null;
  session_id: string | null;
  /** A decimal. Null if no span reported one. */
  reported_cost: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
}

/** The dimensions of spans. */
export const REPORTED_DIMENSIONS: ReadonlySet<string> = new Set([
  ...['model', 'tool', 'sessionId', 'endUserId'],
]);

export type ReportedSelection = Pick<
  MetricsSelection,
  'workspace' | 'from' | 'to' | 'interval' | 'dimensions' | 'filters' | 'atMost'
>;

/** Where the sums of what programs reported come from. */
export interface ReportedSpans {
  /** The maximum of one answer. */
  bounds: { spans: number; days: number };
  /** The number of spans in the time range, counted up to a limit. */
  count(selection: ReportedSelection, atMost: number): Promise<number>;
  select(selection: ReportedSelection): Promise<ReportedRow[]>;
}

/** For PostgreSQL, which reads them span by span. */
export const REPORTED_BOUNDS = { spans: 250_000, days: 7 };

export function reportedIn(tx: Queryable): ReportedSpans {
  return {
    bounds: REPORTED_BOUNDS,
    count: (selection, atMost) => countSpans(tx, selection, atMost),
    select: (selection) => selectReported(tx, selection),
  };
}

async function countSpans(
  tx: Queryable,
  { workspace, from, to }: ReportedSelection,
  atMost: number,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from client_span where workspace = $1 and started_at >= $2 and started_at < $3 limit $4
     ) one`,
    [workspace, from, to, atMost],
  );
  return row!.count;
}

function selectReported(tx: Queryable, selection: ReportedSelection): Promise<ReportedRow[]> {
  const { filters, interval } = selection;
  return tx.query<ReportedRow>(
    `with recursive spans as materialized (
       select s.started_at, s.model, s.tool, s.end_user_id, s.session_id, s.reported_cost, s.input_tokens, s.output_tokens,
         s.cached_tokens, s.reasoning_tokens, ${IDS}, ${REPORTED} as figures
       from client_span s
       where s.workspace = $1 and s.started_at >= $2 and s.started_at < $3
     ), reporting as materialized (
       select distinct on (s.id) s.* from spans s
       where s.figures > 0
         and ($6::text[] is null or model = any ($6)) and ($7::text[] is null or tool = any ($7))
         and ($8::text[] is null or end_user_id = any ($8)) and ($9::text[] is null or session_id = any ($9))
       order by s.id, s.started_at
     ), ${COVERED}, figures as (
       select s.started_at, s.model, s.tool, s.end_user_id, s.session_id, ${COUNTED} from reporting s
     )
     select case when $4::interval is not null then date_bin($4, started_at, 'epoch') end as start,
       case when 'model' = any ($5::text[]) then model end as model,
       case when 'tool' = any ($5) then tool end as tool,
       case when 'endUserId' = any ($5) then end_user_id end as end_user_id,
       case when 'sessionId' = any ($5) then session_id end as session_id,
       trim_scale(sum(reported_cost))::text as reported_cost,
       sum(input_tokens)::bigint as input_tokens,
       sum(output_tokens)::bigint as output_tokens,
       sum(cached_tokens)::bigint as cached_tokens,
       sum(reasoning_tokens)::bigint as reasoning_tokens
     from figures
     where num_nonnulls(reported_cost, input_tokens, output_tokens, cached_tokens, reasoning_tokens) > 0
     group by 1, 2, 3, 4, 5
     order by 1, sum(reported_cost) desc nulls last, 2, 3, 4, 5
     limit $10`,
    [
      ...[selection.workspace, selection.from, selection.to],
      interval === undefined ? null : INTERVALS[interval],
      selection.dimensions,
      filters.subjects?.model ?? null,
      filters.subjects?.tool ?? null,
      filters.endUserId ?? null,
      filters.sessionId ?? null,
      selection.atMost,
    ],
  );
}

/*
 * The SQL of usage: money is what the ledger has captured. PostgreSQL reads closed hours as saved, and adds up only
 * later runs. The most expensive groups are separate rows; everything else is the rest.
 */

export interface UsageQuery {
  workspace: string;
  /** The beginnings of the buckets, and the end of the last one. */
  bounds: readonly Date[];
  /** Or what the runs of a kind are of: `model`, for one. */
  groupBy: 'none' | 'kind' | 'key' | 'endUser' | (string & {});
  /** If absent, runs of all kinds. */
  kind?: string | undefined;
  /** UUID of the key that created them. */
  apiKey?: string | undefined;
  /** What they are of: a member of the contract, and its value. */
  of?: { subject: string; id: string } | undefined;
  endUserId?: string | undefined;
  promptId?: string | undefined;
  mostGroups: number;
}

export interface UsageFacts {
  /** From 1, by cost. */
  rank: number;
  /** Null if there is no group to name: without grouping, without an end user, and for the rest. */
  name: string | null;
  rest: boolean;
  runs: number;
  completed: number;
  failed: number;
  prompt_tokens: number;
  completion_tokens: number;
  charged: number;
  provider: number;
  fee: number;
}

interface Latencies {
  /** See `platform/lib/latencies.ts`, as hexadecimal digits; null if no run completed. */
  latencies: string | null;
}

export interface UsageRow {
  buckets: (UsageFacts & Latencies & { start: string })[];
  totals: UsageFacts[];
  errors: { rank: number; code: string; count: number }[];
  groups: number;
}

const SUMS = `
  sum(runs)::bigint as runs, sum(completed)::bigint as completed, sum(failed)::bigint as failed,
  sum(prompt_tokens)::bigint as prompt_tokens, sum(completion_tokens)::bigint as completion_tokens,
  sum(charged)::bigint as charged, sum(charged - fee)::bigint as provider, sum(fee)::bigint as fee`;

/** No group has an empty name: it stands for runs without a group, since a join on null is slow. */
/**
 * Closed hours are those of UTC. Where buckets begin within an hour, because clocks there differ from UTC by a part of
 * one, the runs of that hour are read for each part of it.
 */
export async function selectUsage(tx: Queryable, query: UsageQuery): Promise<UsageRow> {
  // Beyond the default memory, PostgreSQL writes to disk and reads it back, which takes longer than the rest.
  await tx.query("set local work_mem = '32MB'");
  const grouped = kindOf(query.groupBy);
  const { whole, parts } = stretchesOf(query.bounds);
  const [row] = await tx.query<UsageRow>(
    `with whole as materialized (
       select * from unnest($2::timestamptz[], $3::timestamptz[]) w (first, last)
     ), parts as materialized (
       select * from unnest($14::timestamptz[], $15::timestamptz[]) p (first, last)
     ), hours as materialized (
       select ($4::timestamptz[])[width_bucket(hour, $4)] as start,
         (case $5 when 'kind' then kind when 'subject' then case when kind = $12 then subject else '' end
            when 'key' then api_key::text when 'endUser' then end_user_id else '' end) collate "C" as grp,
         state, error_code, runs, charged, fee, usage, latencies
       from (
         select u.* from whole cross join lateral usage_by_hour($1, first, last, $5 = 'endUser') u
         where $11::text is null
         union all
         select first, u.kind, u.subject, u.api_key, u.end_user_id, u.state, u.error_code, u.prompt_id, u.prompt_version,
           u.runs, u.charged, u.fee, u.usage, u.latencies
         from parts cross join lateral usage_of_runs($1, first, last, $5 = 'endUser') u where $11::text is null
         union all
         select greatest(u.hour, p.first), u.kind, u.subject, u.api_key, u.end_user_id, u.state, u.error_code, u.prompt_id,
           u.prompt_version, u.runs, u.charged, u.fee, u.usage, u.latencies
         from (select * from whole union all select * from parts) p
         cross join lateral usage_of_runs($1, first, last, false, $11) u where $11::text is not null
       ) u
       where ($7::text is null or kind = $7) and ($8::uuid is null or api_key = $8)
         and ($9::text is null or kind = $13 and subject = $9) and ($10::text is null or prompt_id = $10)
     ), facts as materialized (
       select start, grp, sum(runs) as runs,
         coalesce(sum(runs) filter (where state = 'completed'), 0) as completed,
         coalesce(sum(runs) filter (where state = 'failed'), 0) as failed,
         sum(coalesce((usage ->> 'promptTokens')::bigint, 0)) as prompt_tokens,
         sum(coalesce((usage ->> 'completionTokens')::bigint, 0)) as completion_tokens,
         sum(charged) as charged, sum(fee) as fee
       from hours group by 1, 2
     ), ranked as (
       select grp, row_number() over (order by sum(charged) desc, sum(runs) desc, grp) as rank
       from facts group by grp
     ), groups as materialized (
       select grp, least(rank, $6 + 1) as rank, rank > $6 as rest,
         case when rank <= $6 then nullif(grp, '') end as name
       from ranked
     ), buckets as (
       select start, rank, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by start, rank
     ), totals as (
       select rank, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by rank
     ), durations as materialized (
       select start, rank, l.bucket as b, sum(l.runs) as count
       from hours join groups using (grp) cross join lateral latency_counts(latencies) l group by 1, 2, 3
     ), latencies as (
       select start, rank, encode(string_agg(int2send(b::smallint) || int4send(count::integer), ''), 'hex') as latencies
       from durations group by start, rank
     ), errors as (
       select rank, error_code as code, sum(runs)::bigint as count from hours join groups using (grp)
       where state = 'failed' group by rank, error_code order by count desc, code
     )
     select (select count(*) from groups) as groups,
       (select coalesce(json_agg(b order by b.start, b.rank), '[]')
        from (select b.*, l.latencies from buckets b left join latencies l using (start, rank)) b) as buckets,
       (select coalesce(json_agg(t order by t.rank), '[]') from totals t) as totals,
       (select coalesce(json_agg(e), '[]') from errors e) as errors`,
    [
      query.workspace,
      whole.map(([first]) => first),
      whole.map(([, last]) => last),
      query.bounds.slice(0, -1),
      grouped ? 'subject' : query.groupBy,
      query.mostGroups,
      query.kind ?? null,
      query.apiKey ?? null,
      query.of?.id ?? null,
      query.promptId ?? null,
      query.endUserId ?? null,
      grouped?.kind ?? null,
      kindOf(query.of?.subject)?.kind ?? null,
      parts.map(([first]) => first),
      parts.map(([, last]) => last),
    ],
  );
  return row!;
}

type Stretch = [first: Date, last: Date];

/** Whole hours of UTC, and the parts of an hour before and after a bound within it. */
function stretchesOf(bounds: readonly Date[]): { whole: Stretch[]; parts: Stretch[] } {
  const edges = bounds.filter((at, index) => {
    const isOuter = index === 0 || index === bounds.length - 1;
    return isOuter || at.getTime() % HOUR_MS !== 0;
  });
  const stretches = edges.slice(1).flatMap((to, index) => {
    const from = edges[index]!;
    const first = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
    const last = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
    return [
      { isWhole: false, stretch: [from, first] as Stretch },
      { isWhole: true, stretch: [first, last] as Stretch },
      { isWhole: false, stretch: [last, to] as Stretch },
    ];
  });
  const among = (isWhole: boolean) =>
    stretches
      .filter(({ isWhole: is, stretch: [first, last] }) => is === isWhole && first < last)
      .map(({ stretch }) => stretch);
  return { whole: among(true), parts: among(false) };
}

const HOUR_MS = 3_600_000;

function kindOf(named: string | undefined): KindNames | undefined {
  return KINDS.find(({ subject }) => subject === named);
}
