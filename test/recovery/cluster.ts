/** PostgreSQL as Debian packages it, in a folder of its own: its tools of backup and dumps are not in the embedded one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../languages/execute.ts';
import { makeRoles } from '../release/postgres.ts';
import { freePort } from '../support/free-port.ts';

const VERSION = 15;
const PROGRAMS = `/usr/lib/postgresql/${VERSION}/bin`;
/** What of it has to be there. */
export const POSTGRES = `${PROGRAMS}/postgres`;
/** PostgreSQL refuses root. */
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

export interface Cluster {
  data: string;
  /** Of sockets. */
  folder: string;
  port: number;
}

export interface Server {
  /** Of the role that the service works as. */
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  /** As a host that is lost: nothing is written any more. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  hasEnded(): boolean;
}

export function asPostgres(command: string, args: string[]): Promise<string> {
  return execute('setpriv', [...AS_POSTGRES, command, ...args], {
    environment: { PGPASSWORD: 'superuser' },
  });
}

export function program(name: string): string {
  return join(PROGRAMS, name);
}

/** A folder that PostgreSQL may write to, and reach. */
export async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(dirname(folder), 0o755);
  await execute('chown', ['postgres:', folder]);
  return folder;
}

/** New, with the roles of compose.yaml. */
export async function makeCluster(at: string): Promise<Cluster> {
  const folder = await makeFolder(at);
  const cluster = { folder, data: join(folder, 'data'), port: await freePort() };
  const password = join(folder, 'password');
  await writeFile(password, 'superuser');
  await asPostgres(program('initdb'), [
    ...['-D', cluster.data, '-U', 'postgres', `--pwfile=${password}`],
    ...['--auth-host=scram-sha-256', '--auth-local=trust', '--data-checksums'],
  ]);
  const server = await startServer(cluster);
  await makeRoles(cluster.port);
  await server.stop();
  return cluster;
}

const started: ChildProcess[] = [];

/** What a failure has left running. */
export function killServers(): void {
  for (const server of started) server.kill('SIGQUIT');
}

/** Takes connections when this resolves. */
export async function startServer(
  { folder, data, port }: Cluster,
  settings: Record<string, string> = {},
): Promise<Server> {
  const all = {
    ...{ listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, ...settings },
  };
  const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = [...AS_POSTGRES, POSTGRES, '-D', data, ...given];
  const server = spawn('setpriv', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(server);
  let said = '';
  server.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const ended = once(server, 'close');
  await untilReady(port, () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
  });
  const urlOf = (role: string) =>
    `postgres://model_run_${role}:${role}@127.0.0.1:${port}/model_run`;
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
  return {
    ...{ url: urlOf('service'), ownerUrl: urlOf('owner') },
    superuserUrl: `postgres://postgres:superuser@127.0.0.1:${port}/model_run`,
    kill: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
    hasEnded: () => server.exitCode !== null,
  };
}

/** A recovery takes what it takes; the caller sees to it that the server still lives. */
async function untilReady(port: number, look: () => void): Promise<void> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-t', '1'];
  for (;;) {
    look();
    const isReady = await execute(program('pg_isready'), args).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
}
