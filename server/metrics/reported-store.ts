/** The SQL of what programs reported: sums over the spans that they sent, separate from the charges. */
import type { Queryable } from '../platform/db/pool.ts';
import { COUNTED, COVERED, IDS, REPORTED } from '../traces/spans/counted-once.ts';
import { INTERVALS, type MetricsSelection } from './store.ts';

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
