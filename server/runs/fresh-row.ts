/** The row of a run that was saved a moment ago: all is known without reading it. */
import type { AdmissionResult, AdmissionRow } from './admission-store.ts';
import { NOT_YET, type RunRow } from './run-row.ts';

export function freshRow(
  row: AdmissionRow,
  savedAt: Date,
  { claimed, trace }: Pick<AdmissionResult, 'claimed' | 'trace'>,
): RunRow {
  return {
    ...NOT_YET,
    workspace: row.workspace,
    id: row.id,
    kind: row.kind,
    api_key: row.api_key,
    idempotency_key: row.idempotency_key,
    subject: row.subject,
    provider: row.provider,
    currency: row.currency,
    scale: row.scale,
    fee_basis_points: row.fee_basis_points,
    reserved_amount: row.reserved_amount,
    state: claimed ? 'submitting' : 'reserved',
    attempt: claimed ? 1 : 0,
    version: 1,
    deadline: new Date(savedAt.getTime() + row.deadline_ms),
    session_id: row.session_id ?? null,
    end_user_id: row.end_user_id ?? null,
    prompt_id: row.prompt_id ?? null,
    prompt_version: row.prompt_version ?? null,
    metadata: row.metadata ?? null,
    subject_version: row.subject_version ?? null,
    parent_run: row.parent_run ?? null,
    parent_call: row.parent_call ?? null,
    trace,
    created_at: savedAt,
    updated_at: savedAt,
  };
}
