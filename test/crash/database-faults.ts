/** Faults that a test causes in a PostgreSQL that it owns, as an operator of another one would. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db } from '../../server/platform/db/pool.ts';

export interface OwnedPostgres {
  dataDir: string;
  superuserUrl: string;
}

export function asSuperuser<T>(
  { superuserUrl }: OwnedPostgres,
  work: (admin: Db) => Promise<T>,
): Promise<T> {
  const admin = createDb({ url: superuserUrl, max: 1, applicationName: 'admin' });
  return work(admin).finally(() => admin.close());
}

/** Ends every connection of the service. */
export function terminateConnections(admin: Db): Promise<unknown> {
  return admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name like 'model-run%'`,
  );
}

/** Its owner, this process, starts it again. */
export async function killPostgres(postgres: OwnedPostgres): Promise<void> {
  process.kill(await serverPid(postgres), 'SIGKILL');
  await untilItAnswers(postgres);
}

export async function untilItAnswers(postgres: OwnedPostgres): Promise<void> {
  const answers = () =>
    asSuperuser(postgres, (admin) => admin.query('select 1')).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await sleep(50);
}

/**
 * Stops the server and all its processes; returns a function that lets them go on. The server stops first: a process that
 * it starts later would still answer, and only some workers would seem dead.
 */
export async function putToSleep(postgres: OwnedPostgres): Promise<() => void> {
  const server = await serverPid(postgres);
  process.kill(server, 'SIGSTOP');
  const pids = childrenOf(server);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    // The server goes on last: before that, the number of a process that has ended is not free.
    for (const pid of [...pids, server]) process.kill(pid, 'SIGCONT');
  };
}

function childrenOf(parent: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = [...all.matchAll(/(\d+) +(\d+)/g)];
  return pairs.filter(([, , of]) => Number(of) === parent).map(([, pid]) => Number(pid));
}

async function serverPid({ dataDir }: OwnedPostgres): Promise<number> {
  const text = await readFile(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
