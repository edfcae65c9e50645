/**
 * What processes tell each other about the limits that they share.
 *
 * Which processes serve the API now: they share the limits. Each announces itself every few seconds, and answers new
 * ones. A process forgets silent ones; while it does not even get its own announcements, it forgets none.
 */
import { randomUUID } from 'node:crypto';
import type { Notifications, Notifier } from '../db/notifications.ts';
import { createCache } from '../lib/cache.ts';
import { WINDOW_MS } from './store.ts';

export interface LiveProcesses {
  /** Includes this process. */
  count(): number;
  /** Whether this process would hear others, has listened for long enough, and knows of none. */
  hearsNoOther(): boolean;
  close(): void;
}

const PEERS_CHANNEL = 'rate_peers';
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
  const say = () => notifier.notify(PEERS_CHANNEL, self);

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

  notifications.listen(PEERS_CHANNEL, (payload) => {
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
      if (Number.isFinite(heardSelfAt)) notifier.notify(PEERS_CHANNEL, GONE + self);
    },
  };
}

/** A process that shares its limits with none. */
export const ALONE: LiveProcesses = { count: () => 1, hearsNoOther: () => true, close() {} };

/*
 * Hints between processes about windows with more than one chunk in use: how much of them is taken. A hint may arrive
 * late or not at all. It serves the figures that a caller sees, and shares while the store is away; limits hold without
 * it.
 */

export interface UsageHints {
  publish(key: string, window: { total: number; endsInMs: number }): void;
  /** How much is taken of the key's window that ends around this time, if a hint has arrived. */
  of(key: string, endsAt?: number): number | undefined;
}

const TAKEN_CHANNEL = 'rate_taken';
const MOST_HINTS = 20_000;

export function createUsageHints(
  notifications: Pick<Notifications, 'listen'>,
  notifier: Pick<Notifier, 'notify'>,
): UsageHints {
  const received = createCache<{ total: number; endsAt: number }>(MOST_HINTS, { ttl: WINDOW_MS });
  notifications.listen(TAKEN_CHANNEL, (payload) => {
    for (const piece of payload.split(',')) {
      const [total, endsInMs, ...words] = piece.split(' ');
      const ttl = Math.min(WINDOW_MS, Number(endsInMs));
      if (!(ttl >= 1)) continue;
      const window = { total: Number(total), endsAt: performance.now() + ttl };
      received.set(words.join(' '), window, { ttl });
    }
  });
  return {
    publish: (key, { total, endsInMs }) =>
      notifier.notify(TAKEN_CHANNEL, `${total} ${Math.floor(endsInMs)} ${key}`),
    of(key, endsAt) {
      const window = received.get(key);
      if (!window) return undefined;
      // News of the previous window may arrive when the next one has begun.
      const isOther = endsAt !== undefined && window.endsAt < endsAt - WINDOW_MS / 2;
      return isOther ? undefined : window.total;
    },
  };
}

/** For a process without others. */
export const NO_HINTS: UsageHints = { publish() {}, of: () => undefined };
