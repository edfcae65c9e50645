import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog, describeError } from '../../server/platform/telemetry/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a database error is logged without the row that it quotes', async () => {
  const prompt = 'the secret prompt';
  const error: unknown = await database.db
    .query('insert into run_payload (workspace, run, request) values (null, null, $1)', [prompt])
    .catch((refusal: unknown) => refusal);
  expect(JSON.stringify(error)).toContain(prompt);
  const line = describeError(new Error('not saved', { cause: error }));
  expect(line).toMatchObject({ message: 'not saved', cause: { code: '23502' } });
  expect(JSON.stringify(line)).not.toContain(prompt);
});

test('a line has the location of the fault and no stack; a stack is for debug levels', () => {
  const error = new Error('outside', { cause: new Error('inside') });
  const line = describeError(error);
  expect(JSON.stringify(line)).not.toMatch(/stack|\\n/);
  expect(line.at).toMatch(/log\.test\.ts(\?vitest=\d+)?:\d+:\d+$/);
  const whole = describeError(error, true);
  expect(whole.stack).toContain('    at ');
  expect(whole.cause?.stack).toContain('    at ');
});

test.each([true, false])('keys and prompts are censored (readable: %s)', async (readable) => {
  const script = `
    const { createLog, linesForPeople } = await import(${JSON.stringify(new URL('../../server/platform/telemetry/log.ts', import.meta.url).href)});
    const log = createLog({ level: 'info', to: ${readable ? 'await linesForPeople()' : 'undefined'} });
    log.info({ run: 'run_1', req: { headers: { authorization: 'mrk_x' } }, body: { messages: ['mrk_x'] } }, 'told');
    log.debug('untold');`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', script],
  ]);
  expect(stdout).toBe('');
  expect(stderr).toContain('told');
  expect(stderr).toContain('run_1');
  expect(stderr).not.toMatch(/mrk_x|untold/);
});

test('in production, warnings of Node and the error that ends the process are lines as well', async () => {
  const script = `
    const { openLog } = await import(${JSON.stringify(new URL('../../server/platform/telemetry/log.ts', import.meta.url).href)});
    const log = await openLog('warn', true);
    process.emitWarning('old', 'DeprecationWarning');
    for (let i = 0; i < 5; i += 1) log.warn({ run: 'run_' + i, queue: 'a' }, 'again');
    log.warn({ queue: 'b' }, 'again');
    setTimeout(() => { throw new Error('uncaught'); }, 20);`;
  const failed = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', script],
  ]).catch((error: { code: number; stdout: string; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  const lines = failed.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 40, queue: 'a', run: 'run_0', msg: 'again' },
    { level: 40, queue: 'b', msg: 'again' },
    { level: 40, err: { type: 'DeprecationWarning' }, msg: 'a warning of Node' },
    { level: 60, err: { message: 'uncaught' } },
    {
      level: 40,
      queue: 'a',
      repeated: 4,
      runs: ['run_1', 'run_2', 'run_3', 'run_4'],
      msg: 'again',
    },
  ]);
});

test('what a person has to act on is not counted away: each run of an alert, and each kind of error', () => {
  const lines: { run?: string; msg: string; err?: { message: string } }[] = [];
  const log = createLog({ level: 'warn', to: { write: (line) => lines.push(JSON.parse(line)) } });
  for (const run of ['a', 'b', 'c']) log.error({ run, err: new Error('x') }, 'ALERT: not settled');
  expect(lines.map(({ run }) => run)).toEqual(['a', 'b', 'c']);
  const told = ['run 1 is away', 'run 01a-b2 is away', 'the disk is full', 'run 77 is away'];
  for (const message of told) log.error({ err: new Error(message) }, 'failed');
  for (const port of ['80', '81', 'none'])
    log.error({ err: new Error('no', { cause: new Error(`port ${port}`) }) }, 'failed again');
  expect(lines.slice(3).map(({ err }) => err)).toMatchObject([
    { message: 'run 1 is away' },
    { message: 'the disk is full' },
    { cause: { message: 'port 80' } },
    { cause: { message: 'port none' } },
  ]);
});
