/** Names of processes: the system reuses a PID, so the name also contains the start time. */
import { readFile } from 'node:fs/promises';

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

/** The third and the 22nd field of the process's `stat` file on Linux; its name may contain any characters. */
async function statOf(pid: number): Promise<{ state: string; began: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields?.[0], fields?.[19]];
  return state === undefined || began === undefined ? undefined : { state, began };
}
