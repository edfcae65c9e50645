import { expect, test } from 'vitest';
import { onceForEnded } from '../../server/runs/edges/present.ts';
import type { Run, RunState } from '../../server/runs/index.ts';

const runIn = (state: RunState) => ({ id: 'run', state }) as Run;
const presentRead = onceForEnded((run) => ({ state: run.state }));

test('makes the body of an ended run once', () => {
  const run = runIn('completed');
  const body = presentRead(run);
  expect(body).toEqual({ state: 'completed' });
  expect(presentRead(run)).toBe(body);
});

test('makes a body for each reading of a run that goes on', () => {
  const run = runIn('submitting');
  const body = presentRead(run);
  run.state = 'running';
  expect(presentRead(run)).toEqual({ state: 'running' });
  expect(body).toEqual({ state: 'submitting' });
});

test('makes another body for another reading of an ended run, as after a purge of its content', () => {
  const [before, after] = [runIn('completed'), runIn('completed')];
  expect(presentRead(after)).not.toBe(presentRead(before));
});
