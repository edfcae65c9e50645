/** Programs of the system that run until they are killed, under an unprivileged user if the test runs as root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's package creates it; PostgreSQL does not run as root. */
const USER = 'postgres';

export interface Account {
  uid?: number;
  gid?: number;
}

export function accountOfDaemons(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A folder of the user. */
export function makeOwn(folder: string, { uid, gid }: Account): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

export function writeOwn(file: string, text: string, { uid, gid }: Account): string {
  writeFileSync(file, text, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  return file;
}

export interface Daemon {
  pid: number;
  /** Kills it and everything that it has started, at once. */
  kill(): Promise<void>;
}

/** Its output is in `<name>.log` of the folder. */
export function startDaemon(
  folder: string,
  name: string,
  [program = '', ...args]: string[],
  account: Account,
): Daemon {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(program, args, {
    ...account,
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', log, log],
  });
  daemons.add(child);
  const ended = once(child, 'close').then(() => daemons.delete(child));
  return {
    pid: child.pid ?? 0,
    async kill() {
      for (const pid of [child.pid ?? 0, ...descendants(child.pid ?? 0)]) stop(pid);
      await ended;
    },
  };
}

const daemons = new Set<ChildProcess>();

/** For an interrupted test. */
process.once('exit', () => {
  for (const { pid = 0 } of daemons) for (const each of [pid, ...descendants(pid)]) stop(each);
});

export function stop(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

export function descendants(of: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(of);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
