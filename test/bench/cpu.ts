/** The processor time that processes have used, if the system has /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts in ticks; every common build of Linux has this many per second. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of each process; omits those that have ended. */
export async function cpuTimesOf(pids: readonly number[]): Promise<Map<number, number>> {
  const stats = await Promise.all(pids.map(statOf));
  return new Map(stats.flatMap((stat) => (stat ? [[stat.pid, stat.ownMs] as const] : [])));
}

/** Milliseconds that processes have used between two readings. The last use of a process that ended is unknown. */
export function cpuMsBetween(
  start: ReadonlyMap<number, number>,
  end: ReadonlyMap<number, number>,
): number {
  if (end.size === 0) return Number.NaN;
  return end.entries().reduce((sum, [pid, ms]) => sum + ms - (start.get(pid) ?? 0), 0);
}

interface ProcessStat {
  pid: number;
  parent: number;
  /** Its own processor time. */
  ownMs: number;
  /** That of its children that have ended, and of their descendants. */
  endedChildrenMs: number;
}

/** These processes and all their descendants. */
export async function processTree(roots: readonly number[]): Promise<ProcessStat[]> {
  const names = await readdir('/proc').catch(() => []);
  const all = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(statOf))).filter(
    (stat) => stat !== undefined,
  );
  const children = Map.groupBy(all, ({ parent }) => parent);
  const tree = new Set(all.filter(({ pid }) => roots.includes(pid)));
  // The set grows during the loop.
  for (const { pid } of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return [...tree];
}

/** The parent process; undefined if the system does not report it. */
export async function parentOf(pid: number): Promise<number | undefined> {
  return (await statOf(pid))?.parent;
}

async function statOf(name: number | string): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  if (text === '') return undefined;
  // After the name, which may contain spaces and parentheses: field 4 is the parent, 14 to 17 are the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ms = (...columns: number[]) =>
    (columns.reduce((sum, column) => sum + Number(fields[column] ?? 0), 0) * 1_000) /
    TICKS_PER_SECOND;
  return {
    pid: Number(name),
    parent: Number(fields[1]),
    ownMs: ms(11, 12),
    endedChildrenMs: ms(13, 14),
  };
}
