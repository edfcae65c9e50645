/** Whether a process should get requests: it is not about to stop, and its database answers. */
import { DATABASE_AWAY, Problem } from '../kernel/problem.ts';

/** Rejects with the problem that says why not. */
export type Readiness = () => Promise<void>;

export interface ReadinessOptions {
  /** Resolves when the database answers, or rejects with a problem that says why not. Never asked twice at a time. */
  health: () => Promise<void>;
  /** Fires when the process is about to stop. */
  leaving: AbortSignal;
}

const HEALTH_TIMEOUT_MS = 1_000;

export function createReadiness({ health, leaving }: ReadinessOptions): Readiness {
  let underWay: Promise<void> | undefined;

  function check(): Promise<void> {
    underWay ??= health().finally(() => {
      underWay = undefined;
    });
    return withinTimeout(underWay);
  }

  return async () => {
    if (leaving.aborted) {
      throw new Problem('shutting_down', 'This process is about to stop.', {
        retryAfterSeconds: 1,
      });
    }
    try {
      await check();
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      throw new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause });
    }
  };
}

async function withinTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), HEALTH_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
