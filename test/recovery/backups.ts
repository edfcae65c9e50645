/** Backups by pgBackRest: restores to a moment before a mistake, and to the end of the archive of a lost host. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, endAll } from '../crash/promises.ts';
import {
  asPostgres,
  type Cluster,
  makeCluster,
  makeFolder,
  type Server,
  startServer,
} from './cluster.ts';
import {
  buyRuns,
  callerOf,
  createRuns,
  expectNothingSent,
  expectPromises,
  type Fixtures,
  openFixtures,
  recover,
  type Service,
  secondsSince,
  startService,
  withDb,
} from './fixtures.ts';

const RUNS = 100;
const STANZA = 'model-run';

interface Repository {
  settings: Record<string, string>;
  pgbackrest(...args: string[]): Promise<string>;
}

/**
 * To a moment at which runs waited that were sent later: the database takes them for unsent. The service looks them up,
 * and sends none again. Runs created after the moment are gone, and their callers get 404.
 */
export async function judgeMoment(folder: string): Promise<string> {
  return withBackup(join(folder, 'moment'), async ({ fixtures, cluster, server, repository }) => {
    const service = await startService(fixtures, server.url);
    const kept = await buyAroundBackup(fixtures, service, repository);
    const waiting = await createRuns(fixtures, 'waiting', RUNS);
    const moment = await momentOf(server);
    await service.startWorker();
    await endAll(callerOf(fixtures), waiting);
    const gone = await buyRuns(fixtures, 'gone', RUNS);
    await service.kill();
    await archiveAll(server);
    await server.kill();

    const began = performance.now();
    const restored = await restore(cluster, repository, [
      ...['--type=time', `--target=${moment}`, '--target-action=promote', '--delta'],
    ]);
    const took = secondsSince(began);
    const { moved, lost } = await reopen(fixtures, restored, { kept: [...kept, ...waiting], gone });
    if (lost < gone.length) throw new Error('a run of later is there');
    return `restored in ${took}; ${moved} runs that looked unsent were looked up, none sent again; ${kept.length + waiting.length} runs kept, ${gone.length} later ones gone; audit clean`;
  });
}

/** To the end of the repository, on another host: what was not archived by then is lost. */
export async function judgeLostHost(folder: string): Promise<string> {
  return withBackup(join(folder, 'lost'), async ({ fixtures, server, cluster, repository }) => {
    const service = await startService(fixtures, server.url);
    const kept = await buyAroundBackup(fixtures, service, repository);
    await archiveAll(server);
    await service.startWorker();
    const gone = await buyRuns(fixtures, 'gone', RUNS);
    await service.kill();
    await server.kill();

    const began = performance.now();
    const other = { ...cluster, data: join(cluster.folder, 'other') };
    const restored = await restore(other, repository, [
      '--type=default',
      `--pg1-path=${other.data}`,
    ]);
    const took = secondsSince(began);
    const { lost } = await reopen(fixtures, restored, { kept, gone });
    return `restored elsewhere in ${took}; ${kept.length} runs kept, ${lost} of ${gone.length} lost that were not archived; audit clean`;
  });
}

interface Backed {
  fixtures: Fixtures;
  cluster: Cluster;
  server: Server;
  repository: Repository;
}

async function withBackup(at: string, play: (backed: Backed) => Promise<string>): Promise<string> {
  await mkdir(at);
  const cluster = await makeCluster(join(at, 'cluster'));
  const repository = await makeRepository(join(at, 'repository'), cluster);
  const server = await startServer(cluster, repository.settings);
  await repository.pgbackrest('stanza-create');
  const fixtures = await openFixtures(server);
  try {
    return await play({ fixtures, cluster, server, repository });
  } finally {
    await fixtures.outside.close();
  }
}

async function makeRepository(at: string, { folder, data, port }: Cluster): Promise<Repository> {
  await makeFolder(at);
  const config = join(at, 'pgbackrest.conf');
  const lines = [
    '[global]',
    ...[`repo1-path=${at}/files`, `log-path=${at}`, `lock-path=${at}`, 'repo1-retention-full=2'],
    ...['start-fast=y', 'log-level-console=error'],
    `[${STANZA}]`,
    ...[`pg1-path=${data}`, `pg1-port=${port}`, `pg1-socket-path=${folder}`, 'pg1-user=postgres'],
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  const command = ['pgbackrest', `--config=${config}`, `--stanza=${STANZA}`];
  return {
    settings: {
      ...{ archive_mode: 'on', wal_level: 'replica', max_wal_senders: '3' },
      archive_command: `${command.join(' ')} archive-push %p`,
    },
    pgbackrest: (...args) => asPostgres(command[0]!, [...command.slice(1), ...args]),
  };
}

/** Runs before the backup, and after it. Ends with no worker. */
async function buyAroundBackup(fixtures: Fixtures, service: Service, { pgbackrest }: Repository) {
  const stopWorker = await service.startWorker();
  const before = await buyRuns(fixtures, 'before', RUNS);
  await pgbackrest('backup', '--type=full');
  // The restore finds a moment by whole seconds.
  await sleep(1_100);
  const after = await buyRuns(fixtures, 'after', RUNS);
  await stopWorker();
  return [...before, ...after];
}

function momentOf({ superuserUrl }: Server): Promise<string> {
  return withDb(superuserUrl, async (db) => {
    const [row] = await db.query<{ now: string }>('select clock_timestamp()::text as now');
    return row!.now;
  });
}

/** Resolves when everything written is in the repository. */
async function archiveAll({ superuserUrl }: Server): Promise<void> {
  await withDb(superuserUrl, async (db) => {
    const [row] = await db.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    );
    for (;;) {
      const [archiver] = await db.query<{ done: boolean }>(
        'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
        [row!.file],
      );
      if (archiver!.done) return;
    }
  });
}

async function restore(cluster: Cluster, { pgbackrest, settings }: Repository, options: string[]) {
  await pgbackrest('restore', ...options);
  return startServer(cluster, { ...settings, archive_mode: 'off' });
}

/** The service on the restored data: how many runs the operator's command moved, and how many are missing. */
async function reopen(
  fixtures: Fixtures,
  server: Server,
  { kept, gone }: Record<'kept' | 'gone', readonly Acknowledged[]>,
) {
  const service = await startService(fixtures, server.url);
  await service.startWorker();
  await expectNothingSent(fixtures);
  const moved = await recover(service);
  await expectPromises(fixtures, server.url, kept);
  await buyRuns(fixtures, 'new', RUNS);
  const found = await Promise.all(gone.map(({ id }) => callerOf(fixtures).get(id)));
  await service.stop();
  await server.stop();
  return { moved, lost: found.filter(({ status }) => status === 404).length };
}
