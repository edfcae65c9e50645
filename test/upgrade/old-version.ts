/**
 * The last version, from the history of this repository: its programs as they were, with the packages that are
 * installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The commit that is tagged v0.1.0; by its name, since a clone may lack the tags. */
const LAST_VERSION = '7da1e59';

export interface OldVersion {
  /** Its program, as `server/main.ts` is ours. */
  main: string;
  remove(): Promise<void>;
}

export async function checkOutLastVersion(): Promise<OldVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-last-version-'));
  const archive = join(folder, 'last-version.tar');
  const parts = ['server', 'client', 'openapi', 'package.json'];
  await execute('git', ['-C', ROOT, 'archive', '-o', archive, LAST_VERSION, ...parts]).catch(
    (cause: unknown) => {
      throw new Error(
        `the history of this clone lacks ${LAST_VERSION}, the last version: git fetch --unshallow`,
        { cause },
      );
    },
  );
  await execute('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'server/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
