/** What the deployment files give a process to stop in, and what the documents for operators say about it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** LAME_DUCK_MS in production, and the rest of a stop. */
const LAME_DUCK_MS = 2_000;
const REST_MS = 2_000;

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

const units = ['model-run-api', 'model-run-api-serve', 'model-run-api-work'].map((name) => {
  const text = read(`server/deploy/systemd/${name}.service`);
  return {
    name,
    drainMs: numberIn(text, /DRAIN_MS=(\d+)/)!,
    lameDuckMs: numberIn(text, /LAME_DUCK_MS=(\d+)/) ?? LAME_DUCK_MS,
    killedAfterMs: 1_000 * numberIn(text, /^TimeoutStopSec=(\d+)/m)!,
  };
});
const pods = ['serve', 'work'].map((name) => {
  const text = read(`server/deploy/kubernetes/base/${name}.yaml`);
  return {
    name,
    drainMs: numberIn(text, /name: DRAIN_MS, value: "(\d+)"/)!,
    lameDuckMs: numberIn(text, /name: LAME_DUCK_MS, value: "(\d+)"/) ?? LAME_DUCK_MS,
    killedAfterMs: 1_000 * numberIn(text, /terminationGracePeriodSeconds: (\d+)/)!,
  };
});

test.each([...units, ...pods])('$name is killed only after its whole stop', (process) => {
  const { drainMs, lameDuckMs, killedAfterMs } = process;
  expect(killedAfterMs).toBeGreaterThanOrEqual(lameDuckMs + drainMs + REST_MS);
});

test('the page about systemd names the time of each unit', () => {
  const [all, serve, work] = units.map(({ drainMs }) => drainMs);
  expect(all).toBe(work);
  const page = read('server/deploy/README.md').replaceAll('\n', ' ');
  expect(page).toContain(
    `\`DRAIN_MS\`: ${all} (ten minutes) in \`model-run-api\` and \`model-run-api-work\`, and ${serve} in \`model-run-api-serve\``,
  );
  expect(all).toBe(10 * 60_000);
});

test('each supervisor of the table has more time than both variables together', () => {
  const rows = [
    ...read('server/deploy/OPERATING.md').matchAll(
      /\| (\d+) seconds \| `LAME_DUCK_MS=(\d+)`, `DRAIN_MS=(\d+)` \|/g,
    ),
  ];
  expect(rows.length).toBeGreaterThan(1);
  for (const [, seconds, lameDuckMs, drainMs] of rows)
    expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(
      Number(lameDuckMs) + Number(drainMs) + REST_MS,
    );
});
