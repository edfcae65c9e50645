/** Programs of the system that tests need: installed if that is possible. Never makes a test pass by skipping it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Several files of tests may begin at once, and one package manager works at a time. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=300'];

/** Installing takes a minute: give this to the hook that asks. */
export const INSTALL_TIMEOUT_MS = 600_000;

/** `program` by its name, or by its path where it is in no folder of programs. */
export function installed(program: string, debianPackage: string): string {
  const found = find(program);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', [...WAIT, ...args], { env, stdio: 'ignore' });
    apt('update');
    apt('install', '--yes', '--no-install-recommends', debianPackage);
  }
  const now = find(program);
  if (now !== undefined) return now;
  throw new Error(
    `The tests need ${program}: run \`sudo apt-get install ${debianPackage}\` as root.`,
  );
}

function find(program: string): string | undefined {
  const paths = FOLDERS.map((folder) => join(folder, program));
  return (isAbsolute(program) ? [program] : paths).find(existsSync);
}
