/**
 * Holds a server that says too much to a part of this process's time: a quarter of it, after a quarter of a second that
 * anybody may take at once. What a server says is read in one thread, which carries the runs of all others as well.
 */
export type Pace = ReturnType<typeof createPace>;

export function createPace() {
  let spentMs = 0;
  let lastAt = performance.now();
  return {
    /** Does the work, and returns for how many milliseconds nothing more should be read: 0 if it may go on. */
    take(work: () => void): number {
      const startedAt = performance.now();
      spentMs = Math.max(0, spentMs - (startedAt - lastAt) * SHARE);
      work();
      lastAt = performance.now();
      spentMs += lastAt - startedAt;
      return spentMs > AT_ONCE_MS ? REST_MS : 0;
    },
  };
}

const SHARE = 0.25;
const AT_ONCE_MS = 250;
/** Gives back as much as a few chunks take. */
const REST_MS = 100;
