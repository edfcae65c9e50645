// Generated from server/runs/columns.ts by scripts/generate.ts. Never edit it.

import type { Given, GivenColumns, GivenMembers, RunRow, SavedColumns } from './columns.ts';

/** The row of a run that was just saved: the process knows all of it without a read. */
export function freshRow(
  row: SavedColumns & { deadline_ms: number },
  savedAt: Date,
  { claimed, trace }: { claimed: boolean; trace: string | null },
): RunRow {
  return {
    workspace: row.workspace,
    id: row.id,
    kind: row.kind,
    api_key: row.api_key,
    idempotency_key: row.idempotency_key,
    subject: row.subject,
    provider: row.provider,
    provider_reference: null,
    state: claimed ? 'submitting' : 'reserved',
    version: 1,
    currency: row.currency,
    scale: row.scale,
    fee_basis_points: row.fee_basis_points,
    reserved_amount: row.reserved_amount,
    provider_amount: null,
    list_amount: null,
    fee_amount: null,
    charged_amount: null,
    absorbed_amount: null,
    facts: null,
    error: null,
    settle_deadline: null,
    unknown_reason: null,
    look_ups: 0,
    last_looked_up_at: null,
    next_check_at: null,
    attempt: claimed ? 1 : 0,
    deadline: new Date(savedAt.getTime() + row.deadline_ms),
    queue_reason: null,
    next_attempt_at: null,
    session_id: row.session_id ?? null,
    end_user_id: row.end_user_id ?? null,
    prompt_id: row.prompt_id ?? null,
    prompt_version: row.prompt_version ?? null,
    metadata: row.metadata ?? null,
    created_at: savedAt,
    updated_at: savedAt,
    finished_at: null,
    cancel_requested_at: null,
    subject_version: row.subject_version ?? null,
    progress: null,
    parent_run: row.parent_run ?? null,
    parent_call: row.parent_call ?? null,
    trace,
    content_purged_at: null,
  };
}

/** What a request says for the row. */
export function givenBy(body: GivenMembers): GivenColumns {
  return {
    session_id: body.attribution?.sessionId,
    end_user_id: body.attribution?.endUserId,
    prompt_id: body.attribution?.promptId,
    prompt_version: body.attribution?.promptVersion,
    metadata: body.metadata,
    parent_run: body.parent?.runId,
    parent_call: body.parent?.toolCallId,
  };
}

/** The members of a run that its request gave. */
export function givenIn(row: RunRow): Shown {
  return {
    metadata: row.metadata ?? undefined,
  };
}

/** The same of a run, for an answer. */
export function givenOf(run: Given): Shown {
  return {
    metadata: run.metadata,
  };
}

/** A request without them: no provider gets them. */
export function withoutGiven<Request extends Given>(request: Request): Omit<Request, keyof Given> {
  const { metadata: _metadata, ...others } = request;
  return others;
}

type Shown = { [Member in keyof Given]-?: Given[Member] | undefined };
