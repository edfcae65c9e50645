/**
 * Compiles the client apart from the work tree, which is only read, and has npm pack it: the same sources give the same
 * bytes. It is compiled to ES modules and to CommonJS.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
    await compile(join(stage, 'dist', 'esm'));
    const cjs = join(stage, 'dist', 'cjs');
    await compile(cjs, ...AS_COMMONJS);
    await writeManifest(cjs, { type: 'commonjs' });
    for (const name of TEXTS) await copyFile(join(client, name), join(stage, name));
    await writeEntries(stage);
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

/** The modules say nothing that only one of both forms has. */
const AS_COMMONJS = [
  ...['--module', 'commonjs', '--moduleResolution', 'bundler'],
  ...['--verbatimModuleSyntax', 'false'],
];

function compile(outDir: string, ...options: string[]) {
  return run(process.execPath, [TSC, '-p', client, '--outDir', outDir, ...options]);
}

/** Gives each entry a folder, for tools that do not read `exports`, such as TypeScript's resolution `node10`. */
async function writeEntries(stage: string): Promise<void> {
  const { exports } = JSON.parse(await readFile(join(stage, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { require: { types: string; default: string } }>;
  };
  for (const [entry, forms] of Object.entries(exports)) {
    if (entry === '.' || typeof forms === 'string') continue;
    const { types, default: main } = forms.require;
    const folder = join(stage, entry);
    await mkdir(folder);
    await writeManifest(folder, { main: `.${main}`, types: `.${types}` });
  }
}

function writeManifest(folder: string, manifest: object): Promise<void> {
  return writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
