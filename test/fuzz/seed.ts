/** Every property of a run starts from one seed, which is printed: FUZZ_SEED repeats the run. */

export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Options of `fc.assert` for so many cases. */
export function cases(numRuns: number): { seed: number; numRuns: number } {
  return { seed, numRuns };
}

console.info(`FUZZ_SEED=${seed}`);
