/**
 * The time that reading one answer may take on this thread, which does nothing else meanwhile: wall-clock time, so that
 * garbage collection counts. Checked after each slice and at the end; a JSON text is one step. It complements the
 * limits on parts and bytes, for work that they do not foresee.
 */

export interface TimeBudget {
  spend(work: () => void): void;
  isSpent(): boolean;
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
    isSpent: () => spent > mostMs,
  };
}
