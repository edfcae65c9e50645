/** The scores of the mock, in memory: saved by the rules of the service. */
import {
  judgedUuid,
  type ScoreRow,
  type Scores,
  saveScore,
  targetOf,
} from '../../server/scores/index.ts';
import { createStore, type MemoryKernel, pageOf } from './kernel.ts';

export function createMemoryScores({ find }: Pick<MemoryKernel, 'find'>): Scores {
  const scores = createStore<ScoreRow>();

  return {
    async create(creation) {
      const target = targetOf(creation.input);
      const named = Object.entries(target) as [keyof ScoreRow, unknown][];
      const saved = await saveScore(
        {
          ofKey: async (requestKey) => scores.ofKey(requestKey),
          isOf: async ({ request_hash }, hash) => request_hash.equals(hash),
          async judged(uuid) {
            const run = find(uuid);
            if (!run) return undefined;
            const { kind, session_id, end_user_id, prompt_id, prompt_version } = run;
            return { kind, run_session_id: session_id, end_user_id, prompt_id, prompt_version };
          },
          count: async () =>
            scores.newest().filter((row) => named.every(([name, value]) => row[name] === value))
              .length,
          async insert({ request_key, ...row }, request_hash) {
            const score: ScoreRow = { ...row, request_hash, created_at: new Date() };
            scores.save(score.id, request_key, score, JSON.stringify(creation.input).length);
            return score;
          },
        },
        creation,
        target,
      );
      return saved!;
    },

    async list(_, { runId, traceId, spanId, sessionId, promptId, promptVersion, ...query }) {
      const { page, next } = pageOf(scores.newest(), query, {
        ...{ run: runId && judgedUuid(runId), trace_id: traceId, span_id: spanId },
        ...{ session_id: sessionId, prompt_id: promptId, prompt_version: promptVersion },
        ...{ name: query.name, source: query.source },
      });
      return { scores: page, next };
    },

    get: async (_, id) => scores.get(id),

    async remove({ id }) {
      const wasThere = scores.get(id) !== undefined;
      scores.remove(id);
      return wasThere;
    },
  };
}
