/** What this machine, or the container around the service, can give to jobs. */
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const MIB = 1024 * 1024;
/** What the service, PostgreSQL and the system keep: a quarter, at least a gibibyte, and never more than half. */
const LEAST_RESERVE_MB = 1_024;

/** Processors are shared in time, so jobs may have all of them. */
export function offeredCpuMillis(): number {
  return Math.floor(Math.min(availableParallelism(), quotaOf() ?? Infinity) * 1_000);
}

export function offeredMemoryMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const all = Math.floor(bytes / MIB);
  const reserve = Math.min(all / 2, Math.max(LEAST_RESERVE_MB, all / 4));
  return Math.floor(all - reserve);
}

/** The processors that the control group around this process may use, of either version; undefined without a limit. */
function quotaOf(): number | undefined {
  const unified = /^(\d+) (\d+)/.exec(textOf('/sys/fs/cgroup/cpu.max'));
  const quota = Number(unified?.[1] ?? textOf('/sys/fs/cgroup/cpu/cpu.cfs_quota_us'));
  const period = Number(unified?.[2] ?? textOf('/sys/fs/cgroup/cpu/cpu.cfs_period_us'));
  return quota > 0 && period > 0 ? quota / period : undefined;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
