/**
 * The installed dependencies: every licence allows free use, and the few packages that run a script at install time are
 * listed, each with a decision.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Package {
  license?: string;
  hasInstallScript?: boolean;
}

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const lock = read('package-lock.json') as { packages: Record<string, Package> };
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Copyleft for its own files only, which are used unchanged.
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** MIT by the licence file that they ship; their manifests say so in an obsolete form. */
const MIT_BY_FILE = new Set([
  'buildcheck',
  'busboy',
  'cpu-features',
  'ssh2',
  'streamsearch',
  'compute-gcd',
  'compute-lcm',
  'validate.io-function',
  'validate.io-integer',
  'validate.io-integer-array',
  'validate.io-number',
]);

/** MIT or Apache-2.0 by their repository; the licence file that their manifests name is not in the packages. For tests only. */
const FREE_BY_REPOSITORY = new Set([
  '@modelcontextprotocol/server-everything',
  '@modelcontextprotocol/server-filesystem',
  '@modelcontextprotocol/server-memory',
]);

describe('the packages of the lockfile', () => {
  it('are all under a licence that allows free use', () => {
    const others = packages
      .filter(([path, { license }]) => !isFree(license) && !isKnownFree(nameOf(path)))
      .map(([path, { license }]) => `${nameOf(path)}: ${license}`);
    expect(others).toEqual([]);
  });

  it('run a script at install time only by name: allowed or not, somebody has decided', () => {
    const withScripts = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(withScripts.filter((name) => !(name in allowScripts))).toEqual([]);
    expect(Object.keys(allowScripts).filter((name) => !withScripts.includes(name))).toEqual([]);
  });
});

function isKnownFree(name: string): boolean {
  return MIT_BY_FILE.has(name) || FREE_BY_REPOSITORY.has(name);
}

/** `A OR B` leaves the choice, `A AND B` requires both; parentheses have no further meaning here. */
function isFree(license: string | undefined): boolean {
  const choices = license?.replaceAll(/[()]/g, '').split(' OR ') ?? [];
  return choices.some((choice) => choice.split(' AND ').every((part) => FREE.has(part)));
}
