/** A deployment moves by a dump: to another server, and to a later major version of PostgreSQL. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../release/postgres.ts';
import { asPostgres, makeCluster, program, startServer } from './cluster.ts';
import {
  buyRuns,
  type DatabaseUrls,
  expectNothingSent,
  expectPromises,
  openFixtures,
  recover,
  secondsSince,
  startService,
} from './fixtures.ts';

const RUNS = 200;

interface Target extends DatabaseUrls {
  superuserUrl: string;
  stop(): Promise<void>;
}

export function judgeMove(folder: string): Promise<string> {
  return move(join(folder, 'move'), async (at) => startServer(await makeCluster(at)));
}

/** From Debian's PostgreSQL to the one that comes with the service. */
export function judgeMajorVersion(folder: string): Promise<string> {
  return move(join(folder, 'major'), startPostgres);
}

async function move(at: string, openTarget: (at: string) => Promise<Target>): Promise<string> {
  await mkdir(at);
  const source = await startServer(await makeCluster(join(at, 'source')));
  const fixtures = await openFixtures(source);
  const service = await startService(fixtures, source.url);
  await service.startWorker();
  const runs = await buyRuns(fixtures, 'before', RUNS);
  await service.stop();
  const target = await openTarget(join(at, 'target'));
  const began = performance.now();
  const dump = join(at, 'source', 'dump');
  // The embedded PostgreSQL has another compression.
  const options = ['--format=custom', '--no-toast-compression', `--file=${dump}`];
  await asPostgres(program('pg_dump'), [...options, source.superuserUrl]);
  await source.stop();
  await asPostgres(program('pg_restore'), [
    ...['--exit-on-error', `--dbname=${target.superuserUrl}`, dump],
  ]);
  const took = secondsSince(began);
  const later = await startService(fixtures, target.url);
  await later.startWorker();
  await expectNothingSent(fixtures);
  await recover(later);
  await expectPromises(fixtures, target.url, runs);
  await buyRuns(fixtures, 'after', RUNS);
  await later.stop();
  await target.stop();
  await fixtures.outside.close();
  return `${runs.length} runs moved in ${took}; replays find them, new ones end; audit clean`;
}
