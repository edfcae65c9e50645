/** Runs a program to its end, with only PATH of this process's environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function execute(
  command: string,
  args: string[],
  { environment, folder }: { environment: Record<string, string>; folder?: string },
): Promise<Ended> {
  const child = spawn(command, args, {
    ...(folder !== undefined && { cwd: folder }),
    env: withWays(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

export function withWays(environment: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
}
