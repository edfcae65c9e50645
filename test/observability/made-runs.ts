/** Runs as they are in the tables, at any time of the past. */
import type { Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';

export interface MadeRun {
  createdAt: Date;
  durationMs: number;
  state: 'completed' | 'failed' | 'queued';
  charged: number;
  kind?: 'model_run' | 'tool_run' | 'compute_job';
  subject?: string;
  endUser?: string | null;
  session?: string | null;
  prompt?: [id: string, version: string] | null;
  metadata?: Record<string, string> | null;
  /** None: its usage was not reported. */
  inputTokens?: number | null;
}

export interface Owner {
  workspace: string;
  wallet: string;
  key: { id: string };
}

/** Their UUIDs, in the same order. */
export async function insertRuns(
  db: Db,
  { workspace, wallet, key }: Owner,
  runs: readonly MadeRun[],
): Promise<string[]> {
  const rows = runs.map(({ createdAt, prompt, metadata, ...run }) => ({
    ...run,
    id: idOf(createdAt),
    created_at: createdAt.toISOString(),
    kind: run.kind ?? 'model_run',
    subject: run.subject ?? 'a/model',
    end_user: run.endUser ?? null,
    session: run.session ?? null,
    prompt_id: prompt?.[0] ?? null,
    prompt_version: prompt?.[1] ?? null,
    metadata: metadata ?? null,
    ms: run.durationMs,
    usage: run.inputTokens == null ? null : { promptTokens: run.inputTokens, completionTokens: 2 },
  }));
  await db.query(
    `insert into run (workspace, id, kind, api_key, account, idempotency_key, subject, provider, state, terms,
       currency, scale, fee_basis_points, reserved_amount, charged_amount, fee_amount, facts, error, deadline,
       end_user_id, session_id, prompt_id, prompt_version, metadata, created_at, updated_at, finished_at)
     select $1, r.id, r.kind, $2, $3, r.id::text, r.subject, 'nobody', r.state, '{}', 'USD', 9, 500, 100000,
       case when r.state = 'completed' then r.charged end, case when r.state = 'completed' then r.charged / 20 end,
       case when r.state = 'completed' and r.usage is not null then json_build_object('usage', r.usage) end,
       case when r.state = 'failed' then '{"code": "provider_refused"}'::json end, now(),
       r.end_user, r.session, r.prompt_id, r.prompt_version, r.metadata, r.created_at, r.created_at,
       case when r.state <> 'queued' then r.created_at + r.ms * interval '1 ms' end
     from json_to_recordset($4) r (id uuid, kind text, subject text, state text, charged bigint, end_user text,
       session text, prompt_id text, prompt_version text, metadata json, created_at timestamptz, ms bigint, usage json)`,
    [workspace, key.id, wallet, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

function idOf(moment: Date): string {
  const hex =
    moment.getTime().toString(16).padStart(12, '0') + newUuid().replaceAll('-', '').slice(12);
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
