/** What operators start and read first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';

const folder = join(root, 'server', 'deploy');

export const LAUNCHER = join(root, 'server', 'model-run-api');

/** Its links lead on from another folder there, and what only a checkout has is named. */
export function operatorsReadme(): string {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  return text
    .replaceAll(/\[(Dockerfile|compose\.yaml)\]\([^)]*\)/g, '$1')
    .replaceAll(/\]\((?!https?:|#|\.\.\/)/g, '](server/deploy/')
    .replaceAll('](../../', '](')
    .replaceAll('](../', '](server/');
}
