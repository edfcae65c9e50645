/**
 * Whether a process should get requests: it is not about to stop, and its database answers. If no process may claim
 * runs, it says so and stays ready: reads still work.
 */
import { DATABASE_AWAY, Problem } from '../lib/problem.ts';

export interface Ready {
  status: 'ready';
  claims?: 'refused';
}

/** Rejects with the problem that says why not. */
export type Readiness = () => Promise<Ready>;

export interface ReadinessOptions {
  /** Resolves when the database answers, or rejects with a problem that says why not. One check at a time. */
  health: () => Promise<void>;
  /** Whether no process may claim runs, because the database is not the one that the deployment knows. */
  refusesClaims?: (() => boolean) | undefined;
  /** Fires when the process is about to stop. */
  leaving: AbortSignal;
}

const HEALTH_TIMEOUT_MS = 1_000;

export function createReadiness({ health, refusesClaims, leaving }: ReadinessOptions): Readiness {
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
    return { status: 'ready', ...(refusesClaims?.() && { claims: 'refused' as const }) };
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
