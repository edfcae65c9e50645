/** The CPU time that processes have used, where the system tells it in /proc. */
import { readFile } from 'node:fs/promises';

/** The kernel counts in ticks, of which a second has so many on every common build of Linux. */
const TICKS_PER_SECOND = 100;

/** Milliseconds in all; undefined where the system does not tell. Processes that have ended count as nothing. */
export async function cpuMsOf(pids: readonly number[]): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const ticks = await Promise.all(pids.map(ticksOf));
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / TICKS_PER_SECOND;
}

async function ticksOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may have spaces and parentheses: user and system time are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
