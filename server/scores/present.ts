/** A score as the contract has it. */
import type { Score } from '../../openapi/generated/developer.ts';
import { runIdOf } from '../kinds.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { SCORE_PREFIX, type ScoreRow } from './index.ts';

export function toScore(row: ScoreRow): Score {
  const { run_session_id, end_user_id, prompt_id, prompt_version } = row;
  const attribution = {
    ...(run_session_id !== null && { sessionId: run_session_id }),
    ...(end_user_id !== null && { endUserId: end_user_id }),
    ...(prompt_id !== null && { promptId: prompt_id }),
    ...(prompt_version !== null && { promptVersion: prompt_version }),
  };
  return {
    id: uuidToId(SCORE_PREFIX, row.id),
    createdAt: row.created_at.toISOString(),
    name: row.name,
    ...toValue(row),
    source: row.source,
    ...(row.comment !== null && { comment: row.comment }),
    ...(row.run !== null && { runId: runIdOf(row.kind, row.run) }),
    ...(row.trace_id !== null &&
      row.span_id !== null && { span: { traceId: row.trace_id, spanId: row.span_id } }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(Object.keys(attribution).length > 0 && { attribution }),
    ...(row.api_key !== null && { keyId: uuidToId('key', row.api_key) }),
  };
}

/** Exactly one of the columns has the value. */
function toValue({ numeric_value, category, boolean_value }: ScoreRow) {
  if (numeric_value !== null) return { dataType: 'numeric' as const, value: numeric_value };
  if (category !== null) return { dataType: 'categorical' as const, value: category };
  return { dataType: 'boolean' as const, value: boolean_value === true };
}
