import type { BenchDatabase, Counters } from './postgres.ts';

/** What the database counts during the work, and that figure per run. */
export function countsOf(database: BenchDatabase) {
  const sum: Counters = { commits: 0, statements: 0, walBytes: 0 };
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      const start = await database.counters();
      const result = await work();
      const end = await database.counters();
      sum.commits += end.commits - start.commits;
      sum.statements += end.statements - start.statements;
      sum.walBytes += end.walBytes - start.walBytes;
      return result;
    },
    each: (runs: number): Counters => ({
      commits: sum.commits / runs,
      statements: sum.statements / runs,
      walBytes: sum.walBytes / runs,
    }),
  };
}
