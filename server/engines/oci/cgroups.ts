/**
 * The cgroups of jobs, of either version: each job has one, and the runtime creates the container's inside it. So the
 * keeper can read what the job used after the runtime has removed the container's.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

const MOUNT = '/sys/fs/cgroup';
const ALL_JOBS = 'model-run-jobs';
const IS_UNIFIED = existsSync(join(MOUNT, 'cgroup.controllers'));

export interface Used {
  cpuMs?: number;
  maxMemoryBytes?: number;
  /** Whether the kernel killed a process for lack of memory; undefined if it does not count that. */
  outOfMemory?: boolean;
}

export function containerGroupOf(jobId: string): string {
  return `/${ALL_JOBS}/${jobId}/container`;
}

export function countsSwap(): boolean {
  return IS_UNIFIED || existsSync(join(MOUNT, 'memory/memory.memsw.limit_in_bytes'));
}

export async function usedBy(jobId: string): Promise<Used> {
  const own = join(ALL_JOBS, jobId);
  if (IS_UNIFIED) {
    const cpu = /^usage_usec (\d+)/m.exec(await textOf(own, 'cpu.stat'))?.[1];
    const peak = Number(await textOf(own, 'memory.peak'));
    const killed = /^oom_kill (\d+)/m.exec(await textOf(own, 'memory.events'))?.[1];
    return {
      ...(cpu !== undefined && { cpuMs: Math.round(Number(cpu) / 1_000) }),
      ...(peak > 0 && { maxMemoryBytes: peak }),
      ...(killed !== undefined && { outOfMemory: Number(killed) > 0 }),
    };
  }
  const cpu = Number(await textOf('cpuacct', own, 'cpuacct.usage'));
  const peak = Number(await textOf('memory', own, 'memory.max_usage_in_bytes'));
  return {
    ...(cpu > 0 && { cpuMs: Math.round(cpu / 1_000_000) }),
    ...(peak > 0 && { maxMemoryBytes: peak }),
  };
}

/** Removes the cgroups of a job, from the innermost. One that still has processes stays. */
export async function removeGroups(jobId: string): Promise<void> {
  const hierarchies = IS_UNIFIED ? ['.'] : await readdir(MOUNT).catch(() => []);
  for (const hierarchy of hierarchies) await removeTree(join(MOUNT, hierarchy, ALL_JOBS, jobId));
}

async function removeTree(folder: string): Promise<void> {
  const inner = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of inner) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch(() => {});
}

function textOf(...path: string[]): Promise<string> {
  return readFile(join(MOUNT, ...path), 'utf8').catch(() => '');
}
