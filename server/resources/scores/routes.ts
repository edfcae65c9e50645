/** Scores over HTTP. */
import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { toDate } from '../../kernel/moment.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import {
  createScore,
  deleteScore,
  listScores,
  scoreUuid,
  selectScore,
} from '../../observability/scores/index.ts';
import { toScore } from './present.ts';

const PATH = '/v1/developer/observability/scores';

export function createScoreHandlers({
  db,
  cursors,
}: {
  db: Db;
  cursors: Cursors;
}): Pick<Handlers, 'createScore' | 'listScores' | 'getScore' | 'deleteScore'> {
  return {
    async createScore({ principal: { workspace, apiKey }, requestKey, body }) {
      const creation = { workspace, by: { apiKey }, requestKey, input: body };
      const { score, replayed } = await createScore(db, creation);
      const shown = toScore(score);
      const headers = { Location: `${PATH}/${shown.id}` };
      if (!replayed) return { status: 201, headers, body: shown };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: shown };
    },

    async listScores({ principal: { workspace }, query: { limit = 20, cursor, ...filters } }) {
      const list = { operation: 'listScores', workspace, filters };
      const { createdAfter, createdBefore, ...rest } = filters;
      const { scores, next } = await listScores(db, workspace, {
        ...{ limit, ...rest },
        ...(cursor !== undefined && { before: cursors.take(list, cursor) }),
        ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
        ...(createdBefore !== undefined && {
          createdBefore: toDate('createdBefore', createdBefore),
        }),
      });
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: scores.map(toScore), nextCursor } };
    },

    async getScore({ principal: { workspace }, params: { id } }) {
      const score = await selectScore(db, workspace, scoreUuid(id));
      if (!score) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toScore(score) };
    },

    async deleteScore({ principal: { workspace }, params: { id } }) {
      const wasThere = await deleteScore(db, workspace, scoreUuid(id));
      if (!wasThere) throw new Problem('not_found', NOT_FOUND);
      return { status: 204 };
    },
  };
}
