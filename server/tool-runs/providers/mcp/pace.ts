/**
 * Limits a server that sends too much to a part of this thread's time: a quarter of it, after an initial quarter of a
 * second of processor time that every server may use at once. One thread reads the messages of a server, and it carries
 * the runs of all others as well.
 */
import { threadMs } from '../../../platform/lib/within-time.ts';

export type Pace = ReturnType<typeof createPace>;

export function createPace() {
  let spentMs = 0;
  let lastAt = performance.now();
  return {
    /** Does the work, and returns for how many milliseconds to pause reading: 0 to continue. */
    take(work: () => void): number {
      spentMs = Math.max(0, spentMs - (performance.now() - lastAt) * SHARE);
      const before = threadMs();
      work();
      spentMs += threadMs() - before;
      lastAt = performance.now();
      return spentMs > AT_ONCE_MS ? REST_MS : 0;
    },
  };
}

const SHARE = 0.25;
const AT_ONCE_MS = 250;
/** Restores as much as a few chunks take. */
const REST_MS = 100;
