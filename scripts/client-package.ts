/**
 * Builds the packages of the clients, which the service offers for installation: npm packs the TypeScript client, and the
 * wheel of the Python client needs no Python. With `--if-stale` it builds only if they are missing or stale, and never
 * fails: a service starts with old ones, or without.
 */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { isFresh } from './client-package/sources.ts';
import { root } from './fingerprint.ts';

const ifStale = process.argv.includes('--if-stale');

if (!(ifStale && isFresh())) {
  try {
    const { buildClientPackage } = await import('./client-package/index.ts');
    for (const file of await buildClientPackage()) {
      console.log(`${relative(root, file)}: ${(statSync(file).size / 1_000).toFixed(1)} kB`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!ifStale) {
      console.error(`The package of the client cannot be built: ${reason}`);
      process.exitCode = 1;
    } else {
      const [line] = reason.split('\n');
      console.error(
        `The package of the client was not built, and /client is not up to date: ${line}`,
      );
    }
  }
}
