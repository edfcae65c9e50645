/** Processes by name: a number is given again to another process, so it is named together with when it began. */
import { readFile } from 'node:fs/promises';

export interface ProcessName {
  pid: number;
  /** When it began, as the system counts; absent if that cannot be read. */
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

/** The process and its group, where it is still the one that was named. */
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

/** The third and the 22nd field of Linux's own account of a process; its name may have any characters. */
async function statOf(pid: number): Promise<{ state: string; began: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields?.[0], fields?.[19]];
  return state === undefined || began === undefined ? undefined : { state, began };
}
