/**
 * The documentation in pages: a first page that leads on, a page for each guide, and a page for each group of
 * operations, which Redoc renders. One search finds all of it.
 */
import { Marked } from 'marked';
import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import { type ContractDocument, operationsOf, type Tag } from './contract.ts';
import type { ComposedDocument } from './document.ts';
import { type Guide, headingsOf } from './guides.ts';
import {
  filled,
  type PageTexts,
  partsOf,
  readDocs,
  redocScript,
  referencePage,
  scriptOf,
  stylesOf,
  withPolicy,
} from './page.ts';
import { anchorOf, slugOfTag } from './placeholders.ts';
import { firstSentence } from './plain.ts';
import { type Entry, entriesOf } from './search.ts';

type Kind = 'first' | 'guides' | 'reference';

/** By their names below the folder. `whole` is the same documentation as one page. */
export async function pagesOf(
  composed: ComposedDocument,
  whole: string,
): Promise<Record<string, string>> {
  const { document, guides, overview } = composed;
  const entries = entriesOf(document, guides);
  const script = await scriptOf('site.js');
  const finish = (html: string, kind: Kind) =>
    withPolicy(linked(filled(html, { SCRIPT: script }), kind), "'self' ");
  const pages: Record<string, string> = {
    'files/redoc.js': redocScript(whole),
    'files/search.js': `globalThis.searchEntries = ${JSON.stringify(entries.map(placed))};\n`,
  };
  const { title } = document.info;
  const first = plainPage(firstPage(document, overview, guides), 'first', {
    ...{ title, about: firstSentence(overview) },
  });
  pages['index.html'] = finish(first, 'first');
  for (const [at, guide] of guides.entries()) {
    const page = plainPage(guidePage(guide, { document, guides, at, entries }), 'guides', {
      ...{ title: `${guide.title} · ${title}`, about: firstSentence(guide.markdown) },
    });
    pages[`guides/${nameOf(guide)}.html`] = finish(page, 'guides');
  }
  for (const tag of groupsOf(document)) {
    const template = frameOf('reference', {
      ...{ title: `${tag.name} · ${title}`, about: tag.description },
    });
    const styled = filled(template, {
      STYLE: stylesOf('page.css', 'search.css', 'site.css').replace('"NAME"', '""'),
      CONTENT: '',
    });
    const page = referencePage(partOf(document, tag), styled);
    pages[`reference/${slugOfTag(tag.name)}.html`] = finish(page, 'reference');
  }
  return pages;
}

/** `money` for the guide whose anchor is `section/money`. */
function nameOf({ anchor }: Pick<Guide, 'anchor'>): string {
  return anchor.slice('section/'.length);
}

/** From an address in the whole page to one in the pages: `section/money/rules` is `guides/money#rules`. */
export function addressOf(at: string): string {
  const [first, second, third] = at.split('/');
  if (first === 'section') return `guides/${second}${third === undefined ? '' : `#${third}`}`;
  return `reference/${first}${second === undefined ? '' : `#/${at}`}`;
}

/** The entry with its address in the pages. A row of a table has an id there. */
function placed({ at, row, ...entry }: Entry): Entry {
  const address = addressOf(at);
  return { ...entry, at: row === undefined ? address : `${address.split('#')[0]}#${row}` };
}

/**
 * Makes the links of a page. They are relative, so that they work wherever a proxy puts the documentation; only the
 * first page, which has two addresses, needs that of the deployment.
 */
function linked(html: string, kind: Kind): string {
  const to = kind === 'first' ? `${BUILT_FOR}/docs/` : '../';
  const home = kind === 'first' ? `${BUILT_FOR}/docs` : '../../docs';
  return html
    .replaceAll(/href="#\/([^"]+)"/g, (_, at: string) => `href="${to}${addressOf(at)}"`)
    .replaceAll('__HOME__', home)
    .replaceAll('__TO__', to);
}

