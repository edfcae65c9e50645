/**
 * What the page is made from, as one fingerprint that the page carries. Told by content and not by time: a
 * checkout gives every file a new time. Quick, since it is asked for before every start.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');
export const page = join(root, 'openapi', 'generated', 'docs.html');

/** Folders and files; a change of any of them makes the page stale. */
const SOURCES = [
  'openapi/CHANGELOG.md',
  'openapi/docs',
  'openapi/generated/developer.json',
  'package-lock.json',
  'scripts/docs',
  'server/config.ts',
  'server/http/request-headers.ts',
  'server/kernel',
  'server/resources/model-runs/pricing.ts',
  'server/resources/model-runs/states.ts',
  'server/sandbox/models.ts',
];

export function isFresh(): boolean {
  return FINGERPRINT.exec(beginningOf(page))?.[1] === fingerprint();
}

export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** Empty where there is no such file. */
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

const FINGERPRINT = /<meta name="sources" content="([0-9a-f]{64})"/;
const BEGINNING_BYTES = 4_096;
