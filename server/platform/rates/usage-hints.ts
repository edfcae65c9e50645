/**
 * Hints between processes about windows with more than one chunk in use: how much of them is taken. A hint may arrive
 * late or not at all. It serves the figures that a caller sees, and shares while the store is away; limits hold without
 * it.
 */
import type { Notifications, Notifier } from '../db/notifications.ts';
import { createCache } from '../lib/cache.ts';
import { WINDOW_MS } from './port.ts';

export interface UsageHints {
  publish(key: string, window: { total: number; endsInMs: number }): void;
  /** How much is taken of the key's window that ends around this time, if a hint has arrived. */
  of(key: string, endsAt?: number): number | undefined;
}

const CHANNEL = 'rate_taken';
const WINDOWS = 20_000;

export function createUsageHints(
  notifications: Pick<Notifications, 'listen'>,
  notifier: Pick<Notifier, 'notify'>,
): UsageHints {
  const received = createCache<{ total: number; endsAt: number }>(WINDOWS, { ttl: WINDOW_MS });
  notifications.listen(CHANNEL, (payload) => {
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
      notifier.notify(CHANNEL, `${total} ${Math.floor(endsInMs)} ${key}`),
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
