import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { spareTime } from '../../server/kernel/spare-time.ts';

const { signal } = new AbortController();

it('gives workspaces their turns one after another, however many pieces one of them has', async () => {
  const turns: string[] = [];
  const wait = (workspace: string) =>
    spareTime(workspace, signal).then(() => turns.push(workspace));
  await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(wait));
  expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('lets bulk work wait while the process is busy, and never for good', async () => {
  const busyFor = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  let pieces = 0;
  let rounds = 0;
  let isOver = false;
  const bulk = (async () => {
    while (!isOver) {
      await spareTime('a', signal);
      pieces += 1;
    }
  })();
  // Each round has 10 ms of work and hardly a pause: one tick of the wait.
  for (; pieces < 16; rounds++) {
    busyFor(10);
    await sleep(1);
  }
  isOver = true;
  await bulk;
  expect(rounds).toBeGreaterThan(pieces * 1.5);
});

it('forgets those whose caller is gone, and rejects with the reason', async () => {
  const gone = new AbortController();
  const wait = spareTime('a', gone.signal);
  gone.abort(new Error('gone'));
  await expect(wait).rejects.toThrow('gone');
  await expect(spareTime('a', gone.signal)).rejects.toThrow('gone');
  await spareTime('b', signal);
});
