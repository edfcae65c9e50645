import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { StartError } from '../../server/platform/lib/errors.ts';
import { copyDataDir, makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { clusterOf, query, spawnOwner, startOwner } from './owner.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeDataDir();
});
afterAll(() => removeDataDir(folder));

async function refusal(dataDir: string, port?: number): Promise<string> {
  const options = port === undefined ? { dataDir } : { dataDir, port };
  const error = await startEmbeddedPostgres(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  return message;
}

describe('a first start', () => {
  test('that is killed half way leaves nothing that the next one minds', async () => {
    const dataDir = join(folder, 'half-way');
    const child = spawnOwner(dataDir);
    const exited = once(child, 'exit');
    const draft = await vi.waitFor(
      async () => {
        const found = await readdir(join(dataDir, 'postgresql'));
        const name = found.find((entry) => /^draft-\d+$/.test(entry));
        const files = await readdir(join(dataDir, 'postgresql', String(name)));
        expect(files).toContain('base');
        return name;
      },
      { timeout: 60_000, interval: 5 },
    );
    child.kill('SIGKILL');
    await exited;
    expect(await readdir(join(dataDir, 'postgresql'))).not.toContain('cluster');
    const owner = await startOwner(dataDir);
    expect(await query(owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await owner.stop();
    // The killed start's own child may still have been writing; by now it has ended.
    await startOwner(dataDir).then((again) => again.stop());
    expect(await readdir(join(dataDir, 'postgresql'))).not.toContain(draft);
  });

  test('of two processes at once ends in one owner and one refusal', async () => {
    const dataDir = join(folder, 'two-at-once');
    const owners = await Promise.all([startOwner(dataDir), startOwner(dataDir)]);
    const refused = owners.filter(({ refusal: line }) =>
      line?.includes('in use by another process'),
    );
    expect(refused).toHaveLength(1);
    const owner = owners.find(({ url }) => url !== undefined);
    expect(owner && (await query(owner, 'SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await owner?.stop();
  });

  test('works below folders that nobody else may enter, whatever their names', async () => {
    const parent = join(folder, "no'body else äöü");
    await mkdir(parent);
    await chmod(parent, 0o700);
    const postgres = await startEmbeddedPostgres({ dataDir: join(parent, 'data') });
    await postgres.stop();
    const again = await startEmbeddedPostgres({ dataDir: join(parent, 'data') });
    await again.stop();
  });
});

describe('what cannot work is refused in one line', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(folder, 'refused');
    await mkdir(dataDir);
    await copyDataDir(inject('postgres').startedDataDir, dataDir);
  });

  test('a platform without binaries, naming the way out', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
    Object.defineProperty(process, 'arch', { ...platform, value: 's390x' });
    try {
      expect(await refusal(join(folder, 'elsewhere'))).toMatch(/s390x.*DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'arch', platform);
    }
  });

  test('a port that is taken', async () => {
    const socket = createServer().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address() as AddressInfo;
    expect(await refusal(dataDir, port)).toContain(`port ${port}`);
    socket.close();
  });

  test('data written by another major version', async () => {
    const file = join(clusterOf(dataDir), 'PG_VERSION');
    await writeFile(file, '17\n');
    expect(await refusal(dataDir)).toMatch(/written by PostgreSQL 17 and this is 18/);
    await writeFile(file, '18\n');
  });

  test('data whose passwords are lost', async () => {
    await rm(join(dataDir, 'postgresql', 'passwords.json'));
    expect(await refusal(dataDir)).toContain('passwords.json is missing');
  });

  test('a folder that cannot be made', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    expect(await refusal(join(file, 'data'))).toContain('data folder cannot be used');
  });
});
