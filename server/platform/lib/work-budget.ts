/**
 * Limits work whose duration depends on a caller's data, and that blocks this process: each name has a budget of
 * milliseconds of processor time, which refills over time. A name without budget is refused with 429 until some is back.
 */
import { createCache } from './cache.ts';
import { Problem } from './problem.ts';
import { threadMs } from './within-time.ts';

export interface WorkBudget {
  /** The work must not wait for anything. */
  run<T>(name: string, work: () => T): T;
}

/** Does not count the time that ordinary data takes. */
const FREE_MS = 5;
const MOST_NAMES = 10_000;

/** `mostMs` is the full budget; `share` of the time on the wall refills it. */
export function createWorkBudget({
  mostMs,
  share,
  now = () => performance.now(),
  worked = threadMs,
}: {
  mostMs: number;
  share: number;
  now?: () => number;
  /** The processor time of this thread. */
  worked?: () => number;
}): WorkBudget {
  const byName = createCache<{ usedMs: number; at: number }>(MOST_NAMES);
  return {
    run(name, work) {
      const begin = now();
      const last = byName.get(name) ?? { usedMs: 0, at: begin };
      const usedMs = Math.max(0, last.usedMs - (begin - last.at) * share);
      if (usedMs >= mostMs) throw refusal((usedMs - mostMs) / share);
      const before = worked();
      try {
        return work();
      } finally {
        const took = worked() - before - FREE_MS;
        if (took > 0 || usedMs > 0)
          byName.set(name, { usedMs: usedMs + Math.max(0, took), at: now() });
      }
    },
  };
}

function refusal(waitMs: number): Problem {
  const detail = 'What this workspace sends takes too much time to work on.';
  return new Problem('rate_limited', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
