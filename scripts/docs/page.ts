/**
 * One HTML page from the composed document: rendered by Redoc into our template, then made self-contained. The page
 * carries a policy by which a browser runs the scripts that are in it and sends nothing anywhere.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { scriptSources } from '../../server/platform/http/docs.ts';
import { redocly } from '../redocly.ts';
import type { ContractDocument } from './contract.ts';
import { dataUri } from './document.ts';
import { docsFolder, type Guide } from './guides.ts';
import { entriesOf } from './search.ts';

export interface PageTexts {
  /** The title of the browser's window. */
  title: string;
  /** The description for programs that list pages. */
  about: string;
}

export interface RenderOptions {
  document: ContractDocument;
  guides: Guide[];
  texts: PageTexts;
  sources: string;
}

const OPTIONS = {
  hideDownloadButtons: true,
  jsonSamplesExpandLevel: 'all',
  codeSamples: { languages: ['curl', 'TypeScript', 'Python', 'Payload'].map((lang) => ({ lang })) },
  hideInfoMetadata: true,
};

export async function render(options: RenderOptions): Promise<string> {
  const script = await scriptOf('page.js');
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const files = {
      document: join(folder, 'document.json'),
      options: join(folder, 'options.json'),
      template: join(folder, 'template.hbs'),
      page: join(folder, 'page.html'),
    };
    writeFileSync(files.document, JSON.stringify(options.document));
    writeFileSync(files.options, JSON.stringify(OPTIONS));
    writeFileSync(files.template, templateFor(options));
    redoc(files);
    const page = withoutBadge(readFileSync(files.page, 'utf8'));
    return withPolicy(filled(page, { SCRIPT: script, ENTRIES: entriesFor(options) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function redoc(files: Record<'document' | 'options' | 'template' | 'page', string>): void {
  const options = ['--openapi', files.options, '--template', files.template];
  redocly(
    ['build-docs', files.document, '--inlineBundle', '-o', files.page, ...options],
    'Redoc does not render the document.',
  );
}

function templateFor({ document, guides, texts, sources }: RenderOptions): string {
  return filled(readFileSync(join(docsFolder, 'template.hbs'), 'utf8'), {
    TITLE: texts.title,
    ABOUT: texts.about,
    SOURCES: sources,
    ICON: dataUri(readFileSync(join(docsFolder, 'logo.svg'))),
    STYLE: styleFor(guides, document.info.title),
  });
}

/** Fills in the parts. A placeholder without a part stays. */
function filled(template: string, parts: Record<string, string>): string {
  return template.replaceAll(/__([A-Z]+)__/g, (whole, name: string) => parts[name] ?? whole);
}

/** Data in a script: nothing in it may look like the end of one. */
function entriesFor({ document, guides }: RenderOptions): string {
  return JSON.stringify(entriesOf(document, guides)).replaceAll('<', '\\u003c');
}

/** A script of the theme, bundled with its imports. */
async function scriptOf(file: string): Promise<string> {
  const bundle = await rolldown({ input: join(docsFolder, 'theme', file), logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code.trim();
}

/** The renderer gives a guide no class, so the style selects it by its address. */
function styleFor(guides: Guide[], name: string): string {
  const css = ['page.css', 'languages.css', 'search.css']
    .map((file) => readFileSync(join(docsFolder, 'theme', file), 'utf8'))
    .join('\n');
  const begins = guides.map(({ anchor }) => `[data-section-id="/${anchor}"]`);
  const parts = guides.map(({ anchor }) => `[data-section-id^="/${anchor}/"]`);
  return css
    .replace('"NAME"', JSON.stringify(name))
    .replaceAll('.guide-begin', `:is(${begins.join(',')})`)
    .replaceAll('.guide-part', `:is(${parts.join(',')})`)
    .replaceAll('.guide', `:is(${[...begins, ...parts].join(',')})`);
}

/** The renderer's badge loads a picture from a server. This keeps its text and removes the picture. */
function withoutBadge(html: string): string {
  const pictures = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  const found = html.match(pictures)?.length ?? 0;
  if (found !== 2) throw new Error(`The badge of Redoc has ${found} pictures; 2 are known.`);
  return html.replaceAll(pictures, 'data:,');
}

function withPolicy(html: string): string {
  const policy = [
    "default-src 'none'",
    scriptSources(html),
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('__POLICY__', () => policy);
}
