/** The launcher that operators start, and the README that they read first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import { fromTheRoot } from './links.ts';

const FOLDER = 'server/deploy';

export const LAUNCHER = join(root, 'server', 'model-run-api');

export function operatorsReadme(): string {
  return fromTheRoot(readFileSync(join(root, FOLDER, 'README.md'), 'utf8'), FOLDER);
}
