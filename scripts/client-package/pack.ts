/** Compiles the client apart from the work tree, which is only read, and has npm pack it: the same sources give the same bytes. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../fingerprint.ts';
import { client, TEXTS } from './sources.ts';

const TSC = join(root, 'node_modules/@typescript/native/bin/tsc');
const run = promisify(execFile);

/** The name of the tarball, which is put into the folder. */
export async function pack(folder: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'model-run-client-build-'));
  try {
    await run(process.execPath, [TSC, '-p', client, '--outDir', join(stage, 'dist')]);
    for (const name of TEXTS) await copyFile(join(client, name), join(stage, name));
    await mkdir(folder, { recursive: true });
    const made = join(stage, 'packed');
    await mkdir(made);
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', made];
    await run('npm', args, { cwd: stage });
    const [name] = await readdir(made);
    await copyFile(join(made, name!), join(folder, name!));
    return name!;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
