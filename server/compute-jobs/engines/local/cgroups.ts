/**
 * The cgroups of jobs, of either version: each job has one. The code of a container runs in another inside it, which the
 * runtime creates; so the keeper can read what the job used after the runtime has removed that one. Code without a
 * container joins the group of its job. Where no group can be written, the keeper limits the code itself.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MOUNT = '/sys/fs/cgroup';
const ALL_JOBS = 'model-run-jobs';
const CONTAINER = 'container';
const IS_UNIFIED = existsSync(join(MOUNT, 'cgroup.controllers'));
const CPU_PERIOD_US = 100_000;
/**
 * All jobs together weigh an eighth of a busy thread for each processor, as much as one at niceness 10: the service, which
 * others wait for, and its PostgreSQL come first. With the weight of a whole thread, a request waited for the jobs each
 * time when one of the processes that it passes through woke up. Jobs keep a ninth of a machine that the service keeps busy.
 */
const WEIGHT = {
  unified: String(Math.ceil(Math.min(10_000, availableParallelism() * 12.5))),
  older: String(Math.min(262_144, availableParallelism() * 128)),
};
/** A killed process leaves its group a moment later. */
const LEAVES_WITHIN_MS = 2_000;
/** A group without processes may be of a job that is about to begin. */
const LEFT_AFTER_MS = 3_600_000;

interface Used {
  cpuMs?: number;
  maxMemoryBytes?: number;
  /** Whether the kernel killed a process for lack of memory; undefined if it does not count that. */
  outOfMemory?: boolean;
}

interface JobGroup {
  jobId: string;
  /** A process that writes its id into each of these files joins the group. */
  joins: readonly string[];
  /** What the kernel limits in this group. */
  limits: { cpu: boolean; memory: boolean };
}

export function containerGroupOf(jobId: string): string {
  return `/${ALL_JOBS}/${jobId}/${CONTAINER}`;
}

export function countsSwap(): boolean {
  return IS_UNIFIED || existsSync(join(MOUNT, 'memory/memory.memsw.limit_in_bytes'));
}

export function measuresCpu(): boolean {
  return IS_UNIFIED || existsSync(join(MOUNT, 'cpuacct/cpuacct.usage'));
}

/** Undefined if this process may not create one that measures processor time. */
export async function makeGroup(
  jobId: string,
  { cpuMillis, memoryBytes }: { cpuMillis: number; memoryBytes: number },
): Promise<JobGroup | undefined> {
  const quota = String(Math.max(1_000, cpuMillis * (CPU_PERIOD_US / 1_000)));
  const memory = String(memoryBytes);
  if (IS_UNIFIED) {
    for (const parent of [MOUNT, join(MOUNT, ALL_JOBS)]) {
      await mkdir(parent, { recursive: true }).catch(() => {});
      await written(join(parent, 'cgroup.subtree_control'), '+cpu +memory');
    }
    const own = await madeIn(MOUNT, jobId);
    if (own === undefined) return undefined;
    await written(join(MOUNT, ALL_JOBS, 'cpu.weight'), WEIGHT.unified);
    await written(join(own, 'memory.swap.max'), '0');
    return {
      ...{ jobId, joins: [join(own, 'cgroup.procs')] },
      limits: {
        cpu: await written(join(own, 'cpu.max'), `${quota} ${CPU_PERIOD_US}`),
        memory: await written(join(own, 'memory.max'), memory),
      },
    };
  }
  const [cpu, measured, bounded] = await Promise.all(
    ['cpu', 'cpuacct', 'memory'].map((controller) => madeIn(join(MOUNT, controller), jobId)),
  );
  if (measured === undefined) return undefined;
  if (cpu !== undefined) await written(join(cpu, '..', 'cpu.shares'), WEIGHT.older);
  const limits = {
    cpu:
      cpu !== undefined &&
      (await written(join(cpu, 'cpu.cfs_period_us'), String(CPU_PERIOD_US))) &&
      (await written(join(cpu, 'cpu.cfs_quota_us'), quota)),
    memory:
      bounded !== undefined && (await written(join(bounded, 'memory.limit_in_bytes'), memory)),
  };
  if (bounded) await written(join(bounded, 'memory.memsw.limit_in_bytes'), memory);
  const joins = [cpu, measured, bounded].flatMap((path) => path ?? []);
  return { jobId, joins: joins.map((path) => join(path, 'cgroup.procs')), limits };
}

