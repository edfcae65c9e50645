/** What breaks: processes and the database are killed, cut off, or sleep for longer than a lease. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from '../support/process.ts';
import type { Part, Stage } from './stage.ts';

export interface Mischief {
  name: string;
  play(): Promise<void>;
}

const LONGER_THAN_A_LEASE_MS = 2_500;

export function nextMischief(stage: Stage): Mischief {
  const all: Mischief[] = [
    ...(['the API', 'a worker', 'another worker'] as const).flatMap((part) => [
      { name: `${part} is killed`, play: () => stage.replace(part) },
      { name: `${part} sleeps`, play: () => putToSleep(stage, part) },
    ]),
    { name: 'PostgreSQL is killed', play: () => killDatabase(stage) },
    { name: 'every connection is terminated', play: () => terminateConnections(stage) },
  ];
  return all[Math.floor(Math.random() * all.length)]!;
}

async function putToSleep({ processes }: Stage, part: Part): Promise<void> {
  kill(processes[part], 'SIGSTOP');
  await sleep(LONGER_THAN_A_LEASE_MS);
  kill(processes[part], 'SIGCONT');
}

/** Its owner, this process, brings it back. */
async function killDatabase({ dataDir, asSuperuser }: Stage): Promise<void> {
  const text = await readFile(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(Number(text.split('\n')[0]), 'SIGKILL');
  const answers = () =>
    asSuperuser((admin) => admin.query('select 1')).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await sleep(100);
}

async function terminateConnections({ asSuperuser }: Stage): Promise<void> {
  await asSuperuser((admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and application_name like 'model-run%'`,
    ),
  );
}