/** The template of a page, with all that does not depend on where it is. */
function frameOf(kind: Kind, texts: PageTexts): string {
  return filled(readDocs('site.hbs'), { ...partsOf(texts), KIND: kind });
}

function plainPage(content: string, kind: Kind, texts: PageTexts): string {
  const style = stylesOf('colors.css', 'page.css', 'languages.css', 'search.css', 'site.css');
  return filled(frameOf(kind, texts), { STYLE: style, CONTENT: content })
    .replace('{{{redocHead}}}', COLORS)
    .replace('{{{redocHTML}}}', '');
}

/** The choice of colors that the pages of Redoc have a switch for. */
const COLORS = `<script>try{var mode=localStorage.getItem("redoc.colorMode")}catch{}
document.documentElement.classList.add(mode==="light"||mode==="dark"?mode:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")</script>`;

/** Tags of which there is something to show. */
function groupsOf(document: ContractDocument): Tag[] {
  return document.tags.filter(({ name }) => itemsOf(document, name).length > 0);
}

/** What a group has, operations first. */
function itemsOf(document: ContractDocument, tag: string): Item[] {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const received = Object.values(webhooksOf(document)).map(({ post }) => post);
  return [...operations, ...received].filter(({ tags }) => tags[0] === tag);
}

type Item = ReturnType<typeof operationsOf>[number]['operation'];

function webhooksOf(document: ContractDocument): Record<string, { post: Item }> {
  return (document.webhooks ?? {}) as Record<string, { post: Item }>;
}

/** The document with one group of operations, and links to the others. */
function partOf(document: ContractDocument, tag: Tag): ContractDocument {
  const { 'x-logo': _, ...info } = document.info;
  const paths: ContractDocument['paths'] = {};
  for (const { method, path, operation } of operationsOf(document)) {
    if (operation.tags[0] === tag.name)
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const webhooks = Object.entries(webhooksOf(document)).filter(
    ([, { post }]) => post.tags[0] === tag.name,
  );
  const groups = groupsOf(document).map(({ name }) =>
    name === tag.name ? `**${name}**` : `[${name}](../${addressOf(slugOfTag(name))})`,
  );
  return {
    ...document,
    info: { ...info, title: 'Reference', description: groups.join(' · ') },
    tags: [tag],
    'x-tagGroups': [{ name: 'Operations', tags: [tag.name] }],
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: usedComponents(document, [paths, webhooks]),
  };
}

/** The components that these parts of the document refer to, also through others. */
function usedComponents(
  { components }: ContractDocument,
  parts: unknown,
): ContractDocument['components'] {
  const all = components as unknown as Record<string, Record<string, unknown>>;
  const used: typeof all = { securitySchemes: all.securitySchemes! };
  const visit = (node: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      const component = all[kind]?.[name];
      if (used[kind]?.[name] !== undefined) continue;
      used[kind] = { ...used[kind], [name]: component };
      visit(component);
    }
  };
  visit(parts);
  return used as unknown as ContractDocument['components'];
}

const REFERENCE = /"#\/components\/(\w+)\/([^"/]+)/g;

const marked = new Marked();

