/** Names of processes: the system reuses a PID, so the name also contains the start time. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessName {
  pid: number;
  /** The start time, as the system counts; absent if it cannot be read. */
  began?: string;
}

export async function nameOf(pid: number): Promise<ProcessName> {
  const stat = await statOf(pid);
  return { pid, ...(stat && { began: stat.began }) };
}

export async function isAlive({ pid, began }: ProcessName): Promise<boolean> {
  if (began === undefined) return exists(pid);
  const stat = await statOf(pid);
  return stat?.began === began && stat.state !== 'Z';
}

/** Kills the process and its group, if it is still the named one. */
export async function killGroupOf(name: ProcessName): Promise<void> {
  if (await isAlive(name)) killGroup(name.pid);
}

export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of the process itself, or of all its ended children that it has waited for; undefined if it cannot be read. */
export async function cpuMsOf(
  pid: number | 'self',
  whose: 'own' | 'children' = 'own',
): Promise<number | undefined> {
  const cpuMs = (await statOf(pid))?.cpuMs;
  return cpuMs?.[whose];
}

/** The memory that the process alone has: not its program, which all processes of it share. */
export async function ownBytesOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)].map(([, kb]) =>
    Number(kb),
  );
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, one) => sum + one, 0) * 1_024;
}

/** How many threads of these processes could use a processor now, up to `most`. */
export async function countRunnable(pids: readonly number[], most: number): Promise<number> {
  let count = 0;
  for (const pid of pids) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      if (count >= most) return count;
      if ((await statOf(`${pid}/task/${thread}`))?.state === 'R') count++;
    }
  }
  return count;
}

/** Linux reports to programs in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  state: string;
  began: string;
  cpuMs: { own: number; children: number };
}

/** Of the process's `stat` file on Linux: the fields 3, 14 to 17 and 22. Its name may contain any characters. */
async function statOf(process: number | string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields?.[0], fields?.[19]];
  if (state === undefined || began === undefined) return undefined;
  const sum = (a: number, b: number) => (Number(fields![a]) + Number(fields![b])) * TICK_MS;
  return { state, began, cpuMs: { own: sum(11, 12), children: sum(13, 14) } };
}
