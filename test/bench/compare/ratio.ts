/** The ratio of two rates over rounds that measured both, and its confidence interval. */
import { quantile } from '../rounds.ts';

export interface Ratio {
  median: number;
  /** Ends of the 95 % interval of the median. */
  low: number;
  high: number;
}

const RESAMPLES = 10_000;

/** Uses the bootstrap: takes the median of as many rounds drawn with replacement, many times. */
export function ratioOf(rounds: readonly number[]): Ratio {
  const draw = generator(rounds.length);
  const medians = Array.from({ length: RESAMPLES }, () =>
    quantile(
      rounds.map(() => rounds[Math.floor(draw() * rounds.length)]!),
      0.5,
    ),
  );
  return {
    median: quantile([...rounds], 0.5),
    low: quantile(medians, 0.025),
    high: quantile(medians, 0.975),
  };
}

/** The same numbers each time, so that the same rounds give the same interval. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
