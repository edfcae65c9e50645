/** Who waits for a change of a run in this process, and is woken by the notification of it. */
import type { Notifications } from '../db/notifications.ts';
import { CHANGED_CHANNEL } from './settlement.ts';

export interface Waiter {
  wake(): void;
  /** Resolves at the next change, or when it is woken otherwise. */
  untilWoken(): Promise<void>;
  stop(): void;
}

export type AddWaiter = (uuid: string) => Waiter;

export function createWaiters(notifications: Notifications): AddWaiter {
  /** What wakes each of them, by the id of the run. */
  const waiters = new Map<string, Set<() => void>>();

  notifications.listen(CHANGED_CHANNEL, (payload) => {
    for (const uuid of payload.split(',')) wake(uuid);
  });
  // Notifications that came while the connection was down are lost: everyone looks for himself.
  notifications.onReconnect(() => {
    for (const uuid of [...waiters.keys()]) wake(uuid);
  });

  function wake(uuid: string): void {
    for (const wakeOne of waiters.get(uuid) ?? []) wakeOne();
  }

  return (uuid) => {
    let resolve = () => {};
    const wakeOne = () => resolve();
    const ofRun = waiters.get(uuid) ?? new Set();
    waiters.set(uuid, ofRun.add(wakeOne));
    return {
      wake: wakeOne,
      untilWoken() {
        const woken = Promise.withResolvers<void>();
        resolve = woken.resolve;
        return woken.promise;
      },
      stop() {
        ofRun.delete(wakeOne);
        if (ofRun.size === 0 && waiters.get(uuid) === ofRun) waiters.delete(uuid);
      },
    };
  };
}
