/** The account of the embedded server, who can reach it, and how it takes over data of another account. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { findServer } from '../../server/platform/db/embedded/control.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { freePort } from '../support/free-port.ts';
import { copyDataDir, makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { clusterOf, query, startOwner } from './owner.ts';

const NOBODY = 65_534;
/** No account has these ids: neither people nor services, nor users of containers. */
const OWN = { first: 1_879_048_192, last: 2_013_265_919 };

let folder: string;
beforeAll(async () => {
  folder = await makeDataDir();
});
afterAll(() => removeDataDir(folder));

function needsRoot({ skip }: TestContext): void {
  skip(process.getuid?.() !== 0, 'only root can run PostgreSQL as another user');
}

const ALONE = ['--user', '--map-root-user'];
const canContain = () => spawnSync('unshare', [...ALONE, 'true']).status === 0;

/** Runs a script on a system whose only user is root. */
function inContainer(script: string, dataDir: string, options: object) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const command = [process.execPath, path, dataDir, JSON.stringify(options)];
  return spawnSync('unshare', [...ALONE, ...command]);
}

async function ownersOf(dataDir: string): Promise<number[]> {
  const cluster = clusterOf(dataDir);
  const names = await readdir(cluster, { recursive: true });
  const all = await Promise.all(['.', ...names].map((name) => lstat(join(cluster, name))));
  return [...new Set(all.map(({ uid }) => uid))];
}

async function userOfServer(dataDir: string): Promise<number> {
  const server = await findServer(clusterOf(dataDir));
  return (await lstat(`/proc/${server?.pid}`)).uid;
}

/** A data folder of this name that was started once, as an arbitrary user. */
async function startedBefore(name: string): Promise<string> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  await copyDataDir(inject('postgres').startedDataDir, dataDir);
  return dataDir;
}

/** Starts the server, inspects it, and stops it. */
async function started<T>(dataDir: string, look: () => Promise<T>, uid?: number): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, uid });
  return look().finally(() => postgres.stop());
}

describe('started as root, PostgreSQL runs as', () => {
  test('a user of its own for each data folder, who owns nothing else', async (context) => {
    needsRoot(context);
    const users: number[] = [];
    for (const name of ['one', 'other']) {
      const dataDir = join(folder, name);
      const user = await started(dataDir, () => userOfServer(dataDir));
      expect(await ownersOf(dataDir)).toEqual([user]);
      users.push(user);
    }
    expect(new Set(users).size).toBe(2);
    for (const user of users) {
      expect(user).toBeGreaterThanOrEqual(OWN.first);
      expect(user).toBeLessThanOrEqual(OWN.last);
    }
  });

  test('another user in a copy of the folder, made with its owners', async (context) => {
    needsRoot(context);
    const [original, copy] = [join(folder, 'one'), join(folder, 'copy')];
    execFileSync('cp', ['-a', original, copy]);
    const [before] = await ownersOf(copy);
    const user = await started(copy, () => userOfServer(copy));
    expect(user).not.toBe(before);
    expect(await ownersOf(copy)).toEqual([user]);
  });

  test('the user that POSTGRES_UID names, and again as its own without it', async (context) => {
    needsRoot(context);
    const dataDir = join(folder, 'one');
    expect(await started(dataDir, () => userOfServer(dataDir), 65_533)).toBe(65_533);
    expect(await ownersOf(dataDir)).toEqual([65_533]);
  });

  test.for([
    ['of its own', {}, 'there is no unprivileged user for PostgreSQL here: set POSTGRES_UID'],
    ['that is asked for', { uid: 1000 }, 'root may not change to user 1000, and POSTGRES_UID'],
  ] as const)(
    'no user %s where a container has none, and says so in one line',
    ([, options, reason], { skip }) => {
      skip(!canContain(), 'needs unshare and the right to make a user namespace');
      const { stdout } = inContainer('own-postgres.ts', join(folder, 'contained'), options);
      const { refusal } = JSON.parse(stdout.toString()) as { refusal: string };
      expect(refusal).toContain(reason);
      expect(refusal).toMatch(/^[^\n]+DATABASE_URL[^\n]*$/);
    },
  );
});

