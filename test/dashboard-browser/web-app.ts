/** The dashboard's pages, built if they are stale. One test file builds, and the others wait for it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { createDb } from '../../server/platform/db/pool.ts';

const BUILD = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));
const LOCK = 7_263_548;

export async function builtWebApp(): Promise<void> {
  const { superuserUrl: url } = inject('postgres');
  // The database releases a lock when its holder dies; a file would stay.
  const lock = createDb({ url, max: 1, applicationName: 'build of the dashboard' });
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
    // The tests' own environment would make the build use React for developers.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { stderr } = await promisify(execFile)(process.execPath, [BUILD, '--if-stale'], { env });
    // An old dashboard is enough for a start, but not for a test.
    if (stderr.includes('was not built')) throw new Error(stderr);
  } finally {
    await lock.close();
  }
}
