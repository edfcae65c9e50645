/** The system of the soak: a PostgreSQL, one API and two workers as processes, and the upstream in this process. */

import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate, withSetUp } from '../../server/platform/db/schema.ts';
import type { OwnedPostgres } from '../crash/database-faults.ts';
import type { CheckedService } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { freePort } from '../support/free-port.ts';
import { openJobs } from '../support/jobs.ts';
import {
  makeDataDir,
  ON_DISK,
  removeDataDir,
  removeLeftovers,
} from '../support/postgres-folder.ts';
import { clientOf, kill, type Process, startOutside, startProcess } from '../support/process.ts';
import type { Neighbor } from './neighbor.ts';

const PLENTY = 1_000_000_000_000_000;

/** What protects workspaces from each other in production: these are defaults that tests otherwise switch off. */
const AS_OPERATED = {
  NODE_ENV: 'production',
  COMPUTE_MIN_ISOLATION: 'wasm',
  RATE_LIMIT_PER_MINUTE: '6000',
  RATE_LIMIT_BYTES_PER_MINUTE: '134217728',
  SHED_EVENT_LOOP_DELAY_MS: '250',
};

export type Part = 'the API' | 'a worker' | 'another worker';

export interface SoakFixtures {
  service: CheckedService;
  postgres: OwnedPostgres;
  processes: Record<Part, Process>;
  /** Kills it, and starts another one. */
  replace(part: Part): Promise<void>;
  /** The same workspace as a caller, and one that does it harm. */
  honest: Neighbor;
  hostile: Neighbor;
  /** Sizes of the tables, and of their dead rows. */
  bloat(): Promise<string>;
  close(): Promise<void>;
}

export async function openFixtures(): Promise<SoakFixtures> {
  await removeLeftovers();
  const dataDir = await makeDataDir(ON_DISK);
  const postgres = await startEmbeddedPostgres({ dataDir });
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 3, applicationName: 'soak' });
  const outside = await startOutside({ slowMs: 300 });
  const jobs = await openJobs();
  const environment = {
    ...{ ...outside.environment, ...jobs.environment, ...AS_OPERATED, DATABASE_URL: postgres.url },
  };
  const api = { ...environment, PORT: String(await freePort()) };
  const start = (part: Part) =>
    part === 'the API' ? startProcess('serve', api) : startProcess('work', environment);
  const processes: Record<Part, Process> = {
    'the API': await start('the API'),
    'a worker': await start('a worker'),
    'another worker': await start('another worker'),
  };
  const { workspace, key } = await makeTenant(db, PLENTY);
  const { url } = processes['the API'];
  const client = clientOf({ url }, key);
  const hostile = await makeTenant(db, PLENTY);

  return {
    processes,
    postgres: { dataDir, superuserUrl: postgres.superuserUrl },
    ...{ honest: { url, key }, hostile: { url, key: hostile.key } },
    service: { db, workspace, client, sandbox: outside.sandbox },
    async replace(part) {
      kill(processes[part], 'SIGKILL');
      await processes[part].ended;
      processes[part] = await start(part);
    },
    bloat: () => withSetUp({ url: postgres.ownerUrl }, bloatOf),
    async close() {
      for (const each of Object.values(processes)) kill(each, 'SIGKILL');
      await Promise.all(Object.values(processes).map(({ ended }) => ended));
      await db.close();
      await postgres.stop();
      await outside.close();
      await jobs[Symbol.asyncDispose]();
      await removeDataDir(dataDir);
    },
  };
}

async function bloatOf(db: Db): Promise<string> {
  // A PostgreSQL that was killed has lost its counts.
  await db.query('analyze');
  const tables = await db.query<{ name: string; size: string; live: number; dead: number }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(relid)) as size,
       n_live_tup as live, n_dead_tup as dead
     from pg_stat_user_tables where n_live_tup + n_dead_tup > 0 order by pg_total_relation_size(relid) desc`,
  );
  return tables
    .map(
      ({ name, size, live, dead }) =>
        `${name.padEnd(20)} ${size.padStart(8)}  ${live} rows, ${dead} dead`,
    )
    .join('\n');
}
