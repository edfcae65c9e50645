/** How much of this process's time a server may take with its output. */
import { expect, test } from 'vitest';
import { threadMs } from '../../../server/platform/lib/within-time.ts';
import { createPace } from '../../../server/tool-runs/providers/mcp/inbox.ts';

/** Of processor time. */
function busy(milliseconds: number): void {
  const until = threadMs() + milliseconds;
  while (threadMs() < until);
}

test('a server that says little is read on at once', () => {
  const pace = createPace();
  for (let i = 0; i < 100; i++) expect(pace.take(() => {})).toBe(0);
});

test('a server that says too much rests, though one large answer is read at once', () => {
  const pace = createPace();
  expect(pace.take(() => {})).toBe(0);
  let rests = 0;
  for (let i = 0; i < 40; i++) if (pace.take(() => busy(20)) > 0) rests += 1;
  expect(rests).toBeGreaterThan(0);
  expect(rests).toBeLessThan(40);
});
