import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { spareTime } from '../../server/kernel/spare-time.ts';

it('gives workspaces their turns one after another, however many pieces one of them has', async () => {
  const turns: string[] = [];
  const wait = (workspace: string) => spareTime(workspace).then(() => turns.push(workspace));
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
      await spareTime('a');
      pieces += 1;
    }
  })();
  // A turn of the event loop has 20 ms of work and hardly a pause: about one tick of the wait in each.
  for (; pieces < 3; rounds++) {
    busyFor(20);
    await sleep(1);
  }
  isOver = true;
  await bulk;
  expect(rounds).toBeGreaterThan(pieces * 2);
});
