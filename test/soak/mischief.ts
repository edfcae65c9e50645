/** Faults: processes and the database are killed, cut off, or pause for longer than a lease. */
import { setTimeout as sleep } from 'node:timers/promises';
import { asSuperuser, killPostgres, terminateConnections } from '../crash/database-faults.ts';
import { kill } from '../support/process.ts';
import type { Part, SoakFixtures } from './fixtures.ts';

interface Mischief {
  name: string;
  play(): Promise<void>;
}

const LONGER_THAN_A_LEASE_MS = 2_500;

export function nextMischief(fixtures: SoakFixtures): Mischief {
  const all: Mischief[] = [
    ...(['the API', 'a worker', 'another worker'] as const).flatMap((part) => [
      { name: `${part} is killed`, play: () => fixtures.replace(part) },
      { name: `${part} sleeps`, play: () => putToSleep(fixtures, part) },
    ]),
    { name: 'PostgreSQL is killed', play: () => killPostgres(fixtures.postgres) },
    {
      name: 'every connection is terminated',
      play: async () => void (await asSuperuser(fixtures.postgres, terminateConnections)),
    },
  ];
  return all[Math.floor(Math.random() * all.length)]!;
}

async function putToSleep({ processes }: SoakFixtures, part: Part): Promise<void> {
  kill(processes[part], 'SIGSTOP');
  await sleep(LONGER_THAN_A_LEASE_MS);
  kill(processes[part], 'SIGCONT');
}
