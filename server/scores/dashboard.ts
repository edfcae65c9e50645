/** Scores over HTTP, as people read and give them. Members may give scores if they may give a key the scope for it. */

import Big from 'big.js';
import type {
  PromptScores as Shown,
  ScoreRow as ShownScore,
} from '../../openapi/generated/dashboard.ts';
import type { Scope } from '../keys/index.ts';
import { checkRights } from '../people/dashboard.ts';
import { findPeople } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { Prompts } from '../prompts/index.ts';
import { toScore } from './http.ts';
import {
  createScore,
  deleteScore,
  listScores,
  type PromptScores,
  type ScoreRow,
  scoresOfPrompt,
  scoreUuid,
} from './index.ts';

type ScoreHandlers = Pick<
  DashboardHandlers,
  'listScoresOfWorkspace' | 'createScoreOfPerson' | 'deleteScoreOfWorkspace' | 'getScoresOfPrompt'
>;

interface ScoreOptions {
  db: Db;
  reads: Db;
  prompts: Pick<Prompts, 'getPrompt'>;
  paging: Paging;
}

/** A key needs this scope to send scores. */
const JUDGES: Scope = 'observability:run';

export function createScoreHandlers({ db, reads, prompts, paging }: ScoreOptions): ScoreHandlers {
  async function shown(scores: readonly ScoreRow[]): Promise<ShownScore[]> {
    const personOf = await findPeople(
      db,
      scores.map(({ person }) => person),
    );
    return scores.map((score) => {
      const savedBy = personOf(score.person);
      return { ...toScore(score), ...(savedBy && { savedBy }) };
    });
  }

  return {
    async listScoresOfWorkspace({
      principal: { workspace },
      query: { limit, cursor, ...filters },
    }) {
      const list = { operation: 'listScoresOfWorkspace', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const { scores, next } = await listScores(db, workspace, { ...page, ...filters });
      return { status: 200, body: paging.pageOf(list, await shown(scores), next) };
    },

    async createScoreOfPerson({ principal, requestKey, body }) {
      await checkRights(db, principal, JUDGES, 'save scores');
      const { workspace, session } = principal;
      const creation = {
        ...{ workspace, requestKey, by: { person: session.user } },
        input: { ...body, source: 'human' as const },
      };
      const { score } = await createScore(db, creation).catch(inWordsOfPeople);
      const [saved] = await shown([score]);
      return { status: 201, body: saved! };
    },

    async deleteScoreOfWorkspace({ principal, params: { scoreId } }) {
      await checkRights(db, principal, JUDGES, 'delete scores');
      const { workspace, session } = principal;
      const by = { person: session.user };
      const wasThere = await deleteScore(db, { workspace, id: scoreUuid(scoreId), by });
      if (!wasThere) throw new Problem('not_found', NOT_FOUND);
      return { status: 204 };
    },

    async getScoresOfPrompt({ principal: { workspace }, params: { promptName } }) {
      const { name } = await prompts.getPrompt(workspace, promptName);
      return {
        status: 200,
        body: toPromptScores(name, await scoresOfPrompt(reads, workspace, name)),
      };
    },
  };
}

/** The refusals that programs get, worded for people. */
function inWordsOfPeople(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const { code, detail } = error;
  if (code === 'unknown_run') throw new Problem('not_found', NOT_FOUND);
  if (code === 'too_many_scores' || code === 'idempotency_key_reuse') {
    throw new Problem('conflict', detail);
  }
  throw error;
}

/* Scores by version, in the shape of the contract. */

function toPromptScores(name: string, { scores, isPartial }: PromptScores): Shown {
  return {
    name,
    scores: scores.map(({ version, mean, lowest, highest, values, ...same }) => ({
      ...(version !== null && { version }),
      ...{ name: same.name, dataType: same.dataType, count: same.count },
      ...(mean !== null && { mean: decimal(mean) }),
      ...(lowest !== null && { lowest: decimal(lowest) }),
      ...(highest !== null && { highest: decimal(highest) }),
      ...(values && { values }),
    })),
    ...(isPartial && { isPartial }),
  };
}

/** Rounded to six decimals, without trailing zeros. */
function decimal(value: number): string {
  return new Big(value).round(6).toFixed();
}
