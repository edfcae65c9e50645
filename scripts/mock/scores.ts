/** Scores of the mock, over HTTP: saved once by their request key, read, listed and deleted as the service does it. */
import { runIdOf, runUuidOf } from '../../server/kinds.ts';
import type { Handlers } from '../../server/platform/http/index.ts';
import { canonicalHash } from '../../server/platform/lib/canonical-hash.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import { LOWEST_UUID, newUuid } from '../../server/platform/lib/ids.ts';
import { toDate } from '../../server/platform/lib/moment.ts';
import { NOT_FOUND, Problem } from '../../server/platform/lib/problem.ts';
import {
  columnsOf,
  differentScore,
  given,
  MOST_OF_ONE,
  NO_RUN,
  type ScoreInput,
  type ScoreRow,
  scoreUuid,
  targetOf,
  tooMany,
  unknownRun,
} from '../../server/scores/index.ts';
import { toScore } from '../../server/scores/present.ts';
import { createStore, type MemoryKernel } from './kernel.ts';

const PATH = '/v1/developer/observability/scores';

type ScoreHandlers = Pick<Handlers, 'createScore' | 'listScores' | 'getScore' | 'deleteScore'>;

export function createMemoryScores(
  { find }: Pick<MemoryKernel, 'find'>,
  cursors: Cursors,
): ScoreHandlers {
  const scores = createStore<ScoreRow>();

  function judgedRun({ runId }: ScoreInput, uuid: string | null) {
    if (uuid === null) return NO_RUN;
    const run = find(uuid);
    if (!run || runIdOf(run.kind, uuid) !== runId) throw unknownRun();
    const { kind, session_id: run_session_id, end_user_id, prompt_id, prompt_version } = run;
    return { kind, run_session_id, end_user_id, prompt_id, prompt_version };
  }

  function save(apiKey: string, requestKey: string, input: ScoreInput) {
    const target = targetOf(input);
    const hash = canonicalHash(given(input));
    const known = scores.ofKey(requestKey);
    if (known) {
      if (!known.request_hash.equals(hash)) throw differentScore();
      return { score: known, replayed: true };
    }
    const judged = judgedRun(input, target.run);
    const named = Object.entries(target) as [keyof ScoreRow, unknown][];
    const isSame = (row: ScoreRow) => named.every(([column, value]) => row[column] === value);
    if (scores.newest().filter(isSame).length >= MOST_OF_ONE) throw tooMany(input);
    const { name, source, comment = null, value } = input;
    const score: ScoreRow = {
      ...{ id: newUuid(), request_hash: hash, api_key: apiKey, person: null },
      ...{ created_at: new Date(), name, source, comment, ...columnsOf(value) },
      ...{ ...target, ...judged },
    };
    scores.save(score.id, requestKey, score, JSON.stringify(input).length);
    return { score, replayed: false };
  }

  function get(id: string): ScoreRow {
    const score = scores.get(scoreUuid(id));
    if (!score) throw new Problem('not_found', NOT_FOUND);
    return score;
  }

  return {
    createScore({ principal: { apiKey }, requestKey, body }) {
      const { score, replayed } = save(apiKey, requestKey, body);
      const shown = toScore(score);
      const headers = { Location: `${PATH}/${shown.id}` };
      if (!replayed) return { status: 201, headers, body: shown };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: shown };
    },

    listScores({ principal: { workspace }, query: { limit = 20, cursor, ...filters } }) {
      const list = { operation: 'listScores', workspace, filters };
      const before = cursor === undefined ? undefined : cursors.take(list, cursor);
      const { createdAfter, createdBefore, runId } = filters;
      const after = createdAfter === undefined ? undefined : toDate('createdAfter', createdAfter);
      const until =
        createdBefore === undefined ? undefined : toDate('createdBefore', createdBefore);
      const run = runId === undefined ? undefined : (runUuidOf(runId) ?? LOWEST_UUID);
      const wanted = [
        ...([
          ['run', run],
          ['trace_id', filters.traceId],
          ['span_id', filters.spanId],
          ['session_id', filters.sessionId],
        ] as const),
        ...([
          ['prompt_id', filters.promptId],
          ['prompt_version', filters.promptVersion],
        ] as const),
        ...([
          ['name', filters.name],
          ['source', filters.source],
        ] as const),
      ];
      const found = scores
        .newest()
        .filter(
          (row) =>
            wanted.every(([column, value]) => value === undefined || row[column] === value) &&
            (before === undefined || row.id < before) &&
            (after === undefined || row.created_at > after) &&
            (until === undefined || row.created_at < until),
        );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextCursor = last && found.length > limit ? cursors.give(list, last.id) : null;
      return { status: 200, body: { data: page.map(toScore), nextCursor } };
    },

    getScore: ({ params: { id } }) => ({ status: 200, body: toScore(get(id)) }),

    deleteScore({ params: { id } }) {
      scores.remove(get(id).id);
      return { status: 204 };
    },
  };
}
