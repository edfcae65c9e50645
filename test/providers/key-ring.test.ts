import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createKeyRing, type Outcome } from '../../server/model-runs/providers/index.ts';
import { readModelsFile } from '../../server/model-runs/providers/models-file.ts';

const ANSWERED: Outcome = { kind: 'answered', answer: { message: { role: 'assistant' } } };
const refused = (providerStatus: number): Outcome => ({
  ...{ kind: 'refused', reason: 'No.', providerStatus },
});
const busy = (retryAfterMs: number): Outcome => ({
  ...{ kind: 'refused_for_now', reason: 'Busy.', providerStatus: 429, retryAfterMs },
});

/** A ring whose keys get the answers in the table, and the keys that were used. */
function ringOf(answers: Record<string, Outcome>) {
  const used: string[] = [];
  const rests: string[] = [];
  const keys = Object.keys(answers).map((name) => ({ name, value: `secret-${name}` }));
  const ring = createKeyRing(keys, {
    onRest: (key, rest) => rests.push(`${key} ${rest?.status ?? 'is back'}`),
  });
  const send = () =>
    ring.send(async (value = '') => {
      const name = value.replace('secret-', '');
      used.push(name);
      return answers[name]!;
    });
  return { ring, send, used, rests };
}

test('keys are used in turn', async () => {
  const { send, used } = ringOf({ a: ANSWERED, b: ANSWERED });
  for (let i = 0; i < 4; i++) expect(await send()).toEqual(ANSWERED);
  expect(used).toEqual(['a', 'b', 'a', 'b']);
});

test.each([401, 402])(
  'a key that is refused with %i rests, and the others go on',
  async (status) => {
    const { send, used, rests } = ringOf({ bad: refused(status), good: ANSWERED });
    expect(await send()).toMatchObject({ kind: 'refused_for_now', retryAfterMs: 0 });
    for (let i = 0; i < 3; i++) expect(await send()).toEqual(ANSWERED);
    expect(used).toEqual(['bad', 'good', 'good', 'good']);
    expect(rests).toEqual([`bad ${status}`]);
  },
);

test('a refused key that is accepted again is used at once', async () => {
  const answers = { a: refused(401), b: refused(401) } as Record<string, Outcome>;
  const { send, used, rests } = ringOf(answers);
  await send();
  await send();
  Object.assign(answers, { a: ANSWERED, b: ANSWERED });
  for (let i = 0; i < 3; i++) expect(await send()).toEqual(ANSWERED);
  expect(used).toHaveLength(5);
  expect(rests.at(-1)).toBe('a is back');
});

test('a busy key is not used for as long as Retry-After says', async () => {
  const { send, used, rests } = ringOf({ busy: busy(100), other: ANSWERED });
  await send();
  await send();
  await send();
  expect(used).toEqual(['busy', 'other', 'other']);
  await expect.poll(() => rests).toEqual(['busy 429', 'busy is back']);
  await send();
  expect(used.at(-1)).toBe('busy');
});

test('where all keys are busy nothing is sent before the first is back', async () => {
  const { send, used } = ringOf({ a: busy(60_000), b: busy(30_000) });
  expect(await send()).toMatchObject({ kind: 'refused_for_now', retryAfterMs: 0 });
  const second = (await send()) as { retryAfterMs: number };
  expect(second.retryAfterMs).toBeGreaterThan(29_000);
  expect(await send()).toMatchObject({ kind: 'not_sent', isLocal: true });
  expect(used).toEqual(['a', 'b']);
});

test('if all keys are refused, the run fails as with one key', async () => {
  const { ring, send } = ringOf({ a: refused(401), b: refused(401) });
  expect(ring.refuses()).toBe(false);
  await send();
  expect(await send()).toEqual(refused(401));
  expect(ring.refuses()).toBe(true);
  expect(await send()).toEqual(refused(401));
});

test('a single key never rests', async () => {
  const { send, used } = ringOf({ only: busy(60_000) });
  for (let i = 0; i < 3; i++) expect(await send()).toEqual(busy(60_000));
  expect(used).toHaveLength(3);
});

test('keys of the models file come from variables, files and commands, and are read again, also after a failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'models.json');
  const keyFile = join(folder, 'spare');
  await writeFile(keyFile, 'old\n');
  const server = { kind: 'openai-compatible', baseUrl: 'http://localhost/v1' };
  const variables: Record<string, string> = { KEY: 'first' };
  const read = async (apiKeys: unknown, more = {}) => {
    await writeFile(
      path,
      JSON.stringify({ providers: { local: { ...server, apiKeys, ...more } } }),
    );
    return readModelsFile({
      path,
      secret: (name) => variables[name],
      secretNow: (name) => () => variables[name],
      builtIn: [],
    });
  };
  const file = await read([{ env: 'KEY' }, { file: keyFile }, { name: 'third', env: 'KEY' }]);
  const keys = file.providers[0]!.apiKeys!;
  expect(keys.map(({ name, value }) => [name, value])).toEqual([
    ['KEY', 'first'],
    ['spare', 'old'],
    ['third', 'first'],
  ]);
  const ring = createKeyRing(keys, { reloadEveryMs: 20 });
  onTestFinished(() => ring.close());
  await writeFile(keyFile, 'new');
  variables.KEY = 'second';
  await expect.poll(() => ring.values()).toEqual(['second', 'new', 'second']);

  const printed = await read([{ command: ['cat', keyFile] }]);
  expect(printed.providers[0]!.apiKeys).toMatchObject([{ name: 'cat', value: 'new' }]);
  await expect(read([{ command: ['cat', join(folder, 'gone')] }])).rejects.toThrow(
    'providers.local.apiKeys[0] runs cat, which failed (1)',
  );

  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [expiring] = (await read([{ command: ['cat', keyFile] }])).providers[0]!.apiKeys!;
  await rm(keyFile);
  vi.advanceTimersByTime(600_000);
  await expect(expiring!.reload!()).rejects.toThrow('cat');
  await writeFile(keyFile, 'newer');
  expect(await expiring!.reload!()).toBe('new');
  vi.advanceTimersByTime(30_000);
  expect(await expiring!.reload!()).toBe('newer');

  const broken = read([{ env: 'NONE' }, { file: join(folder, 'gone') }], { apiKeyEnv: 'KEY' });
  for (const fault of [
    'providers.local has both apiKeyEnv and apiKeys',
    'providers.local.apiKeys[0] names NONE, which is not set',
    'which cannot be read (ENOENT)',
  ]) {
    await expect(broken).rejects.toThrow(fault);
  }
  await expect(read([{ env: 'KEY' }, { env: 'KEY' }])).rejects.toThrow(
    'providers.local.apiKeys[1] is called KEY, like another one',
  );
});
