import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, UsageError } from '../../client/index.ts';
import { createFileRequestKeys } from '../../client/node.ts';
import { startService, type TestService } from '../support/service.ts';
import { handOn, startHostile } from './hostile-server.ts';
import { type InstalledClient, installClient } from './installed-client.ts';

/** A caller of the service, as a separate process: it does the same work at every start. */
const CALLER = `
import { createClient } from 'model-run-client';
import { createFileRequestKeys } from 'model-run-client/node';
const [baseUrl, apiKey, folder] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey, requestKeys: createFileRequestKeys(folder) });
const messages = [{ role: 'user', content: 'Hello' }];
const request = { model: 'sandbox/echo', messages, maxOutputTokens: 50 };
const { id, text } = await client.modelRuns.once('order-4711', request);
console.log(JSON.stringify({ id, text }));
`;
const RACER = `
import { createFileRequestKeys } from 'model-run-client/node';
const [folder, key] = process.argv.slice(2);
const store = createFileRequestKeys(folder);
const keys = await Promise.all(Array.from({ length: 20 }, (_, i) => store.put('name ' + i, key + i)));
console.log(JSON.stringify(keys));
`;
/** Prints the code with which the save fails. */
const FULL = `
import { createFileRequestKeys } from 'model-run-client/node';
const saving = createFileRequestKeys(process.argv[2]).put('a', 'key');
console.log(JSON.stringify(await saving.catch((error) => error.code)));
`;

let home: string;
let installed: InstalledClient;
let service: TestService;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'model-run-keys-'));
  [service, installed] = await Promise.all([
    startService({ validatesResponses: true }),
    installClient(),
  ]);
  await writeFile(join(installed.folder, 'caller.js'), CALLER);
  await writeFile(join(installed.folder, 'racer.js'), RACER);
  await writeFile(join(installed.folder, 'full.js'), FULL);
});
afterAll(async () => {
  await service.close();
  await installed.remove();
  await rm(home, { recursive: true, force: true });
});

function start(script: string, ...args: string[]): ChildProcess {
  const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'];
  return spawn(process.execPath, [join(installed.folder, script), ...args], { stdio });
}

async function outputOf(child: ChildProcess): Promise<unknown> {
  return JSON.parse(await text(child.stdout!));
}

describe('a caller that is killed', () => {
  it('after the service took its run finds that run, and pays once', async () => {
    const tenant = await service.tenant();
    const folder = join(home, 'killed');
    let took = () => {};
    const taken = new Promise<void>((resolve) => {
      took = resolve;
    });
    const silent = await startHostile(async (seen, response) => {
      await handOn(service.url, { keep: true })(seen, response);
      took();
    });
    const first = start('caller.js', silent.url, tenant.key.key, folder);
    await taken;
    first.kill('SIGKILL');
    await once(first, 'close');
    await silent.close();

    const output = await outputOf(start('caller.js', service.url, tenant.key.key, folder));
    const { modelRuns } = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
    const bought = [];
    for await (const run of modelRuns.list()) bought.push(run);
    expect(bought.map(({ id }) => ({ id, text: 'Hello' }))).toEqual([output]);
    expect(await tenant.wallet()).toMatchObject({ held: 0, spent: bought[0]!.chargedAmount });
  });
});

describe('request keys in files', () => {
  it('are the same for all processes that race for a name', async () => {
    const folder = join(home, 'race');
    const racers = ['a', 'b', 'c'].map((key) => outputOf(start('racer.js', folder, key)));
    const [first, ...others] = await Promise.all(racers);
    for (const other of others) expect(other).toEqual(first);
    expect((await readdir(folder)).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it.each([
    ['a path upwards', '../../../tmp/escaped'],
    ['a root', '/etc/passwd'],
    ['a null', 'a\0b'],
    ['a very long one', 'x'.repeat(100_000)],
    ['none at all', ''],
    ['other scripts', 'заказ № 7 🧾'],
  ])('take %s as a name and stay in their folder', async (_, name) => {
    const folder = join(home, 'names');
    const store = createFileRequestKeys(folder);
    expect(await store.get(name)).toBeUndefined();
    expect(await store.put(name, 'first')).toBe('first');
    expect(await store.put(name, 'second')).toBe('first');
    expect(await createFileRequestKeys(folder).get(name)).toBe('first');
    for (const file of await readdir(folder)) expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
  });

  it('show people which name they belong to, and only their owner', async () => {
    const folder = join(home, 'people');
    await createFileRequestKeys(folder).put('order-1', 'key-1');
    const [file] = await readdir(folder);
    const path = join(folder, file!);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ name: 'order-1', key: 'key-1' });
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it.each(['', '{"name":"a","ke', '{"name":"a"}', '{"name":"a","key":"b c"}'])(
    'that are damaged (%j) are reported and never replaced by new ones',
    async (content) => {
      const folder = await mkdtemp(join(home, 'damaged-'));
      const store = createFileRequestKeys(folder);
      await store.put('a', 'key');
      const [file] = await readdir(folder);
      await writeFile(join(folder, file!), content);
      await expect(store.get('a')).rejects.toThrow(/is damaged: restore it/);
      await expect(store.put('a', 'other')).rejects.toBeInstanceOf(UsageError);
    },
  );

  it('under names with half a character are refused, as two of them would share a key', async () => {
    const store = createFileRequestKeys(join(home, 'halves'));
    await expect(store.put('order-\ud800', 'key')).rejects.toThrow(/surrogate/);
    await expect(store.get('order-\ud801')).rejects.toBeInstanceOf(UsageError);
  });

  it('that are about another name are reported and not used', async () => {
    const folder = join(home, 'moved');
    const store = createFileRequestKeys(folder);
    await store.put('a', 'key');
    const [file] = await readdir(folder);
    await writeFile(join(folder, file!), '{"name":"b","key":"key"}');
    await expect(store.get('a')).rejects.toThrow(/is about another name/);
    await expect(store.put('a', 'other')).rejects.toBeInstanceOf(UsageError);
  });

  it('leave no file on a full disk', async () => {
    const folder = join(home, 'full');
    const command = [process.execPath, join(installed.folder, 'full.js'), folder];
    const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...command];
    const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'];
    expect(await outputOf(spawn('sh', limited, { stdio }))).toBe('EFBIG');
    expect(await readdir(folder)).toEqual([]);
  });

  it('need a folder', () => {
    expect(() => createFileRequestKeys('')).toThrow(/the folder that the request keys are kept in/);
  });
});
