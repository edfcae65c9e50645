/** Scores over HTTP, as both APIs show them. */

import type { Score } from '../../openapi/generated/developer.ts';
import { runIdOf } from '../kinds.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDates } from '../platform/lib/moment.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { SCORE_PREFIX, type ScoreRow, type Scores, scoreUuid } from './index.ts';

const PATH = '/v1/developer/observability/scores';

export function createScoreHandlers({
  scores,
  cursors,
}: {
  scores: Scores;
  cursors: Cursors;
}): Pick<Handlers, 'createScore' | 'listScores' | 'getScore' | 'deleteScore'> {
  return {
    async createScore({ principal: { workspace, apiKey }, requestKey, body }) {
      const creation = { workspace, by: { apiKey }, requestKey, input: body };
      const { score, replayed } = await scores.create(creation);
      const shown = toScore(score);
      const headers = { Location: `${PATH}/${shown.id}` };
      if (!replayed) return { status: 201, headers, body: shown };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: shown };
    },

    async listScores({ principal: { workspace }, query: { limit = 20, cursor, ...filters } }) {
      const list = { operation: 'listScores', workspace, filters };
      const { createdAfter, createdBefore, ...rest } = filters;
      const { scores: page, next } = await scores.list(workspace, {
        ...{ limit, ...rest },
        ...(cursor !== undefined && { before: cursors.take(list, cursor) }),
        ...toDates(filters),
      });
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: page.map(toScore), nextCursor } };
    },

    async getScore({ principal: { workspace }, params: { id } }) {
      const score = await scores.get(workspace, scoreUuid(id));
      if (!score) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toScore(score) };
    },

    async deleteScore({ principal: { workspace, apiKey }, params: { id } }) {
      const by = { apiKey };
      const wasThere = await scores.remove({ workspace, id: scoreUuid(id), by });
      if (!wasThere) throw new Problem('not_found', NOT_FOUND);
      return { status: 204 };
    },
  };
}

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
