/** The sources of the pages, as one fingerprint that each page contains. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, root } from '../fingerprint.ts';

const generated = join(root, 'openapi', 'generated');
/** The pages of the developer API and of the dashboard's API. */
export const page = join(generated, 'docs.html');
export const operatorsPage = join(generated, 'dashboard-docs.html');
/** The guides for developers as texts. */
export const texts = join(generated, 'docs-texts.json');

/** Folders and files; a change of any of them makes the pages stale. */
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
  const expected = fingerprint();
  return [page, operatorsPage, texts].every((file) =>
    FINGERPRINT.exec(beginningOf(file))?.slice(1).includes(expected),
  );
}

export const fingerprint = (): string => fingerprintOf(SOURCES);

/** Returns the beginning of a file; empty if there is no such file. */
function beginningOf(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  const bytes = Buffer.alloc(BEGINNING_BYTES);
  const length = readSync(descriptor, bytes);
  closeSync(descriptor);
  return bytes.toString('utf8', 0, length);
}

const FINGERPRINT = /^\{"sources":"([0-9a-f]{64})"|<meta name="sources" content="([0-9a-f]{64})"/;
const BEGINNING_BYTES = 4_096;