describe('data of a version that ran as the user nobody', () => {
  test('moves over at the next start, also where a move was cut short', async (context) => {
    needsRoot(context);
    const dataDir = await startedBefore('old');
    const own = await started(dataDir, () => userOfServer(dataDir), NOBODY).then(() =>
      started(dataDir, () => userOfServer(dataDir)),
    );
    expect(own).not.toBe(NOBODY);
    // Half of it has moved, and root still owns the folder.
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, join(clusterOf(dataDir), 'base')]);
    execFileSync('chown', ['0:0', clusterOf(dataDir), join(clusterOf(dataDir), 'global')]);
    expect(await started(dataDir, () => userOfServer(dataDir))).toBe(own);
    expect(await ownersOf(dataDir)).toEqual([own]);
  });

  test('changes no owner outside of the folder, whatever was put into it', async (context) => {
    needsRoot(context);
    const dataDir = await startedBefore('planted');
    await started(dataDir, async () => {});
    const outside = join(folder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'theirs');
    await symlink(outside, join(clusterOf(dataDir), 'link'));
    execFileSync('chown', ['-hR', `${NOBODY}:${NOBODY}`, clusterOf(dataDir)]);
    await started(dataDir, async () => {});
    expect((await lstat(outside)).uid).toBe(0);
    expect((await lstat(join(outside, 'file'))).uid).toBe(0);
    execFileSync('ln', [join(outside, 'file'), join(clusterOf(dataDir), 'second')]);
    await expect(started(dataDir, async () => {})).rejects.toThrow('has a second name elsewhere');
    expect((await lstat(join(outside, 'file'))).uid).toBe(0);
  });

  test('is taken over from a server that a killed process left, at a port', async () => {
    const dataDir = await startedBefore('left');
    const isRoot = process.getuid?.() === 0;
    const before = { port: await freePort(), ...(isRoot && { uid: NOBODY }) };
    const left = await startOwner(dataDir, before);
    await query(left, 'create table kept as select 1 as n');
    await left.kill();

    const postgres = await startEmbeddedPostgres({ dataDir });
    const db = createDb({ url: postgres.ownerUrl, max: 1, applicationName: 'test' });
    expect(await db.query('select n from kept')).toEqual([{ n: 1 }]);
    await db.close();
    if (isRoot) expect(await userOfServer(dataDir)).not.toBe(NOBODY);
    expect((await findServer(clusterOf(dataDir)))?.address.kind).toBe('socket');
    await postgres.stop();
    const passwords = join(dataDir, 'postgresql', 'passwords.json');
    expect((await lstat(passwords)).mode & 0o777).toBe(0o600);
  });
});

describe('the embedded server', () => {
  test('is reached by its own user alone: 230 idle connections of another take no slot', async (context) => {
    needsRoot(context);
    const dataDir = await startedBefore('crowded');
    // The parent is open, as a shared folder may be; its content is closed.
    await chmod(folder, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir });
    const address = (await findServer(clusterOf(dataDir)))!.address;
    const way: NetConnectOpts =
      address.kind === 'tcp'
        ? { host: '127.0.0.1', port: address.port }
        : { path: join(address.folder, `.s.PGSQL.${address.port}`) };
    const sockets = await asNobody(() => Array.from({ length: 230 }, () => connect(way)));
    const reached = await Promise.all(sockets.map(isConnected));
    const db = createDb({ url: postgres.url, max: 20, applicationName: 'test' });
    const answers = Array.from({ length: 20 }, () => db.query('select 1 as one'));
    expect(await Promise.all(answers)).toHaveLength(20);
    expect(reached.filter(Boolean)).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await db.close();
    await postgres.stop();
  });

  test('listens at 127.0.0.1 where the path is too long for a socket, and drops who says nothing', async () => {
    const dataDir = join(folder, 'x'.repeat(100));
    const postgres = await startEmbeddedPostgres({ dataDir });
    expect(new URL(postgres.url).hostname).toBe('127.0.0.1');
    const db = createDb({ url: postgres.url, max: 1, applicationName: 'test' });
    const [row] = await db.query(
      `select current_setting('listen_addresses') as listen, current_setting('authentication_timeout') as patience`,
    );
    expect(row).toEqual({ listen: '127.0.0.1', patience: '10s' });
    await db.close();
    await postgres.stop();
  });
});

/** The system checks the access of a process when it opens a file. */
async function asNobody<T>(work: () => T): Promise<T> {
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
}
