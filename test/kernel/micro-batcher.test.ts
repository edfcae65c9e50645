import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from '../../server/platform/lib/micro-batcher.ts';

function recording(
  options: { lanes?: number; maxItems?: number; maxBytes?: number; maxQueued?: number } = {},
) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const batcher = createBatcher<number, number>({
    async run(items) {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((item) => (item < 0 ? new Error(`bad ${item}`) : item * 10));
    },
    lanes: 1,
    maxItems: 3,
    maxQueued: 10,
    sizeOf: (item) => item,
    onFull: () => new Error('full'),
    ...options,
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { batcher, batches, turn, open: () => gates.shift()?.() };
}

describe('the micro-batcher', () => {
  it('gathers what arrives together and what arrives while it is busy', async () => {
    const { batcher, batches, turn, open } = recording();
    const first = [1, 2].map((n) => batcher.submit(n));
    await turn();
    const second = [3, 4, 5, 6].map((n) => batcher.submit(n));
    open();
    expect(await Promise.all(first)).toEqual([10, 20]);
    await turn();
    open();
    await turn();
    open();
    expect(await Promise.all(second)).toEqual([30, 40, 50, 60]);
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  describe('with two lanes', () => {
    // Time passes only when the test says so.
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
    );
    afterEach(() => void vi.useRealTimers());
    const turn = async () => {
      for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    };

    it('keeps together what arrives while a batch is in progress', async () => {
      const { batcher, batches, open } = recording({ lanes: 2 });
      const all = [batcher.submit(1)];
      await turn();
      for (const n of [2, 3]) all.push(batcher.submit(n));
      await turn();
      expect(batches).toEqual([[1]]);
      open();
      await turn();
      open();
      expect(await Promise.all(all)).toEqual([10, 20, 30]);
      expect(batches).toEqual([[1], [2, 3]]);
    });

    it('takes a whole batch at once, and no more than two batches', async () => {
      const { batcher, batches, open } = recording({ lanes: 2 });
      const all = [batcher.submit(1)];
      await turn();
      for (const n of [2, 3, 4, 5, 6, 7]) all.push(batcher.submit(n));
      await turn();
      expect(batches).toEqual([[1], [2, 3, 4]]);
      for (let i = 0; i < 3; i++) {
        open();
        await turn();
      }
      expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50, 60, 70]);
      expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
    });

    it('lets nothing wait for a batch that is held up', async () => {
      const { batcher, batches, open } = recording({ lanes: 2 });
      const all = [batcher.submit(1)];
      await turn();
      all.push(batcher.submit(2));
      await turn();
      expect(batches).toEqual([[1]]);
      vi.advanceTimersByTime(10);
      await turn();
      expect(batches).toEqual([[1], [2]]);
      // The other lane is the only one now, and keeps no call waiting.
      all.push(batcher.submit(3));
      open();
      await turn();
      open();
      await turn();
      open();
      expect(await Promise.all(all)).toEqual([10, 20, 30]);
      expect(batches).toEqual([[1], [2], [3]]);
      await batcher.idle();
    });
  });

  it('fails only the item whose result is an error', async () => {
    const { batcher, turn, open } = recording();
    const [good, bad] = [batcher.submit(1), batcher.submit(-1)];
    bad.catch(() => {});
    await turn();
    open();
    await expect(good).resolves.toBe(10);
    await expect(bad).rejects.toThrow('bad -1');
  });

  it('keeps a batch within its bytes, and never starves an item that is larger', async () => {
    const { batcher, batches, turn, open } = recording({ maxBytes: 5 });
    const all = [4, 9, 1].map((n) => batcher.submit(n));
    for (let i = 0; i < 3; i++) {
      await turn();
      open();
    }
    await Promise.all(all);
    expect(batches).toEqual([[4], [9], [1]]);
  });

  it('refuses what the queue can not take', async () => {
    const { batcher, turn, open } = recording({ maxQueued: 1 });
    const first = batcher.submit(1);
    await expect(batcher.submit(2)).rejects.toThrow('full');
    await turn();
    open();
    await first;
  });

  it('drops what nobody waits for any more before it leaves', async () => {
    const { batcher, batches, turn, open } = recording();
    const gone = new AbortController();
    const first = batcher.submit(1);
    await turn();
    const dropped = batcher.submit(2, gone.signal);
    dropped.catch(() => {});
    gone.abort(new Error('gone'));
    open();
    await first;
    await expect(dropped).rejects.toThrow('gone');
    await batcher.idle();
    expect(batches).toEqual([[1]]);
  });
});
