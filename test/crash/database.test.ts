/**
 * The database fails under load: killed, cut off, without room for connections, paused beyond the leases, and with a
 * full disk. The service sheds with 503, recovers by itself, and loses nothing that it acknowledged.
 */
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { copyDataDir, makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import {
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import {
  asSuperuser,
  killPostgres,
  putToSleep,
  terminateConnections,
  untilItAnswers,
} from './database-faults.ts';
import {
  type Acknowledged,
  brokenPromises,
  type CheckedService,
  createForSure,
  endAll,
} from './promises.ts';
import { makeTenant } from './tenant.ts';

const MODELS = ['echo', 'slow', 'busy', 'unpriced'];
const CALLERS = 12;
const MUCH = 1_000_000_000_000;
const ROOM_MB = 512;
/** Long enough that a busy machine is not taken for a dead worker. */
const LEASE_MS = 3_000;

let dataDir: string;
let hasOwnDisk: boolean;
let outside: Outside;
let postgres: EmbeddedPostgres;
let processes: Process[];
let checked: CheckedService;

beforeAll(async () => {
  dataDir = await makeDataDir();
  hasOwnDisk = mountSmallDisk(dataDir);
  await copyDataDir(inject('postgres').startedDataDir, dataDir);
  postgres = await startEmbeddedPostgres({ dataDir });
  outside = await startOutside({ slowMs: 300 });
  const environment = {
    ...outside.environment,
    ...{ DATABASE_URL: postgres.url, MIGRATION_DATABASE_URL: postgres.ownerUrl },
    LEASE_MS: String(LEASE_MS),
  };
  const api = await startProcess('serve', environment);
  processes = [api, await startProcess('work', environment)];
  const db = createDb({ url: postgres.url, max: 2, applicationName: 'test' });
  const { workspace, key } = await makeTenant(db, MUCH);
  checked = { db, workspace, client: clientOf(api, key), sandbox: outside.sandbox };
});
afterAll(async () => {
  for (const each of processes) kill(each, 'SIGKILL');
  await Promise.all(processes.map(({ ended }) => ended));
  await checked.db.close();
  await postgres.stop();
  await outside.close();
  if (hasOwnDisk) execFileSync('umount', [dataDir]);
  await removeDataDir(dataDir);
});

let statuses: Set<number>;
beforeEach(() => {
  statuses = new Set();
});

/** Callers who create runs all the time during the fault, and for one more second. */
async function underLoad(fault: () => Promise<void>): Promise<Acknowledged[]> {
  const runs: Acknowledged[] = [];
  let isOver = false;
  let count = 0;
  const name = crypto.randomUUID();
  const caller = async () => {
    while (!isOver) {
      const body = request(`sandbox/${MODELS[count % MODELS.length]}`, `Number ${count}`);
      const requestKey = `${name}-${count++}`;
      runs.push(
        await createForSure(checked.client, requestKey, body, (status) => statuses.add(status)),
      );
      await sleep(20);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  try {
    await sleep(500);
    await fault();
    await sleep(1_000);
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  return runs;
}

async function expectAllKept(runs: Acknowledged[]): Promise<void> {
  const ended = await endAll(checked.client, runs);
  expect(await brokenPromises(checked, runs, ended)).toEqual([]);
  expect(ended.some(({ state }) => state === 'completed')).toBe(true);
  // The service shed requests and never broke: callers got no other status.
  expect([...statuses].filter((status) => ![200, 202, 503].includes(status))).toEqual([]);
}

const owned = () => ({ dataDir, superuserUrl: postgres.superuserUrl });

describe('under load nothing acknowledged is lost when', () => {
  it('PostgreSQL is killed and comes back', async () => {
    const runs = await underLoad(async () => {
      await killPostgres(owned());
    });
    await expectAllKept(runs);
  });

  it('every connection is terminated, three times', async () => {
    const runs = await underLoad(async () => {
      for (let i = 0; i < 3; i++) {
        await asSuperuser(owned(), terminateConnections);
        await sleep(300);
      }
    });
    await expectAllKept(runs);
  });

  it('others take every connection that there is', async () => {
    const runs = await underLoad(async () => {
      await asSuperuser(owned(), async (admin) => {
        // Connects before no room is left.
        await admin.query('select 1');
        const greedy = createDb({ url: postgres.url, max: 100, applicationName: 'greedy' });
        const taken = Array.from({ length: 100 }, () =>
          greedy.query('select pg_sleep(2)').catch(() => {}),
        );
        await sleep(200);
        await terminateConnections(admin);
        await Promise.all(taken);
        await greedy.close();
      });
    });
    await expectAllKept(runs);
  });

  it('PostgreSQL sleeps for longer than a lease', async () => {
    const runs = await underLoad(async () => {
      const wake = await putToSleep(owned());
      await sleep(LEASE_MS + 1_500);
      wake();
    });
    const ended = await endAll(checked.client, runs);
    // The database slept, not the worker: the service gives up nothing that lives.
    expect(ended.filter(({ state }) => state !== 'completed')).toEqual([]);
    await expectAllKept(runs);
  });

  it('its disk is full', async ({ skip }) => {
    skip(!hasOwnDisk, 'a full disk needs the right to mount a tmpfs');
    const ballast = join(dataDir, 'ballast');
    const runs = await underLoad(async () => {
      await writeFile(ballast, Buffer.alloc(ROOM_MB * 1_048_576)).catch(() => {});
      await sleep(3_000);
      await rm(ballast);
      await untilItAnswers(owned());
    });
    expect(statuses).toContain(503);
    await expectAllKept(runs);
  });
});

/** Mounts a disk that the test can fill without harm to others; false if the system forbids it. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM_MB}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