/** Headings have the ids that links in the documentation use, and the first row about one of the names its name. */
function htmlOf({ markdown, text }: Guide, rows: ReadonlySet<string>): string {
  const headings = headingsOf(markdown);
  const left = new Set(rows);
  let next = 0;
  return (marked.parse(text.replaceAll(/ *\{% #\S+ %\}/g, '')) as string)
    .replaceAll(/<h([23])>([\s\S]*?)<\/h\1>/g, (_, level: string, title: string) => {
      const { id } = headings[next++]!;
      return `<h${level} id="${id}"><a href="#${id}">${title}</a></h${level}>`;
    })
    .replaceAll('<table>', '<div class="table" tabindex="0"><table class="md">')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<tr>\s*<td><code>(\w+)<\/code><\/td>/g, (row, name: string) =>
      left.delete(name) ? row.replace('<tr>', `<tr id="${name}">`) : row,
    );
}

interface Among {
  document: ContractDocument;
  guides: Guide[];
  at: number;
  entries: Entry[];
}

function guidePage(guide: Guide, { document, guides, at, entries }: Among): string {
  const rows = entries.flatMap(({ at: place, row }) =>
    row !== undefined && `${place}/`.startsWith(`${guide.anchor}/`) ? [row] : [],
  );
  const contents = headingsOf(guide.markdown).map(
    ({ id, title }) => `<li><a href="#${id}">${marked.parseInline(title)}</a></li>`,
  );
  return `<div class="columns">
<div class="menu">${menuOf(document, guides, guide)}</div>
<main class="guide" data-component-name="Markdown/Markdown">
<h1>${guide.title}</h1>
${htmlOf(guide, new Set(rows))}
<nav class="neighbors" aria-label="Neighboring guides">
${linkTo(guides[at - 1], 'Previous')}${linkTo(guides[at + 1], 'Next')}
</nav>
<p class="form"><a href="__TO__guides/${nameOf(guide)}.md">This guide in Markdown</a></p>
</main>
<div class="contents">${contents.length > 1 ? `<nav aria-label="On this page"><h2>On this page</h2><ul>${contents.join('')}</ul></nav>` : ''}</div>
</div>`;
}

function linkTo(guide: Guide | undefined, word: string): string {
  if (!guide) return '';
  return `<a class="neighbor ${word.toLowerCase()}" href="#/${guide.anchor}"><small>${word}</small>${guide.title}</a>`;
}

function menuOf(document: ContractDocument, guides: Guide[], here: Guide): string {
  const items = guides.map(
    (guide) =>
      `<li><a href="#/${guide.anchor}"${guide === here ? ' aria-current="page"' : ''}>${guide.title}</a></li>`,
  );
  const groups = groupsOf(document).map(
    ({ name }) => `<li><a href="#/${slugOfTag(name)}">${name}</a></li>`,
  );
  return `<nav aria-label="Guides"><h2>Guides</h2><ul>${items.join('')}</ul></nav>
<nav aria-label="Reference"><h2>Reference</h2><ul>${groups.join('')}</ul></nav>`;
}

function firstPage(document: ContractDocument, overview: string, guides: Guide[]): string {
  const items = guides.map(
    (guide) =>
      `<li><a class="title" href="#/${guide.anchor}">${guide.title}</a><span>${marked.parseInline(firstSentence(guide.markdown))}</span></li>`,
  );
  const groups = groupsOf(document).map(({ name }) => {
    const links = itemsOf(document, name).map(
      (item) => `<li><a class="operation" href="#/${anchorOf(item)}">${item.summary}</a></li>`,
    );
    return `<section><h3><a href="#/${slugOfTag(name)}">${name}</a></h3><ul class="operations">${links.join('')}</ul></section>`;
  });
  return `<main class="guide" data-component-name="Markdown/Markdown">
<h1>${document.info.title}</h1>
${marked.parse(overview)}
<h2 id="guides">Guides</h2>
<ul class="guides">${items.join('')}</ul>
<h2 id="reference">Reference</h2>
<div class="groups">${groups.join('')}</div>
<h2 id="forms">In other forms</h2>
<ul>
<li><a href="__TO__files/docs.html">The whole documentation in one file</a> that works offline</li>
<li><a href="__TO__files/llms-full.txt">All guides in one text</a>, and <a href="${BUILT_FOR}/llms.txt">a table of contents</a> for coding agents</li>
<li>The contract <a href="${BUILT_FOR}/openapi.json">in JSON</a> and <a href="__TO__files/openapi.yaml">in YAML</a>, and <a href="__TO__files/postman-collection.json">a collection of requests</a> for Postman and Bruno</li>
<li><a href="__TO__files/changes.atom">A feed of changes</a></li>
</ul>
</main>`;
}
