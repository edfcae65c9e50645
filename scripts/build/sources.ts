/** What the dashboard is made from, as one fingerprint that its page carries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, root } from '../fingerprint.ts';

export const app = join(root, 'client', 'dashboard');
export const dist = join(app, 'dist');
export const page = join(dist, 'index.html');

/** Folders and files; a change of any of them makes the dashboard stale. */
const SOURCES = [
  'client/dashboard/index.html',
  'client/dashboard/public',
  'client/dashboard/src',
  'client/dashboard/vite.config.ts',
  'openapi/docs/logo.svg',
  'package-lock.json',
];

export const fingerprint = (): string => fingerprintOf(SOURCES);

export function isFresh(): boolean {
  try {
    return FINGERPRINT.exec(readFileSync(page, 'utf8'))?.[1] === fingerprint();
  } catch {
    return false;
  }
}

const FINGERPRINT = /<meta name="sources" content="([0-9a-f]{64})"/;
