/** PostgreSQL as Debian packages it, in its own folder: the embedded one lacks tools for backups and dumps. */
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
/** The parts of it that must exist. */
export const POSTGRES = `${PROGRAMS}/postgres`;
/** PostgreSQL refuses root. */
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

export interface Cluster {
  data: string;
  /** The folder of sockets. */
  folder: string;
  port: number;
}

export interface Server {
  /** For the service's role. */
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  /** As when the host is lost: nothing is written any more. */
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

/** Ends what a failure has left running. */
export function killServers(): void {
  for (const server of started) server.kill('SIGQUIT');
}

/** Resolves when it accepts connections. */
export async function startServer(
  { folder, data, port }: Cluster,
  settings: Record<string, string> = {},
): Promise<Server> {
  const all = {
    ...{ listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, ...settings },
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = [...AS_POSTGRES, POSTGRES, '-D', data, ...flags];
  const server = spawn('setpriv', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(server);
  let output = '';
  server.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2_000);
  });
  const ended = once(server, 'close');
  await untilReady(port, () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${output}`);
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

/** A recovery takes as long as it takes; the caller checks that the server is still alive. */
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
