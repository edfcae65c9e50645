/** The working directory of a job as a file system of a bounded size, so that code cannot fill the machine's disk. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeptJob } from '../local/index.ts';
import { inodesOf } from './bundle.ts';
import type { OciOptions } from './options.ts';

const run = promisify(execFile);
const ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** Copies the files of the order into it; they belong to the user of the code. */
export async function boundWorkFolder(
  { folder, work }: KeptJob,
  { uid, gid, workMb }: OciOptions,
): Promise<void> {
  const given = join(folder, 'runtime-given');
  await rename(work, given);
  await mkdir(work);
  const size = `size=${workMb}m,nr_inodes=${inodesOf(workMb)},mode=0700,uid=${uid},gid=${gid}`;
  await run('mount', ['-t', 'tmpfs', '-o', `nosuid,nodev,${size}`, 'tmpfs', work], { env: ENV });
  await run('cp', ['-R', '--', `${given}/.`, work], { env: ENV });
  await run('chown', ['-R', '-h', `${uid}:${gid}`, work], { env: ENV });
}

export async function freeWorkFolder(folder: string): Promise<void> {
  const work = join(folder, 'work');
  const mounts = await readFile('/proc/self/mounts', 'utf8');
  const isMounted = mounts.split('\n').some((line) => line.split(' ')[1] === work);
  if (isMounted) await run('umount', ['--lazy', work], { env: ENV });
}
