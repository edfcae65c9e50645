/** The sources of the documentation, and whether the built files were made from them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, root } from '../fingerprint.ts';

/** The folder of the built documentation. */
export const built = join(root, 'openapi', 'generated', 'docs');
/** The file in it that has the fingerprint. */
export const FINGERPRINT_FILE = 'sources';

/** Folders and files; a change of any of them makes the documentation stale. */
const SOURCES = [
  'client/version.ts',
  'openapi/CHANGELOG.md',
  'openapi/docs',
  'openapi/generated/dashboard.json',
  'openapi/generated/developer.json',
  'openapi/generated/operator.json',
  'package-lock.json',
  'scripts/docs',
  'server/platform/config',
  'server/platform/http/docs.ts',
  'server/platform/http/request-headers.ts',
  'server/platform/lib',
  'server/model-runs/quote.ts',
  'server/runs/states.ts',
  'server/sandbox/models.ts',
  'server/sandbox/tools/definitions.ts',
];

export function isFresh(): boolean {
  try {
    return readFileSync(join(built, FINGERPRINT_FILE), 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

export const fingerprint = (): string => fingerprintOf(SOURCES);
