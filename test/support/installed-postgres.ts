/** A PostgreSQL of the system, such as the oldest supported one, with the roles and database of the embedded one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareDatabase, type Urls, urlsAt } from '../../server/platform/db/embedded/index.ts';
import { createDb, ping } from '../../server/platform/db/pool.ts';
import { freePort } from './free-port.ts';

const PASSWORDS = { superuser: 'superuser', owner: 'owner', application: 'application' };

export interface InstalledPostgres extends Urls {
  stop(): Promise<void>;
}

export interface InstalledPostgresOptions {
  /** The folder of `initdb` and `postgres`. */
  binDir: string;
  /** An existing, empty folder. */
  dataDir: string;
  settings: Readonly<Record<string, string | number>>;
}

export async function startInstalledPostgres(
  options: InstalledPostgresOptions,
): Promise<InstalledPostgres> {
  const { binDir, dataDir } = options;
  const account = await accountOf('postgres');
  const passwordFile = join(dataDir, 'superuser.txt');
  await writeFile(passwordFile, PASSWORDS.superuser);
  for (const path of [dataDir, passwordFile]) await chown(path, account.uid, account.gid);
  const folder = join(dataDir, 'cluster');
  await promisify(execFile)(
    join(binDir, 'initdb'),
    [
      ...[`--pgdata=${folder}`, '--username=postgres', `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { ...account, cwd: dataDir },
  );
  const port = await freePort();
  const settings = Object.entries({ ...options.settings, ...at(port) });
  const server = spawn(
    join(binDir, 'postgres'),
    ['-D', folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: dataDir, stdio: 'ignore' },
  );
  const urls = urlsAt({ kind: 'tcp', port }, PASSWORDS);
  await untilItAnswers(urls.superuserUrl, server);
  await prepareDatabase(
    (database) => Object.assign(new URL(urls.superuserUrl), { pathname: `/${database}` }).href,
    PASSWORDS,
  );
  return { ...urls, stop: () => stop(server) };
}

function at(port: number) {
  return { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const db = createDb({ url, max: 1, applicationName: 'test administration' });
    const answers = await ping(db).then(
      () => true,
      () => false,
    );
    await db.close();
    if (answers) return;
    await sleep(100);
  }
  throw new Error('PostgreSQL ended as it was started');
}

/** The account that runs PostgreSQL: root may not. */
export async function accountOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid !== 0) return { uid, gid };
  const { stdout } = await promisify(execFile)('getent', ['passwd', name]);
  const [, , ofUser, ofGroup] = stdout.split(':');
  return { uid: Number(ofUser), gid: Number(ofGroup) };
}
