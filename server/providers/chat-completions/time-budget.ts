/**
 * The time that reading one answer may take on this thread, which does nothing else meanwhile: by the clock, so
 * that waiting for the garbage collector counts. It is asked after each slice and after the end; a JSON text
 * is one step. It stands behind the bounds that count parts and bytes, for work that they don't foresee.
 */

export interface TimeBudget {
  spend(work: () => void): void;
  readonly isSpent: boolean;
}

export function createTimeBudget(
  mostMs: number,
  now: () => number = () => performance.now(),
): TimeBudget {
  let spent = 0;
  return {
    spend(work) {
      const before = now();
      try {
        work();
      } finally {
        spent += now() - before;
      }
    },
    get isSpent() {
      return spent > mostMs;
    },
  };
}
