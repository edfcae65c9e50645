/**
 * Cancelling runs. The service saves the request first; from then on no claim takes the run. An unsent run ends at
 * once. The process that carries a run out gets a notification. It closes the connection if that ends the provider's
 * work and its bill, and if the workspace has not made the deployment lose too much that way: an answer that never
 * arrives costs the deployment what the provider bills, and the caller nothing.
 */
import type { Notifications, Notifier } from '../platform/db/notifications.ts';
import type { Db } from '../platform/db/pool.ts';
import { createCache } from '../platform/lib/cache.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { CHANGED_CHANNEL, type OwnRuns } from './known-runs.ts';
import { advanceOf } from './outcomes.ts';
import type { RunError } from './run.ts';
import type { Settlement } from './settlement-store.ts';
import { type ClaimedRun, cancelledOf, cancelRun, mayEndEarly } from './store.ts';

/** Tells the processes that carry out runs which runs were cancelled; its payload names them. */
const CANCELLED_CHANNEL = 'run_cancelled';

export const CANCELLED_UNSENT: RunError = {
  code: 'cancelled',
  message: 'The run was canceled before it was sent.',
  retryable: true,
};

/** Longer than it takes from the commit that claims a run to the start of its execution. */
const REMEMBERED_MS = 60_000;
const REMEMBERED = 10_000;

interface CancellingOptions {
  db: Db;
  notifications: Notifications;
  notifier: Notifier;
  settlement: Settlement;
  ownRuns: OwnRuns;
  /** `cancelLoss` is how much a workspace may make the deployment lose within a day, in units. */
  limits: { cancelLoss: number };
  log: Log;
}

export interface Cancelling {
  /** Whether there is such a run. A run that has ended stays as it is. */
  cancel(workspace: string, run: string): Promise<boolean>;
  /** For a run that this process carries out, with a provider that heeds the signal. */
  watch(run: ClaimedRun): CancelWatch;
}

interface CancelWatch {
  /** Fires when the process may close the connection. */
  signal: AbortSignal;
  end(): void;
}

export function createCancelling(options: CancellingOptions): Cancelling {
  const { db, notifications, notifier, settlement, ownRuns, limits, log } = options;
  const watched = new Map<string, { run: ClaimedRun; controller: AbortController }>();
  /** Recently cancelled runs, for a run that starts just after it was cancelled. */
  const cancelled = createCache<true>(REMEMBERED, { ttl: REMEMBERED_MS });

  notifications.listen(CANCELLED_CHANNEL, (payload) => {
    for (const run of payload.split(',')) heed(run);
  });
  // Notifications sent while the connection was down are lost.
  notifications.onReconnect(() => {
    cancelledOf(db, [...watched.keys()])
      .then((runs) => runs.forEach(heed))
      .catch((error: unknown) => log.warn({ err: error }, 'cancelled runs were not looked for'));
  });

  function heed(run: string): void {
    cancelled.set(run, true);
    void endEarly(run);
  }

  async function endEarly(id: string): Promise<void> {
    const under = watched.get(id);
    if (!under || under.controller.signal.aborted) return;
    const { workspace, reserved_amount: atMost } = under.run;
    try {
      if (await mayEndEarly(db, { workspace, id, atMost }, limits.cancelLoss))
        under.controller.abort();
      else log.warn({ run: id, workspace }, 'a cancelled run goes on: its workspace lost too much');
    } catch (error) {
      log.warn({ err: error, run: id }, 'a cancelled run goes on: the database did not answer');
    }
  }

  return {
    async cancel(workspace, run) {
      const found = await cancelRun(db, workspace, run);
      if (!found) return false;
      // This process's copy of the running run lacks the request.
      ownRuns.forget(run);
      notifier.notify(CHANGED_CHANNEL, run);
      if (found.isUnsent) {
        const unsent = advanceOf(
          'given_up_unsent',
          { workspace, id: run },
          { error: CANCELLED_UNSENT },
        );
        if (await settlement.advance(unsent)) return true;
      }
      heed(run);
      notifier.notify(CANCELLED_CHANNEL, run);
      return true;
    },
    watch(run) {
      const controller = new AbortController();
      watched.set(run.id, { run, controller });
      if (cancelled.has(run.id)) void endEarly(run.id);
      return {
        signal: controller.signal,
        end() {
          // By now, another attempt may have replaced this one.
          if (watched.get(run.id)?.controller === controller) watched.delete(run.id);
        },
      };
    },
  };
}
