/**
 * The document that is rendered: the contract, with an overview and the guides for its description, and each
 * operation with its code samples. The contract stays as it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractDocument, operationsOf, readContract } from './contract.ts';
import { type Guide, readGuides } from './guides.ts';
import { LANGUAGES, sampleOf } from './samples.ts';
import { root } from './sources.ts';

export interface ComposedDocument {
  document: ContractDocument;
  guides: Guide[];
  samples: number;
}

export function composeDocument(): ComposedDocument {
  const document = readContract();
  const { overview, guides } = readGuides(document);
  let samples = 0;
  for (const { operation } of operationsOf(document)) {
    operation['x-codeSamples'] = LANGUAGES.map(({ lang, label, extension }) => {
      samples += 1;
      return { lang, label, source: sampleOf(operation.operationId, extension) };
    });
  }
  // The overview says it better.
  delete document.info.summary;
  const logo = readFileSync(join(root, 'openapi', 'docs', 'logo.svg'));
  Object.assign(document.info, {
    description: [overview, ...guides.map(({ title, text }) => `# ${title}\n${text}`)].join('\n'),
    'x-logo': { url: dataUri(logo), altText: 'Model Run API' },
  });
  document['x-tagGroups'] = [{ name: 'Reference', tags: document.tags.map(({ name }) => name) }];
  return { document, guides, samples };
}

export function dataUri(svg: Buffer): string {
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}
