/**
 * Puts the packages of the clients where the service finds them. They are built elsewhere and moved: a service that starts
 * meanwhile finds the old packages or the new ones, complete.
 */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from './pack.ts';
import { client, fingerprint, mark, packed } from './sources.ts';
import { makeWheel } from './wheel.ts';

export { isFresh, packed } from './sources.ts';

/** The paths of the TypeScript client's tarball and of the Python client's wheel. */
export async function buildClientPackage(): Promise<[tarball: string, wheel: string]> {
  // Taken before the build: a file that changes during it makes the result stale.
  const sources = fingerprint();
  await mkdir(packed, { recursive: true });
  const made = await mkdtemp(join(client, 'packed', '.build-'));
  try {
    const wheel = makeWheel();
    await writeFile(join(made, wheel.name), wheel.bytes);
    const names = [await pack(made), wheel.name] as const;
    for (const name of names) await rename(join(made, name), join(packed, name));
    const others = (await readdir(packed)).filter(
      (one) => /\.(?:tgz|whl)$/.test(one) && !names.includes(one),
    );
    for (const other of others) await rm(join(packed, other), { force: true });
    await writeFile(join(made, 'sources'), sources);
    await rename(join(made, 'sources'), mark);
    return [join(packed, names[0]), join(packed, names[1])];
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
