/**
 * Callers in this process that wait for a change of a run; code that makes one here, or the notification, wakes them.
 */
import type { Notifications } from '../platform/db/notifications.ts';
import { CHANGED_CHANNEL } from './changed-channel.ts';
import type { OwnRun } from './own-runs.ts';

export interface Waiter {
  wake(): void;
  /** Resolves at the next change, with the run if this process knows it, or when something else wakes the waiter. */
  untilWoken(): Promise<OwnRun | undefined>;
  stop(): void;
}

export interface Waiters {
  add(uuid: string): Waiter;
  /** The run has changed; `run` is its present state. */
  tell(uuid: string, run: OwnRun | undefined): void;
}

export function createWaiters(notifications: Notifications): Waiters {
  /** What wakes each waiter, by the id of the run. */
  const waiters = new Map<string, Set<(run?: OwnRun) => void>>();

  notifications.listen(CHANGED_CHANNEL, (payload) => {
    for (const uuid of payload.split(',')) tell(uuid);
  });
  // Notifications sent while the connection was down are lost: every waiter reads again.
  notifications.onReconnect(() => {
    for (const uuid of [...waiters.keys()]) tell(uuid);
  });

  function tell(uuid: string, run?: OwnRun): void {
    for (const wake of waiters.get(uuid) ?? []) wake(run);
  }

  function add(uuid: string): Waiter {
    let resolve = (_run?: OwnRun) => {};
    const wake = (run?: OwnRun) => resolve(run);
    const ofRun = waiters.get(uuid) ?? new Set();
    waiters.set(uuid, ofRun.add(wake));
    return {
      wake: () => wake(),
      untilWoken() {
        const woken = Promise.withResolvers<OwnRun | undefined>();
        resolve = woken.resolve;
        return woken.promise;
      },
      stop() {
        ofRun.delete(wake);
        if (ofRun.size === 0 && waiters.get(uuid) === ofRun) waiters.delete(uuid);
      },
    };
  }

  return { add, tell };
}
