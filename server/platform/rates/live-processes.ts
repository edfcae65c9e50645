/**
 * Which processes serve the API now: they share the limits. Each announces itself every few seconds, and answers new
 * ones. A process forgets silent ones; while it does not even get its own announcements, it forgets none.
 */
import { randomUUID } from 'node:crypto';
import type { Notifications, Notifier } from '../db/notifications.ts';

export interface LiveProcesses {
  /** Includes this process. */
  count(): number;
  /** Whether this process would hear others, has listened for long enough, and knows of none. */
  hearsNoOther(): boolean;
  close(): void;
}

const CHANNEL = 'rate_peers';
const FIRST_PAUSE_MS = 100;
const SAY_EVERY_MS = 5_000;
const SILENT_MS = 16_000;
/** A process that has not heard itself for this long would not hear others either. */
const HEARS_ITSELF_WITHIN_MS = 7_000;
const GONE = '-';

export function createLiveProcesses(
  notifications: Pick<Notifications, 'listen' | 'onLost' | 'onReconnect'>,
  notifier: Pick<Notifier, 'notify'>,
): LiveProcesses {
  const self = randomUUID();
  /** When this process last heard each one. */
  const heard = new Map<string, number>();
  let heardSelfAt = Number.NEGATIVE_INFINITY;
  /** When it first heard itself on the present connection. */
  let listensSince = Number.POSITIVE_INFINITY;
  const say = () => notifier.notify(CHANNEL, self);

  function hear(name: string): void {
    const now = performance.now();
    if (name === self) {
      heardSelfAt = now;
      listensSince = Math.min(listensSince, now);
      for (const [other, at] of heard) if (now - at > SILENT_MS) heard.delete(other);
    } else if (name.startsWith(GONE)) heard.delete(name.slice(GONE.length));
    else {
      if (!heard.has(name)) say();
      heard.set(name, now);
    }
  }

  notifications.listen(CHANNEL, (payload) => {
    for (const name of payload.split(',')) hear(name);
  });
  notifications.onLost(() => {
    listensSince = Number.POSITIVE_INFINITY;
  });
  notifications.onReconnect(() => {
    // Gives time to the processes that could not be heard meanwhile.
    const now = performance.now();
    for (const other of heard.keys()) heard.set(other, now);
    say();
  });
  // The first announcements find no listener yet.
  let timer: NodeJS.Timeout | undefined;
  function sayAgain(pauseMs: number): void {
    say();
    timer = setTimeout(() => sayAgain(Math.min(2 * pauseMs, SAY_EVERY_MS)), pauseMs);
    timer.unref();
  }
  sayAgain(FIRST_PAUSE_MS);
  return {
    count: () => heard.size + 1,
    hearsNoOther() {
      const now = performance.now();
      const listens = now - heardSelfAt < HEARS_ITSELF_WITHIN_MS;
      return heard.size === 0 && listens && now - listensSince > SILENT_MS;
    },
    close() {
      clearTimeout(timer);
      if (Number.isFinite(heardSelfAt)) notifier.notify(CHANNEL, GONE + self);
    },
  };
}

/** A process that shares its limits with none. */
export const ALONE: LiveProcesses = { count: () => 1, hearsNoOther: () => true, close() {} };
