/**
 * Puts the client's package where the service finds it. It is built elsewhere and moved: a service that starts
 * meanwhile finds the old package or the new one, complete.
 */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from './pack.ts';
import { client, fingerprint, mark, packed } from './sources.ts';

export { isFresh, packed } from './sources.ts';

/** The path of the package. */
export async function buildClientPackage(): Promise<string> {
  // Taken before the build: a file that changes during it makes the result stale.
  const sources = fingerprint();
  await mkdir(packed, { recursive: true });
  const made = await mkdtemp(join(client, 'packed', '.build-'));
  try {
    const name = await pack(made);
    await rename(join(made, name), join(packed, name));
    const others = (await readdir(packed)).filter((one) => one.endsWith('.tgz') && one !== name);
    for (const other of others) await rm(join(packed, other), { force: true });
    await writeFile(join(made, 'sources'), sources);
    await rename(join(made, 'sources'), mark);
    return join(packed, name);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
