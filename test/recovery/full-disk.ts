/** The disk of PostgreSQL fills up while the service creates and carries out runs, and has room again later. */
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../languages/execute.ts';
import { type Load, startLoad } from '../soak/load.ts';
import { makeCluster, startServer } from './cluster.ts';
import { callerOf, expectPromises, openFixtures, secondsSince, startService } from './fixtures.ts';

const DISK_MEGABYTES = 512;
const RUNS_PER_SECOND = 20;
const BEFORE_MS = 5_000;
const FULL_MS = 20_000;

export async function judgeFullDisk(folder: string): Promise<string> {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk]);
  try {
    return await play(disk);
  } finally {
    await execute('umount', ['--lazy', disk]);
  }
}

async function play(disk: string): Promise<string> {
  const cluster = await makeCluster(join(disk, 'cluster'));
  let server = await startServer(cluster);
  const fixtures = await openFixtures(server);
  const service = await startService(fixtures, server.url);
  await service.startWorker();
  const load = startLoad(callerOf(fixtures), RUNS_PER_SECOND);
  await sleep(BEFORE_MS);
  const waste = join(disk, 'waste');
  await fill(disk, waste);
  await sleep(FULL_MS);
  const refused = load.refusals();
  await rm(waste);
  const began = performance.now();
  // Without room for the log, PostgreSQL ends itself, and its supervisor starts it again.
  const hasEnded = server.hasEnded();
  if (hasEnded) server = await startServer(cluster);
  await untilAcknowledged(load);
  const took = secondsSince(began);
  const runs = await load.stop();
  await expectPromises(fixtures, server.url, runs);
  await service.stop();
  await server.stop();
  await fixtures.outside.close();
  const ending = hasEnded ? 'PostgreSQL ended itself and was started' : 'PostgreSQL stayed';
  return `${runs.length} runs, ${refused} creates answered with an error meanwhile; ${ending}; runs are taken ${took} after there was room; none lost, none sent twice; audit clean`;
}

async function fill(disk: string, waste: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(waste, Buffer.alloc(bavail * bsize)).catch((error) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}

/** The next one, requested after this one. */
async function untilAcknowledged(load: Load): Promise<void> {
  const before = load.acknowledged();
  while (load.acknowledged() === before) await sleep(50);
}
