/**
 * How an OCI runtime launches a job as a container, with its working directory and its root file system, and what its exit
 * means.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { optionsFor } from '../container.ts';
import type { Isolation } from '../engine.ts';
import {
  containerGroupOf,
  countsSwap,
  measuresCpu,
  removeGroups,
  usedBy,
} from '../local/cgroups.ts';
import {
  type Exit,
  type ExitFacts,
  isThere,
  type KeptJob,
  type Launch,
  type LocalRuntime,
  readJson,
  writeWhole,
} from '../local/job-folder.ts';
import { killGroupOf, nameOf, type ProcessName, WAITS_AT_MOST_MS } from '../local/processes.ts';
import { type OciOptions, ociOptions } from '../options.ts';
import { bundleOf, inodesOf } from './bundle.ts';

/** What the service passes to the keepers of its jobs. */
export interface OciSettings {
  /** The runtime: the path of runc, crun or runsc. */
  program: string;
  isGvisor: boolean;
}

const ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
/** The keeper may have let the job wait. */
const GUARD_WAITS_MS = WAITS_AT_MOST_MS + 10_000;
const DELETE_WITHIN_MS = 30_000;
const MIB = 1024 * 1024;
/** A keeper and the runtime beside the container, whose own control group has the memory that is sold. */
const KEEPER_MB = 32;

export function createOciRuntime(isolation: Isolation): LocalRuntime {
  return {
    name: 'oci',
    isolation,
    measuresCpu: measuresCpu(),
    overheadMb: KEEPER_MB,
    refusalOf(order) {
      const parsed = optionsFor(ociOptions, order);
      return 'refused' in parsed ? parsed.refused : undefined;
    },
    launch,
    clear,
  };
}

async function launch(job: KeptJob): Promise<Launch> {
  const { order, folder, work } = job;
  const settings = order.settings as OciSettings;
  const options = ociOptions.parse(order.environment.options);
  if (order.source !== undefined) {
    await writeFile(join(work, options.source!.file), order.source);
  }
  await boundWorkFolder(job, options);
  const bundle = join(folder, 'runtime-bundle');
  const started = { file: join(folder, 'runtime-started'), pipe: join(folder, 'runtime-pipe') };
  const rootfs = await rootfsOf(options.rootfs, dirname(folder));
  const group = containerGroupOf(order.jobId);
  const paths = { rootfs, work, cgroup: group, countsSwap: countsSwap(), started };
  await mkdir(bundle);
  await writeFile(join(bundle, 'config.json'), JSON.stringify(bundleOf(order, options, paths)));
  await startGuard(job, settings);
  return {
    file: '/bin/sh',
    args: [
      ...['-c', TELLING, 'sh', started.pipe],
      ...[settings.program, ...flagsOf(folder, settings)],
      ...['run', '--bundle', bundle, order.jobId],
    ],
    reportsStart: true,
    group: order.jobId,
    env: ENV,
    cwd: folder,
    end: () => deleteContainer(order.jobId, folder, settings),
    factsOf: (exit) => factsOf(exit, job, started.file),
  };
}

/** The runtime, which replaces the shell, with a reader of its pipe. */
const TELLING = `
mkfifo -m 600 "$1"
(read -r _ <"$1"; echo '{"started":true}' >&3) </dev/null >/dev/null 2>&1 &
shift
exec "$@" 3>&-
`;

/** One folder for the containers of all jobs: the runtime refuses a second one of the same id. */
function flagsOf(folder: string, { isGvisor }: OciSettings): string[] {
  return [
    ...['--root', join(dirname(folder), '.containers')],
    ...['--log', join(folder, 'runtime-log'), '--log-format', 'json'],
    ...(isGvisor ? ['--network=none', '--host-uds=none', '--overlay2=none'] : []),
  ];
}

