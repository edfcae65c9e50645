/** Scores by version, in the shape of the contract. */
import Big from 'big.js';
import type { PromptScores as Shown } from '../../openapi/generated/dashboard.ts';
import type { PromptScores } from './index.ts';

export function toPromptScores(name: string, { scores, isPartial }: PromptScores): Shown {
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
