/**
 * The document to render: the contract, with an overview and the guides as its description, and each operation with its
 * code samples. The contract itself does not change.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import { root } from '../fingerprint.ts';
import { type ContractDocument, operationsOf, readContract } from './contract.ts';
import { type Guide, readGuides } from './guides.ts';
import { LANGUAGES, sampleOf } from './samples.ts';

export interface ComposedDocument {
  document: ContractDocument;
  /** The text before the first guide. */
  overview: string;
  guides: Guide[];
  samples: number;
}

export function composeDocument(document = readContract('developer')): ComposedDocument {
  const { overview, guides } = readGuides(document);
  let samples = 0;
  for (const { operation } of operationsOf(document)) {
    operation['x-codeSamples'] = LANGUAGES.map(({ lang, label, extension }) => {
      samples += 1;
      return { lang, label, source: sampleOf(document, operation.operationId, extension) };
    });
  }
  return { document: withGuides(document, overview, guides), overview, guides, samples };
}

/** The guides replace the description and the summary, which they say better. */
export function withGuides(
  document: ContractDocument,
  overview: string,
  guides: Guide[],
): ContractDocument {
  const { summary: _, ...info } = document.info;
  const logo = readFileSync(join(root, 'openapi', 'docs', 'logo.svg'));
  return {
    ...document,
    servers: [{ url: BUILT_FOR, description: 'The deployment that this page is of.' }],
    info: {
      ...info,
      description: [overview, ...guides.map(({ title, text }) => `# ${title}\n${text}`)].join('\n'),
      'x-logo': { url: dataUri(logo), altText: info.title },
    },
    'x-tagGroups': [{ name: 'Reference', tags: document.tags.map(({ name }) => name) }],
  };
}

/** The values of examples are not schemas, and may have a member of that name. */
const VALUES = ['example', 'examples'];

/** Redoc shows the pattern of a text before the words that say what it means. Here the words end with the pattern. */
export function withPatternsLast<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPatternsLast) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    VALUES.includes(name) ? each : withPatternsLast(each),
  ]);
  const { pattern, ...rest } = Object.fromEntries(entries);
  // The words of a parameter replace those of its schema.
  const { description, schema } = value as { description?: string; schema?: { pattern?: unknown } };
  const matched = pattern ?? (description === undefined ? undefined : schema?.pattern);
  if (typeof matched !== 'string') return Object.fromEntries(entries) as Value;
  const said = `Matches \`${matched}\`.`;
  return { ...rest, description: description ? `${description.trim()} ${said}` : said } as Value;
}

export function dataUri(svg: Buffer): string {
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}
