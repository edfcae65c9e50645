/** A fingerprint of what the packages of the clients are made from. It is stored next to them. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, root } from '../fingerprint.ts';

export const client = join(root, 'client');
/** The service reads the package from there. */
export const packed = join(client, 'packed');
export const mark = join(packed, 'sources');

/** What npm takes into every package. */
export const TEXTS = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];

export function fingerprint(): string {
  const scripts = readdirSync(client).filter((name) => name.endsWith('.ts'));
  const own = [...TEXTS.filter((name) => name.includes('.')), 'tsconfig.json', ...scripts.sort()];
  const others = ['openapi/generated/developer.ts', 'package-lock.json', 'tsconfig.json'];
  const python = globSync(['client/python/*.*', 'client/python/src/**/*.*'], { cwd: root });
  return fingerprintOf([
    ...own.map((name) => `client/${name}`),
    ...others,
    ...python.filter((name) => !name.includes('__pycache__')).sort(),
  ]);
}

export function isFresh(): boolean {
  return existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint();
}
