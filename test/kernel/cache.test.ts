import { expect, it } from 'vitest';
import { createCache } from '../../server/platform/lib/cache.ts';

it('holds no more than it may, and forgets what was used longest ago', () => {
  const cache = createCache<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  cache.get('a');
  cache.set('b', 10);
  cache.set('d', 3);
  expect([...cache.entries()]).toEqual([
    ['d', 3],
    ['b', 10],
    ['a', 0],
  ]);
});

it('counts what is being fetched, and answers waits for what it has forgotten', async () => {
  const cache = createCache<number>(2, {
    ignoreFetchAbort: true,
    fetchMethod: async (key) => key.length,
  });
  const fetched = await Promise.all(['a', 'bb', 'ccc'].map((key) => cache.fetch(key)));
  expect(fetched).toEqual([1, 2, 3]);
  expect(cache.size).toBe(2);
});