/** What the processes of a job have used by now. */
export async function cpuMsOf(jobId: string): Promise<number | undefined> {
  const own = join(ALL_JOBS, jobId);
  if (IS_UNIFIED) {
    const usage = /^usage_usec (\d+)/m.exec(await textOf(own, 'cpu.stat'))?.[1];
    return usage === undefined ? undefined : Number(usage) / 1_000;
  }
  const text = await textOf('cpuacct', own, 'cpuacct.usage');
  return text === '' ? undefined : Number(text) / 1_000_000;
}

export async function processesIn(jobId: string): Promise<number[]> {
  const own = join(IS_UNIFIED ? '.' : 'cpuacct', ALL_JOBS, jobId);
  const texts = await Promise.all(
    ['.', CONTAINER].map((inner) => textOf(own, inner, 'cgroup.procs')),
  );
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).map(Number);
}

export async function usedBy(jobId: string): Promise<Used> {
  const own = join(ALL_JOBS, jobId);
  const folder = IS_UNIFIED ? own : join('memory', own);
  const [peakFile, killsFile] = IS_UNIFIED
    ? (['memory.peak', 'memory.events'] as const)
    : (['memory.max_usage_in_bytes', 'memory.oom_control'] as const);
  const cpuMs = await cpuMsOf(jobId);
  const peak = Number(await textOf(folder, peakFile));
  const killed = Number(/^oom_kill (\d+)/m.exec(await textOf(folder, killsFile))?.[1]);
  return {
    ...(cpuMs !== undefined && { cpuMs: Math.round(cpuMs) }),
    ...(peak > 0 && { maxMemoryBytes: peak }),
    // The older version counts nothing that was killed in a group inside this one.
    ...((killed > 0 || (IS_UNIFIED && killed === 0)) && { outOfMemory: killed > 0 }),
  };
}

/** Removes the cgroups of a job, from the innermost. One that still has processes stays. */
export async function removeGroups(jobId: string): Promise<void> {
  const hierarchies = IS_UNIFIED ? ['.'] : await readdir(MOUNT).catch(() => []);
  for (const hierarchy of hierarchies) await removeTree(join(MOUNT, hierarchy, ALL_JOBS, jobId));
}

/** What is left of jobs whose folder somebody has deleted. */
export async function sweepGroups(): Promise<void> {
  const hierarchies = IS_UNIFIED ? ['.'] : await readdir(MOUNT).catch(() => []);
  for (const hierarchy of hierarchies) {
    const folder = join(MOUNT, hierarchy, ALL_JOBS);
    for (const jobId of await readdir(folder).catch(() => [])) {
      const made = await stat(join(folder, jobId)).catch(() => undefined);
      if (made?.isDirectory() && Date.now() - made.ctimeMs > LEFT_AFTER_MS) {
        await removeTree(join(folder, jobId), 0);
      }
    }
  }
}

async function removeTree(folder: string, withinMs = LEAVES_WITHIN_MS): Promise<void> {
  const inner = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of inner) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  for (let waited = 0; ; waited += 20) {
    const code = await rmdir(folder).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'EBUSY' || waited >= withinMs) return;
    await sleep(20);
  }
}

/** Undefined if there is no such hierarchy, or if this process may not write to it. */
async function madeIn(hierarchy: string, jobId: string): Promise<string | undefined> {
  if (!existsSync(hierarchy)) return undefined;
  const path = join(hierarchy, ALL_JOBS, jobId);
  return mkdir(path, { recursive: true }).then(
    () => path,
    () => undefined,
  );
}

function written(path: string, text: string): Promise<boolean> {
  return writeFile(path, text).then(
    () => true,
    () => false,
  );
}

function textOf(...path: string[]): Promise<string> {
  return readFile(join(MOUNT, ...path), 'utf8').catch(() => '');
}
