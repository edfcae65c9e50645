/** The third parties, their versions, and where they are kept: next to the caches of other tools. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/fingerprint.ts';
import { execute } from '../languages/execute.ts';

const CACHE = join(root, 'node_modules', '.cache', 'third-parties');

/** A folder with the packages of a requirements file; returns its `bin`. */
export function installPython(name: 'judges' | 'phoenix'): Promise<string> {
  return installed(`${name}.txt`, async (folder, requirements) => {
    await execute('python3', ['-m', 'venv', '--clear', folder]);
    const python = join(folder, 'bin', 'python');
    await execute(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements]);
  }).then((folder) => join(folder, 'bin'));
}

/** A folder with the packages of `packages.json`. */
export function installNode(): Promise<string> {
  return installed('packages.json', async (folder, packages) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), await readFile(packages));
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
    await execute('npm', npm, { folder });
  });
}

const BUILDER = 'go.opentelemetry.io/collector/cmd/builder@v0.165.0';

/** The OpenTelemetry Collector, which its own builder makes in some minutes; returns the program. */
export function buildCollector(): Promise<string> {
  return installed('collector.yaml', async (folder, parts) => {
    await mkdir(folder, { recursive: true });
    await execute('go', ['run', BUILDER, '--config', parts], { folder });
  }).then((folder) => join(folder, 'collector', 'collector'));
}

const underWay = new Map<string, Promise<string>>();

/** Once for each content of the file; again if that was interrupted. */
function installed(
  file: string,
  install: (folder: string, source: string) => Promise<void>,
): Promise<string> {
  const known = underWay.get(file) ?? installOnce(file, install);
  underWay.set(file, known);
  return known;
}

async function installOnce(
  file: string,
  install: (folder: string, source: string) => Promise<void>,
): Promise<string> {
  const source = fileURLToPath(new URL(`requirements/${file}`, import.meta.url));
  const text = await readFile(source);
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const folder = join(CACHE, `${file.split('.')[0]}-${version}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  await install(folder, source);
  await writeFile(complete, '');
  return folder;
}
