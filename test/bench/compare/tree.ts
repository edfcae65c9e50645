/**
 * A version of the service, in its own checkout. The benchmark uses only its command line and its API, as users do, so
 * that it can compare any version with any other.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';

const exec = promisify(execFile);
const THIS_TREE = join(import.meta.dirname, '../../..');

interface Tree {
  /** The folder of the checkout. */
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function checkOut(ref: string, onStep: (step: string) => void): Promise<Tree> {
  const parent = await mkdtemp(join(tmpdir(), 'model-run-compare-'));
  const folder = join(parent, 'tree');
  const git = (...args: string[]) => exec('git', args, { cwd: THIS_TREE });
  const remove = async () => {
    await git('worktree', 'remove', '--force', folder).catch(() => {});
    await rm(parent, { recursive: true, force: true });
  };
  try {
    onStep(`checking out ${ref}`);
    await git('worktree', 'add', '--detach', folder, ref);
    await installPackages(folder, onStep);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, [Symbol.asyncDispose]: remove };
}

/** A commit of this tree as it is now, which no branch has: so it can be edited while it is measured. */
export async function commitOfThisTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-index-'));
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
  const git = async (...args: string[]) => {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
    return (await exec('git', args, { cwd: THIS_TREE, env })).stdout.trim();
  };
  try {
    await git('add', '--all');
    return await git(...who, 'commit-tree', await git('write-tree'), '-m', 'compared');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the packages of this tree if both trees lock the same ones. */
async function installPackages(folder: string, onStep: (step: string) => void): Promise<void> {
  const [here, there] = await Promise.all([THIS_TREE, folder].map(lockedPackages));
  if (isDeepStrictEqual(here, there)) {
    await symlink(join(THIS_TREE, 'node_modules'), join(folder, 'node_modules'), 'dir');
  } else {
    onStep('installing its packages');
    await exec('npm', ['ci'], { cwd: folder });
  }
}

/** The project's dependencies without the project itself: versions of the service may share their packages. */
async function lockedPackages(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, object> };
  return { ...packages, '': { ...packages[''], version: undefined } };
}