/** Ends the container some seconds after its time limit, even if its keeper and the service are gone. */
async function startGuard({ order, folder }: KeptJob, settings: OciSettings): Promise<void> {
  const seconds = Math.ceil((order.timeoutMs + GUARD_WAITS_MS) / 1_000);
  const remove = [...flagsOf(folder, settings), 'delete', '--force', order.jobId];
  const guard = spawn(
    '/bin/sh',
    ['-c', 'sleep "$1"; shift; exec "$@"', 'sh', String(seconds), settings.program, ...remove],
    { env: ENV, cwd: dirname(folder), detached: true, stdio: 'ignore' },
  );
  guard.on('error', () => {});
  guard.unref();
  if (guard.pid) await writeWhole(join(folder, 'runtime-guard'), await nameOf(guard.pid));
}

async function factsOf(exit: Exit, job: KeptJob, startedFile: string): Promise<ExitFacts> {
  if (!(await isThere(startedFile))) {
    return { neverStarted: await whyNot(join(job.folder, 'runtime-log')) };
  }
  const { cpuMs, maxMemoryBytes, outOfMemory } = await usedBy(job.order.jobId);
  const isKilled = exit.code === KILLED || exit.signal !== null;
  const isFull = (maxMemoryBytes ?? 0) >= job.order.memoryMb * MIB * NEARLY;
  return {
    outOfMemory: isKilled && (outOfMemory ?? isFull),
    ...(exit.code !== null && { exitCode: exit.code }),
    ...(cpuMs !== undefined && { cpuMs }),
    ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
  };
}

/** The exit code that runtimes return for SIGKILL. */
const KILLED = 137;
/** The kernel gives up slightly below the limit, where it cannot charge a whole batch of pages any more. */
const NEARLY = 0.99;

async function whyNot(log: string): Promise<string> {
  const lines = await readFile(log, 'utf8').catch(() => '');
  if (/executable file not found|no such file or directory|permission denied/.test(lines)) {
    return 'The command is not in the image, or is no program.';
  }
  return 'The runtime could not start the container.';
}

async function deleteContainer(
  jobId: string,
  folder: string,
  settings: OciSettings,
): Promise<void> {
  const args = [...flagsOf(folder, settings), 'delete', '--force', jobId];
  await promisify(execFile)(settings.program, args, { env: ENV, timeout: DELETE_WITHIN_MS }).catch(
    () => {},
  );
}

async function clear(job: { jobId: string; folder: string; settings: unknown }): Promise<void> {
  const { jobId, folder } = job;
  await deleteContainer(jobId, folder, job.settings as OciSettings);
  await freeWorkFolder(folder);
  await removeGroups(jobId);
  const guard = await readJson<ProcessName>(join(folder, 'runtime-guard'));
  if (guard) await killGroupOf(guard);
}

const run = promisify(execFile);

/**
 * The working directory of a job as a file system of a bounded size, so that code cannot fill the machine's disk.
 * Copies the files of the order into it; they belong to the user of the code.
 */
async function boundWorkFolder(
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

async function freeWorkFolder(folder: string): Promise<void> {
  const work = join(folder, 'work');
  const mounts = await readFile('/proc/self/mounts', 'utf8');
  const isMounted = mounts.split('\n').some((line) => line.split(' ')[1] === work);
  if (isMounted) await run('umount', ['--lazy', work], { env: ENV });
}

const UNPACKED_WITHIN_MS = 600_000;

/**
 * The root file systems of containers: folders of the operator, or archives that the engine unpacks once. A changed
 * archive is another one. Any number of processes may unpack one at once: the first result stays.
 */
async function rootfsOf(path: string, root: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path).then((it) =>
    it.isDirectory() ? { mtimeMs: 0, size: 0, ino: -1 } : it,
  );
  if (ino === -1) return path;
  const name = createHash('sha256').update(`${path}\0${mtimeMs}\0${size}\0${ino}`).digest('hex');
  const unpacked = join(root, '.images', name);
  if (await isFolder(unpacked)) return unpacked;
  const made = `${unpacked}.${randomUUID()}`;
  await mkdir(made, { recursive: true });
  try {
    await promisify(execFile)('tar', ['-x', '--numeric-owner', '-f', path, '-C', made], {
      timeout: UNPACKED_WITHIN_MS,
    });
    await rename(made, unpacked).catch(async (error: unknown) => {
      if (!(await isFolder(unpacked))) throw error;
    });
    return unpacked;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
}
