/**
 * Which part of the suite a test run plays. Files around the money and the runs, and tests that repeat one thing for
 * many cases (for every page, for every fault of an upstream), are divided into shards. `npm test` plays one shard of
 * them, which the commit selects: a commit always gets the same tests, and the next commits get the others. `SHARD=3`
 * plays the third shard. If `SHARD` is not set, all are played, so a file that is named is played whole.
 */
export const SHARDS = 4;

/** From 1 to `SHARDS`; undefined if all are played. */
export const shard = readShard(process.env.SHARD);

/** The cases that this run plays: at least one of each list, however short it is. */
export function inShard<T>(cases: readonly T[]): T[] {
  if (shard === undefined) return [...cases];
  const parts = Math.min(SHARDS, cases.length);
  return cases.filter((_, i) => i % parts === (shard - 1) % parts);
}

function readShard(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= SHARDS) return number;
  throw new Error(`SHARD is ${text}; it must be a whole number from 1 to ${SHARDS}.`);
}
