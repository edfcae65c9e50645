/** Windows of one process that shares no limit with others. */
import { createCache } from '../lib/cache.ts';
import { type RateStore, WINDOW_MS } from './port.ts';

const WINDOWS = 100_000;

export function createMemoryStore(): RateStore {
  const windows = createCache<{ total: number; endsAt: number }>(WINDOWS, { ttl: WINDOW_MS });

  function windowOf(key: string) {
    const known = windows.get(key);
    if (known) return known;
    const fresh = { total: 0, endsAt: performance.now() + WINDOW_MS };
    windows.set(key, fresh);
    return fresh;
  }

  return {
    async add(additions) {
      return additions.map(({ key, amount }) => {
        const window = windowOf(key);
        window.total += amount;
        return { total: window.total, endsInMs: window.endsAt - performance.now() };
      });
    },
    async ping() {},
    async close() {},
  };
}
