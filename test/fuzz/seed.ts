/**
 * Every property of a run starts from one seed, which it prints: FUZZ_SEED repeats the run. A run plays a fourth of the
 * cases, others each time; with EVERY_CASE=on, all of them.
 */

export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Whether to play all cases: before a release, and after a change of what they test. */
export const PLAYS_ALL = process.env.EVERY_CASE !== undefined;

/** How many of this many cases are played. */
export function played(cases: number): number {
  return PLAYS_ALL ? cases : Math.ceil(cases / 4);
}

/** Options of `fc.assert` for this many cases, or for the part of them that is played. */
export function cases(numRuns: number): { seed: number; numRuns: number } {
  return { seed, numRuns: played(numRuns) };
}

console.info(`FUZZ_SEED=${seed}`);
