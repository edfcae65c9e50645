/** Runs the programs of PostgreSQL, and interprets their output. */
import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

export interface CommandOptions {
  cwd: string;
  account: Account | undefined;
  /** An open file for standard input. */
  stdin?: number;
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program of PostgreSQL to its end; rejects only if it cannot be started. The program gets its own session, so
 * that a Ctrl-C in the terminal reaches only this process, and none of the caller's variables.
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

/** The relevant part of a program's output, on one line. */
export function gist(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /error|fatal|panic|could not|cannot|denied/i.test(line));
  return (telling.length > 0 ? telling.slice(0, 3) : lines.slice(-1)).join('; ');
}
