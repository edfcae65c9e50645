/**
 * PgBouncer in transaction mode in front of the tests' PostgreSQL, if TEST_POOLER names its program: then every test's
 * service, and the test databases, go through it. Tests connect to the server directly for anything else.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Urls } from '../../server/platform/db/embedded/index.ts';
import { freePort } from './free-port.ts';
import { accountOf } from './installed-postgres.ts';

export interface Pooler {
  port: number;
  /** The port of the server that it pools. */
  serverPort: number;
  /** The administrator's address of its console. */
  consoleUrl: string;
}

export interface RunningPooler extends Pooler {
  stop(): Promise<void>;
}

/** Fewer than a service has, so that its connections must share them. */
const CONNECTIONS = 8;

export async function startPooler(program: string, urls: Urls): Promise<RunningPooler> {
  const logins = [urls.superuserUrl, urls.ownerUrl, urls.url].map((url) => new URL(url));
  const [superuser] = logins as [URL, ...URL[]];
  const [folder, account, port] = [
    await mkdtemp(join(tmpdir(), 'model-run-pooler-')),
    await accountOf('nobody'),
    await freePort(),
  ];
  const users = logins.map(
    ({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`,
  );
  const [usersFile, settingsFile] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  await writeFile(usersFile, users.join(''));
  await writeFile(settingsFile, settingsOf({ superuser, port, usersFile }));
  for (const path of [folder, usersFile, settingsFile]) {
    await chown(path, account.uid, account.gid);
  }
  const process = spawn(program, ['--quiet', settingsFile], { ...account, stdio: 'ignore' });
  const consoleUrl = Object.assign(new URL(superuser), {
    port: String(port),
    pathname: '/pgbouncer',
  }).href;
  await untilItAnswers(consoleUrl, process);
  return {
    ...{ port, serverPort: Number(superuser.port), consoleUrl },
    async stop() {
      const ended = once(process, 'exit');
      process.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

interface SettingsOptions {
  superuser: URL;
  port: number;
  usersFile: string;
}

/** Debian's settings except for those below: it lets no startup parameter through. */
function settingsOf({ superuser, port, usersFile }: SettingsOptions): string {
  return `[databases]
* = host=${superuser.hostname} port=${superuser.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
admin_users = ${superuser.username}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 1000
server_idle_timeout = 5
`;
}

async function untilItAnswers(url: string, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const answers = await askPooler(url, 'SHOW VERSION').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(50);
  }
  throw new Error('the pooler ended as it was started');
}

/** Sends a command to its console. */
export async function askPooler(consoleUrl: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: consoleUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query(command).finally(() => client.end());
}

/** The same database through the pooler; undefined if there is no pooler. */
export function pooled(url: string, pooler: Pooler | null): string | undefined {
  const direct = new URL(url);
  if (pooler === null || direct.port !== String(pooler.serverPort)) return undefined;
  return Object.assign(direct, { port: String(pooler.port) }).href;
}

/** The variables of a service that is to use the pooler if there is one. */
export function pooledEnvironment<T extends Record<string, string | undefined>>(
  environment: T,
  pooler: Pooler | null,
): T {
  const { DATABASE_URL, DATABASE_LISTEN_URL } = environment;
  if (!DATABASE_URL || DATABASE_LISTEN_URL !== undefined) return environment;
  const url = pooled(DATABASE_URL, pooler);
  if (url === undefined) return environment;
  return { ...environment, DATABASE_URL: url, DATABASE_LISTEN_URL: DATABASE_URL };
}
