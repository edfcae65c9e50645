/**
 * Pages that Redoc renders: a whole document as one page that needs nothing but itself, and the reference of a group of
 * operations, which loads Redoc's script from the deployment. Each carries a policy by which a browser runs the scripts
 * of the page and of the deployment, and sends nothing anywhere.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { scriptHashes } from '../../server/platform/http/docs.ts';
import { redocly } from '../redocly.ts';
import type { ContractDocument } from './contract.ts';
import { dataUri, withPatternsLast } from './document.ts';
import { docsFolder, type Guide } from './guides.ts';
import { entriesOf } from './search.ts';

export interface PageTexts {
  /** The title of the browser's window. */
  title: string;
  /** The description for programs that list pages. */
  about: string;
}

interface WholePage extends PageTexts {
  document: ContractDocument;
  guides: Guide[];
}

const OPTIONS = {
  hideDownloadButtons: true,
  jsonSamplesExpandLevel: 'all',
  codeSamples: { languages: ['curl', 'TypeScript', 'Python', 'Payload'].map((lang) => ({ lang })) },
  hideInfoMetadata: true,
};

export async function wholePage({ document, guides, ...texts }: WholePage): Promise<string> {
  const template = filled(readDocs('template.hbs'), {
    ...partsOf(texts),
    STYLE: styleFor(guides, document.info.title),
  });
  const page = withoutBadge(redoc(document, template, ['--inlineBundle']), 2);
  return withPolicy(
    filled(page, {
      SCRIPT: await scriptOf('page.js'),
      // Nothing in data may look like the end of a script.
      ENTRIES: JSON.stringify(entriesOf(document, guides)).replaceAll('<', '\\u003c'),
    }),
  );
}

/** A page of a document without guides, in the frame of the other pages. */
export function referencePage(document: ContractDocument, template: string): string {
  const page = redoc(document, template, []);
  const places = page.match(REDOC_ADDRESS)?.length ?? 0;
  if (places !== 2)
    throw new Error(`A page of Redoc names its script ${places} times; 2 are known.`);
  const ours = page.replace(PRELOAD, '').replace(REDOC_ADDRESS, '../files/redoc.js');
  return withoutBadge(ours, 0);
}

const REDOC_ADDRESS =
  /https:\/\/cdn\.redocly\.com\/redoc\/v[\d.]+\/bundles\/redoc\.standalone\.js/g;
/** Names the hash of the script as it is elsewhere. */
const PRELOAD = /<link rel="modulepreload"[^>]*>/;

/** The script of Redoc, from a page that includes it before the document. */
export function redocScript(whole: string): string {
  const begin = whole.indexOf(MODULE);
  const end = whole.indexOf('const __redoc_definition', begin);
  if (begin < 0 || end < 0) throw new Error('A page of Redoc has no script that is known.');
  return whole.slice(begin + MODULE.length, end).trim();
}

const MODULE = '<script type="module">';

function redoc(document: ContractDocument, template: string, options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const files = {
      document: join(folder, 'document.json'),
      options: join(folder, 'options.json'),
      template: join(folder, 'template.hbs'),
      page: join(folder, 'page.html'),
    };
    writeFileSync(files.document, JSON.stringify(withPatternsLast(document)));
    writeFileSync(files.options, JSON.stringify(OPTIONS));
    writeFileSync(files.template, template);
    const more = ['--openapi', files.options, '--template', files.template, ...options];
    redocly(
      ['build-docs', files.document, '-o', files.page, ...more],
      'Redoc does not render the document.',
    );
    return readFileSync(files.page, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The parts that every page has. */
export function partsOf({ title, about }: PageTexts): Record<string, string> {
  return {
    TITLE: title,
    ABOUT: about.replaceAll('"', '&quot;'),
    ICON: dataUri(readFileSync(join(docsFolder, 'logo.svg'))),
    SEARCH: readDocs('search.hbs').trim(),
  };
}

/** Fills in the parts. A placeholder without a part stays. */
export function filled(template: string, parts: Record<string, string>): string {
  return template.replaceAll(/__([A-Z]+)__/g, (whole, name: string) => parts[name] ?? whole);
}

/** A script of the theme, bundled with its imports. */
export async function scriptOf(file: string): Promise<string> {
  const bundle = await rolldown({ input: join(docsFolder, 'theme', file), logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code.trim();
}

export function stylesOf(...files: string[]): string {
  return files.map((file) => readDocs(join('theme', file))).join('\n');
}

export function readDocs(file: string): string {
  return readFileSync(join(docsFolder, file), 'utf8');
}

/** The renderer gives a guide no class, so the style selects it by its address. */
function styleFor(guides: Guide[], name: string): string {
  const begins = guides.map(({ anchor }) => `[data-section-id="/${anchor}"]`);
  const parts = guides.map(({ anchor }) => `[data-section-id^="/${anchor}/"]`);
  return stylesOf('page.css', 'languages.css', 'search.css')
    .replace('"NAME"', JSON.stringify(name))
    .replaceAll('.guide-begin', `:is(${begins.join(',')})`)
    .replaceAll('.guide-part', `:is(${parts.join(',')})`)
    .replaceAll('.guide', `:is(${[...begins, ...parts].join(',')})`);
}

/** The renderer's badge loads a picture from a server. This keeps its text and removes the picture. */
function withoutBadge(html: string, known: number): string {
  const pictures = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  const found = html.match(pictures)?.length ?? 0;
  if (found !== known)
    throw new Error(`The badge of Redoc has ${found} pictures; ${known} are known.`);
  return html.replaceAll(pictures, 'data:,');
}

/** `'self'` lets a page load scripts of the deployment. */
export function withPolicy(html: string, self: "'self' " | '' = ''): string {
  const policy = [
    "default-src 'none'",
    `script-src ${self}${scriptHashes(html)}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('__POLICY__', () => policy);
}
