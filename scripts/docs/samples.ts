/** Code samples: a file for every operation and language. The tests run these very files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';

export const samplesFolder = join(root, 'openapi', 'docs', 'samples');

/** The renderer colors a sample by its `lang`. */
export const LANGUAGES = [
  { lang: 'Shell', label: 'curl', extension: 'sh' },
  { lang: 'TypeScript', label: 'TypeScript', extension: 'ts' },
  { lang: 'Python', label: 'Python', extension: 'py' },
] as const;

export function sampleOf(operationId: string, extension: string): string {
  const file = join(samplesFolder, `${operationId}.${extension}`);
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    throw new Error(
      `${operationId} has no code sample openapi/docs/samples/${operationId}.${extension}`,
    );
  }
}
