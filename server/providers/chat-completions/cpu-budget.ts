/**
 * The processor time that reading one answer may take on this thread. Time that passes while others run does
 * not count. It stands behind the bounds that count parts and bytes, for work that they don't foresee.
 */

export interface CpuBudget {
  spend(work: () => void): void;
  readonly isSpent: boolean;
}

export function createCpuBudget(mostMs: number, usedMs: () => number = threadTime): CpuBudget {
  let spent = 0;
  return {
    spend(work) {
      const before = usedMs();
      try {
        work();
      } finally {
        spent += usedMs() - before;
      }
    },
    get isSpent() {
      return spent > mostMs;
    },
  };
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
