/**
 * The SQL of metrics. PostgreSQL reads closed hours as saved, and sums only later runs; dimensions that these rows lack
 * come from the runs themselves. An answer is one snapshot.
 */

import { KINDS } from '../kinds.ts';
import type { Queryable } from '../platform/db/pool.ts';

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
export const INTERVALS = { hour: '1 hour', day: '1 day' };

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
