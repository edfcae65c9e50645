/** Scores over HTTP. */
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { toDates } from '../platform/lib/moment.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type Scores, scoreUuid } from './index.ts';
import { toScore } from './present.ts';

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
