/** The life of one data folder through starts, stops and kills: each test takes it as the last left it. */
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { clusterOf, type Owner, query, serverPid, spawnOwner, startOwner } from './owner.ts';

let dataDir: string;
let owner: Owner;

beforeAll(async () => {
  dataDir = await makeDataDir();
  owner = await startOwner(dataDir);
});
afterAll(async () => {
  await owner.stop();
  await removeDataDir(dataDir);
});

const rows = (): Promise<{ n: number }[]> => query(owner, 'SELECT n FROM kept ORDER BY n');

test('the first start makes a durable server that only this machine reaches, by password', async () => {
  const [row] = await query(
    { ownerUrl: owner.url },
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
            current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS sums,
            current_setting('listen_addresses') AS listen, current_setting('server_encoding') AS encoding,
            current_user AS role, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
  );
  expect(row).toEqual({
    fsync: 'on',
    pages: 'on',
    commit: 'on',
    sums: 'on',
    listen: '',
    encoding: 'UTF8',
    role: 'model_run',
    super: false,
  });
  const outsider = { ownerUrl: owner.url?.replace(/:[^:@]+@/, ':wrong@') };
  await expect(query(outsider, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('the folders and the passwords are for their owner only', async () => {
  const mode = async (...path: string[]): Promise<number> =>
    (await stat(join(dataDir, 'postgresql', ...path))).mode & 0o777;
  expect(await mode()).toBe(0o700);
  expect(await mode('cluster')).toBe(0o700);
  expect(await mode('passwords.json')).toBe(0o600);
});

test('a second start finds the data of the first', async () => {
  await query(owner, 'CREATE TABLE kept AS SELECT 1 AS n');
  await owner.stop();
  owner = await startOwner(dataDir);
  expect(await rows()).toEqual([{ n: 1 }]);
});

test('a second owner is refused in one line while the first lives', async () => {
  const second = await startOwner(dataDir);
  expect(second.refusal).toBe(`the data folder ${dataDir} is in use by another process`);
  expect(await rows()).toEqual([{ n: 1 }]);
});

test('Ctrl-C in the terminal reaches the owner and not the server', async () => {
  const pid = owner.process.pid ?? 0;
  process.kill(-pid, 'SIGINT');
  await query(owner, 'INSERT INTO kept VALUES (2)');
  expect(await rows()).toEqual([{ n: 1 }, { n: 2 }]);
});

test('the server that a killed owner left is taken over, not started again', async () => {
  const pid = await serverPid(dataDir);
  await owner.kill();
  owner = await startOwner(dataDir);
  expect(owner.refusal).toBeUndefined();
  expect(await serverPid(dataDir)).toBe(pid);
  expect(await rows()).toEqual([{ n: 1 }, { n: 2 }]);
});

test('what was committed survives the kill of everything', async () => {
  await query(owner, 'INSERT INTO kept VALUES (3)');
  const pid = await serverPid(dataDir);
  await owner.kill();
  process.kill(pid, 'SIGKILL');
  owner = await startOwner(dataDir);
  expect(await serverPid(dataDir)).not.toBe(pid);
  expect(await rows()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a server that dies under a living owner is restarted at the same address', async () => {
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await vi.waitFor(async () => expect(await rows()).toHaveLength(3), { timeout: 60_000 });
  const second = await startOwner(dataDir);
  expect(second.refusal).toContain('in use by another process');
});

test('a leftover process id that belongs to another process now blocks nothing', async () => {
  await owner.stop();
  const lines = [process.pid, clusterOf(dataDir), 1, 5432, '', '127.0.0.1', '1 1', 'ready', ''];
  await writeFile(join(clusterOf(dataDir), 'postmaster.pid'), lines.join('\n'));
  owner = await startOwner(dataDir);
  expect(owner.refusal).toBeUndefined();
  expect(await rows()).toHaveLength(3);
});

test('of two that start at once one becomes the owner', async () => {
  await owner.stop();
  const both = await Promise.all([startOwner(dataDir), startOwner(dataDir)]);
  expect(both.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
  owner = both.find(({ refusal }) => refusal === undefined) ?? owner;
  expect(await rows()).toHaveLength(3);
});

test('a process that is killed while it starts the server delays no other', async () => {
  await owner.stop();
  const child = spawnOwner(dataDir);
  const exited = once(child, 'exit');
  await vi.waitFor(() => stat(join(clusterOf(dataDir), 'postmaster.pid')), {
    timeout: 60_000,
    interval: 1,
  });
  child.kill('SIGKILL');
  await exited;
  owner = await startOwner(dataDir);
  expect(await rows()).toHaveLength(3);
});
