/** Programs of the system that tests need: installs them if possible. Never makes a test pass by skipping it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Several test files may start at once, but only one package manager can run at a time. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=300'];

/** An installation takes a minute: give this timeout to the hook that asks. */
export const INSTALL_TIMEOUT_MS = 600_000;

/** `program` is a name, or a path if it is in no folder of programs. */
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
