/**
 * The documentation page: the contract with guides before it and code samples beside it, rendered by Redoc
 * and then closed up, so that nothing is fetched from anywhere. Fails rather than leaving a gap.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { composeDocument } from './document.ts';
import { render } from './page.ts';
import { fingerprint, page, root } from './sources.ts';

export interface BuiltDocs {
  /** From the root of the project. */
  file: string;
  bytes: number;
  sections: number;
  samples: number;
}

export async function buildDocs(file = page): Promise<BuiltDocs> {
  const { document, guides, samples } = composeDocument();
  const html = render({ document, guides, sources: fingerprint() });
  // At once, so that a reader finds the old page or the new one.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, html);
  renameSync(draft, file);
  return {
    file: relative(root, file),
    bytes: Buffer.byteLength(html),
    sections: guides.reduce((sum, { parts }) => sum + 1 + parts.length, 0),
    samples,
  };
}
