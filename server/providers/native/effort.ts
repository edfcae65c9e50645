/** How much a model is to think, for models that take a number of tokens instead of a word. */

/** The share of the output that each effort may use to think. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
  ['xhigh', 0.9],
  ['max', 0.95],
]);

/**
 * The tokens of thinking, which are part of the output: within `least` and `most`. Zero for no thinking, also where the
 * output is too short for the least.
 */
export function thinkingBudget(
  effort: string,
  maxOutputTokens: number,
  { least, most }: { least: number; most: number },
): number {
  const share = SHARES.get(effort);
  if (share === undefined || most < least) return 0;
  return Math.max(least, Math.min(most, Math.floor(maxOutputTokens * share)));
}
