/** What a process still has to tell when it ends, whatever number of logs it has opened. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

const OPENS_MANY = `
  import { openLog } from './server/platform/telemetry/log.ts';
  for (let i = 0; i < 20; i++) {
    const log = await openLog('info', true);
    for (let repeat = 0; repeat < 3; repeat++) log.warn('fault of log ' + i);
  }
  console.log(process.listenerCount('exit'));`;

it('every log tells its repeats at the end of the process, which has one listener for all of them', () => {
  const args = ['--input-type=module', '--eval', OPENS_MANY];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout.trim()).toBe('1');
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { repeated?: number });
  expect(lines).toHaveLength(40);
  expect(lines.filter(({ repeated }) => repeated === 2)).toHaveLength(20);
});
