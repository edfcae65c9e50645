/** The sums of a prompt's scores, by the version that the judged runs are attributed to. */
import type { Db } from '../platform/db/pool.ts';
import { type SummedScores, sumScoresOfPrompt } from './by-version-store.ts';

const SUMMED = 50_000;
const MOST_ROWS = 1_000;
/** The maximum of named categories; rarer ones are counted without a name. */
const MOST_VALUES = 20;

export interface PromptScores {
  scores: SummedScores[];
  isPartial: boolean;
}

export async function scoresOfPrompt(
  db: Db,
  workspace: string,
  promptId: string,
): Promise<PromptScores> {
  const rows = await sumScoresOfPrompt(db, {
    ...{ workspace, promptId, atMost: SUMMED, mostValues: MOST_VALUES, mostRows: MOST_ROWS + 1 },
  });
  const isPartial = rows.length > MOST_ROWS || rows.some(({ is_partial }) => is_partial);
  return { scores: rows.slice(0, MOST_ROWS), isPartial };
}
