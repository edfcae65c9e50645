/**
 * Under whose name PostgreSQL runs. It refuses root, so root hands it to an unprivileged user, for which
 * no account need exist; anybody else runs it as themselves. That user may be unable to enter the folders
 * above the data: it is started inside the data folder and never told its path (`pathInside`).
 */
import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { StartError } from '../../kernel/start-error.ts';

export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** Undefined: the user who runs this process. Data that a user made before stays that user's. */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartError(
      'PostgreSQL does not run as root here: start as an ordinary user, or set DATABASE_URL',
    );
  }
  const owner = await lstat(cluster).catch(() => undefined);
  return owner === undefined || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
}

/** The name by which a process that starts in `folder` reaches it, whoever may enter its parents. */
export function pathInside(folder: string, account: Account | undefined): string {
  return account === undefined ? folder : '/proc/self/cwd';
}

export interface CommandOptions {
  cwd: string;
  account: Account | undefined;
  /** An open file for the standard input. */
  stdin?: number;
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program of PostgreSQL to its end; rejects only if it cannot be started. It gets a session of its
 * own, so that a Ctrl-C in the terminal reaches this process only, and no variables of the caller's.
 */
export function runCommand(
  file: string,
  args: string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      ...options.account,
      detached: true,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** What matters of a program's output, on one line. */
export function gist(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /error|fatal|panic|could not|cannot|denied/i.test(line));
  return (telling.length > 0 ? telling.slice(0, 3) : lines.slice(-1)).join('; ');
}
