/** The SQL of exports: pages by id of what was created in a span of time. */
import type { Queryable } from '../../db/pool.ts';
import type { JsonValue } from '../../kernel/json-value.ts';

export interface Page {
  workspace: string;
  from: Date;
  to: Date;
  /** Ids are above `after`, and no higher than `last`. */
  after: string;
  last: string;
  limit: number;
}

export interface ExportedRun {
  id: string;
  kind: string;
  subject: string;
  state: string;
  created_at: Date;
  finished_at: Date | null;
  api_key: string;
  idempotency_key: string;
  provider: string;
  currency: string;
  scale: number;
  reserved_amount: number;
  charged_amount: number | null;
  fee_amount: number | null;
  usage: Partial<Record<string, number>> | null;
  error_code: string | null;
  session_id: string | null;
  end_user_id: string | null;
  prompt_id: string | null;
  prompt_version: string | null;
  parent_run: string | null;
  metadata: JsonValue | null;
}

export interface ExportedScore {
  id: string;
  created_at: Date;
  name: string;
  numeric_value: number | null;
  category: string | null;
  boolean_value: boolean | null;
  source: string;
  comment: string | null;
  run: string | null;
  kind: string | null;
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
  run_session_id: string | null;
  end_user_id: string | null;
  prompt_id: string | null;
  prompt_version: string | null;
  api_key: string;
}

export function selectRuns(tx: Queryable, page: Page): Promise<ExportedRun[]> {
  return tx.query<ExportedRun>(
    `select id, kind, subject, state, created_at, finished_at, api_key, idempotency_key, provider, currency, scale,
       reserved_amount, charged_amount, case when charged_amount is not null then fee_amount end as fee_amount,
       facts -> 'usage' as usage, error ->> 'code' as error_code, session_id, end_user_id, prompt_id, prompt_version,
       parent_run, metadata
     from run
     where workspace = $1 and id > $2 and id <= $3 and created_at >= $4 and created_at < $5
     order by id limit $6`,
    parametersOf(page),
  );
}

export function selectScores(tx: Queryable, page: Page): Promise<ExportedScore[]> {
  return tx.query<ExportedScore>(
    `select id, created_at, name, numeric_value, category, boolean_value, source, comment, run, kind, trace_id, span_id,
       session_id, run_session_id, end_user_id, prompt_id, prompt_version, api_key
     from score
     where workspace = $1 and id > $2 and id <= $3 and created_at >= $4 and created_at < $5
     order by id limit $6`,
    parametersOf(page),
  );
}

function parametersOf({ workspace, after, last, from, to, limit }: Page): unknown[] {
  return [workspace, after, last, from, to, limit];
}
