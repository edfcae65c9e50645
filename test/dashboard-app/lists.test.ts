import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queries } from '../../client/dashboard/src/api/client.ts';
import { PAGED } from '../../client/dashboard/src/api/paging.ts';

afterEach(() => queries.clear());

interface Page {
  data: number[];
  nextCursor: string | null;
}

it('a list whose cursor the service answers with 400 invalid_cursor is read again from its start', async () => {
  const requests: unknown[] = [];
  let release = 1;
  const observer = new InfiniteQueryObserver<Page>(queries, {
    ...PAGED,
    queryKey: ['a list'],
    queryFn: async ({ pageParam }) => {
      requests.push(pageParam);
      const [version, offset = '0'] = String(pageParam ?? `${release}:0`).split(':');
      if (version !== String(release)) throw { code: 'invalid_cursor', status: 400 };
      return { data: [Number(offset)], nextCursor: `${release}:${Number(offset) + 1}` };
    },
  });
  const leave = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toHaveLength(1));
  // Another version of the service takes over, which does not know the cursor.
  release = 2;
  await observer.fetchNextPage();
  await vi.waitFor(() => expect(requests).toEqual([null, '1:1', null]));
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  await observer.fetchNextPage();
  const { data } = observer.getCurrentResult();
  expect(data?.pages.map((page) => page.data[0])).toEqual([0, 1]);
  leave();
});
