/** Runs the programs of a toolchain. The error is what one of them complains about. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Of a message; compilers can print thousands of lines. */
const MOST_CHARACTERS = 4_000;

interface ExecuteOptions {
  folder?: string;
  environment?: Record<string, string>;
}

/** Its output, without its complaints. */
export async function execute(
  command: string,
  args: string[],
  { folder, environment }: ExecuteOptions = {},
): Promise<string> {
  try {
    const env = { ...process.env, ...environment };
    const { stdout } = await run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const output = `${stdout}\n${stderr}`.trim().slice(0, MOST_CHARACTERS);
    throw new Error(`${command} ${args.slice(0, 4).join(' ')}\n${output}`, { cause: error });
  }
}

export function isThere(command: string): boolean {
  return spawnSync('which', [command]).status === 0;
}
