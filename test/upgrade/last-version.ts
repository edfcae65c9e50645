/**
 * The last version as released: its server, which `v0.1.0.tar.gz` keeps so that the test needs no history, with the
 * packages that are installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ARCHIVE = fileURLToPath(new URL('v0.1.0.tar.gz', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export interface LastVersion {
  /** Its program, as `server/main.ts` is ours. */
  main: string;
  remove(): Promise<void>;
}

export async function unpackLastVersion(): Promise<LastVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-last-version-'));
  await promisify(execFile)('tar', ['-xzf', ARCHIVE, '-C', folder]);
  await symlink(PACKAGES, join(folder, 'node_modules'));
  return {
    main: join(folder, 'server/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
