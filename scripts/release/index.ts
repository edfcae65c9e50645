/** Assembles a release from copied and generated files. */
import { join } from 'node:path';
import { buildFresh, isFresh as isDashboardFresh } from '../build/index.ts';
import { buildClientPackage, isFresh as isClientFresh } from '../client-package/index.ts';
import { isFresh as areDocsFresh } from '../docs/sources.ts';
import { writeArchive } from './archive.ts';
import { entriesOf } from './contents.ts';
import { lockfileOf, readLockfile } from './lockfile.ts';
import { checkout, ON_DEMAND, onDemandManifest, releaseManifest } from './manifest.ts';

/** Builds what the service serves and is missing or stale: its pages, and the package of the client. */
export async function buildServed(): Promise<void> {
  if (!areDocsFresh()) {
    const { buildDocs } = await import('../docs/index.ts');
    await buildDocs();
  }
  if (!isDashboardFresh()) await buildFresh();
  if (!isClientFresh()) await buildClientPackage();
}

export async function writeRelease(into: string): Promise<{ file: string; files: number }> {
  const name = `${checkout.name}-${checkout.version}`;
  const file = join(into, `${name}.tgz`);
  const entries = entriesOf(manifests());
  await writeArchive(file, name, entries);
  return { file, files: entries.length };
}

/** Returns the package.json files and their lockfiles by path. */
function manifests(): Record<string, string> {
  const locked = readLockfile();
  const all = [
    { folder: '', manifest: releaseManifest() },
    ...Object.entries(ON_DEMAND).map(([what, { folder }]) => ({
      folder: `${folder}/`,
      manifest: onDemandManifest(what),
    })),
  ];
  return Object.fromEntries(
    all.flatMap(({ folder, manifest }) => [
      [`${folder}package.json`, json(manifest)],
      [`${folder}package-lock.json`, json(lockfileOf(manifest, locked))],
    ]),
  );
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
