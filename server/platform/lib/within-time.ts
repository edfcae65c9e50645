/**
 * Bounds work whose duration depends on external data and that blocks this process: `withinTime` ends it when its time
 * is over, and a budget refuses a caller whose data took too much time. Only the processor time of this thread says what
 * the data costs: on a busy machine, a clock on the wall would end ordinary work.
 */
import { createContext, Script } from 'node:vm';
import { createCache } from './cache.ts';
import { Problem } from './problem.ts';

/** Node can end only what runs as a script. The script calls the current value of `work`. */
const context: { work?: () => unknown } = createContext({});
const script = new Script('work()');

/**
 * What the work returns or throws; `undefined` if it was ended. Work that needs less than half of the time is never
 * ended. It must not wait for anything, and is started again if other processes had the processor for most of its time.
 * The overhead is about 0.1 ms.
 */
export function withinTime<T extends object>(milliseconds: number, work: () => T): T | undefined {
  // Node ends a script by the clock on the wall, so each further try may take longer.
  for (let timeout = milliseconds; ; timeout *= 2) {
    const begun = threadMs();
    const result = tryWithin(timeout, work);
    if (result !== undefined || threadMs() - begun > milliseconds / 2) return result;
  }
}

/** The processor time that this thread has used. Reading it takes some microseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function tryWithin<T extends object>(milliseconds: number, work: () => T): T | undefined {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    delete context.work;
  }
}

/**
 * Each name has a budget of milliseconds of processor time, which refills over time. A name without budget is refused
 * with 429 until some is back.
 */
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
