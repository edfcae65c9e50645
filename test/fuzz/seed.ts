/**
 * Every property of a run starts from one seed, which is printed: FUZZ_SEED repeats the run. A fourth of the cases is
 * played, which are others in each run; all of them with EVERY_CASE=on.
 */

export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Whether all cases are played: before a release, and after a change of what they are about. */
export const PLAYS_ALL = process.env.EVERY_CASE !== undefined;

/** How many of so many cases are played. */
export function played(cases: number): number {
  return PLAYS_ALL ? cases : Math.ceil(cases / 4);
}

/** Options of `fc.assert` for so many cases, or the part of them that is played. */
export function cases(numRuns: number): { seed: number; numRuns: number } {
  return { seed, numRuns: played(numRuns) };
}

console.info(`FUZZ_SEED=${seed}`);
