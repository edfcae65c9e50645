/**
 * The Python client from its sources, with the packages that it needs, for programs that the tests run. pip installs
 * these once into a folder that stays for later runs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/fingerprint.ts';

/** What the client needs. */
export const CLIENT_PACKAGES = ['httpx==0.28.1', 'pydantic==2.14.4'];

const CACHE = join(root, 'node_modules', '.cache', 'python');

/** The environment in which python3 finds the client, or why there is none. */
export function pythonClient(): { environment: Record<string, string> } | { reason: string } {
  const asked = spawnSync('python3', ['-c', 'import sys; print("3.%d" % sys.version_info[1])']);
  if (asked.status !== 0) return { reason: 'python3 is not on this machine' };
  const version = asked.stdout.toString().trim();
  const hash = createHash('sha256').update(CLIENT_PACKAGES.join(' ')).digest('hex');
  const packages = join(CACHE, `packages-${version}-${hash.slice(0, 16)}`);
  if (!existsSync(packages)) {
    const made = `${packages}-${randomUUID()}`;
    const args = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--target', made];
    try {
      execFileSync('python3', [...args, ...CLIENT_PACKAGES], { stdio: 'pipe' });
    } catch (error) {
      return { reason: `pip cannot install what the client needs: ${String(error)}` };
    }
    keep(made, packages);
  }
  return {
    environment: {
      PYTHONPATH: [join(root, 'client', 'python', 'src'), packages].join(delimiter),
      PYTHONPYCACHEPREFIX: join(CACHE, 'compiled'),
    },
  };
}

/** Test files that start at once may all have made one: the first that is complete stays. */
function keep(made: string, path: string): void {
  try {
    renameSync(made, path);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(path)) throw error;
  }
}
