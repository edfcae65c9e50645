/**
 * The lockfile of a release: the packages of the checkout's lockfile that its package.json reaches, at the same
 * versions and with the same checksums, so that a release runs with the packages that were tested. npm would also keep
 * tools of the tests, because it installs packages that a library names as optional peers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import type { Manifest } from './manifest.ts';

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  [member: string]: unknown;
}

export interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, Locked>;
}

const FOLDER = 'node_modules/';
/** How the checkout gets a package does not matter to a release. */
const FLAGS = ['dev', 'devOptional', 'optional', 'peer'];

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
}

export function lockfileOf(manifest: Manifest, { lockfileVersion, packages }: Lockfile) {
  const { name, version, dependencies, optionalDependencies } = manifest;
  const own = { dependencies, ...(optionalDependencies && { optionalDependencies }) };
  const needed = new Set<string>();
  follow({ dependencies }, '', false);
  const reached = new Set<string>();
  follow(own, '', true);

  function follow(from: Locked, at: string, takesOptional: boolean): void {
    const seen = takesOptional ? reached : needed;
    for (const [wanted, isOptional] of wantedBy(from)) {
      if (isOptional && !takesOptional) continue;
      const path = pathOf(wanted, at, packages);
      if (path === undefined && isOptional) continue;
      if (path === undefined) throw new Error(`${wanted}, which ${at} needs, is not locked`);
      if (seen.has(path)) continue;
      seen.add(path);
      follow(packages[path]!, path, takesOptional);
    }
  }

  const kept = [...reached].sort().map((path) => {
    const entry = Object.entries(packages[path]!).filter(([member]) => !FLAGS.includes(member));
    return [path, { ...Object.fromEntries(entry), ...(!needed.has(path) && { optional: true }) }];
  });
  return {
    ...{ name, version, lockfileVersion, requires: true },
    packages: { '': { ...manifest, scripts: undefined }, ...Object.fromEntries(kept) },
  };
}

function wantedBy(entry: Locked): [name: string, isOptional: boolean][] {
  const optional = entry.optionalDependencies ?? {};
  const meta = entry.peerDependenciesMeta ?? {};
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !meta[name]?.optional);
  const needed = Object.keys(entry.dependencies ?? {}).filter((name) => !(name in optional));
  return [
    ...[...needed, ...peers].map((name): [string, boolean] => [name, false]),
    ...Object.keys(optional).map((name): [string, boolean] => [name, true]),
  ];
}

/** Finds a package as Node does: in the folder of the importing package, then in each folder above. */
function pathOf(wanted: string, at: string, packages: Lockfile['packages']): string | undefined {
  for (let from = at; ; from = from.slice(0, Math.max(0, from.lastIndexOf(`/${FOLDER}`)))) {
    const path = `${from === '' ? '' : `${from}/`}${FOLDER}${wanted}`;
    if (path in packages) return path;
    if (from === '') return undefined;
  }
}
