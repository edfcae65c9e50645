/**
 * The guides for coding agents: each as Markdown that needs no page around it, and a table of contents in the form of
 * `llms.txt`. Links lead to other Markdown if there is some, else to the page.
 */

import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import type { ContractDocument } from './contract.ts';
import { filesOf } from './files.ts';
import { type Guide, headingsOf } from './guides.ts';
import { addressOf as placeOf } from './pages.ts';
import { firstSentence, plainOf } from './plain.ts';

/** By their names below the folder of the documentation. */
export function textsOf(
  document: ContractDocument,
  overview: string,
  guides: Guide[],
): Record<string, string> {
  const texts = guides.map((guide) => [`guides/${nameOf(guide)}`, textOf(guide, guides)] as const);
  return {
    'llms.txt': indexOf(document, overview, guides),
    ...Object.fromEntries(texts),
    ...filesOf(texts.map(([, text]) => text)),
  };
}

/** `money.md` for the guide whose anchor is `section/money`. */
function nameOf({ anchor }: Pick<Guide, 'anchor'>): string {
  return `${anchor.slice(anchor.indexOf('/') + 1)}.md`;
}

function addressOf(guide: Pick<Guide, 'anchor'>): string {
  return `${BUILT_FOR}/docs/guides/${nameOf(guide)}`;
}

function indexOf(document: ContractDocument, overview: string, guides: Guide[]): string {
  const rules = overview.slice(overview.indexOf('Three rules')).trim();
  const lines = guides.map((guide) => `- [${guide.title}](${addressOf(guide)}): ${aboutOf(guide)}`);
  return [
    `# ${document.info.title}`,
    `> ${plainOf(overview.trim().split('\n')[0] ?? '')}`,
    `The service is at ${BUILT_FOR}. Programs send \`Authorization: Bearer mrk_...\`; the guide on keys says where keys come from. Version ${document.info.version} of the contract.`,
    rules,
    '## Guides',
    lines.join('\n'),
    '## Reference',
    [
      `- [The contract](${BUILT_FOR}/openapi.json): every operation with its requests, answers and examples, in OpenAPI 3.1.`,
      `- [The contract in YAML](${BUILT_FOR}/docs/files/openapi.yaml), and [a collection of requests](${BUILT_FOR}/docs/files/postman-collection.json) for Postman and Bruno.`,
      `- [All guides in one text](${BUILT_FOR}/docs/files/llms-full.txt).`,
      `- [Changes of the contract](${BUILT_FOR}/docs/files/changes.atom): a feed with an entry for each version.`,
      `- [The pages](${BUILT_FOR}/docs): guides and reference for people, also [in one file](${BUILT_FOR}/docs/files/docs.html) that works offline.`,
    ].join('\n'),
    '',
  ].join('\n\n');
}

/** Returns the titles of the parts of a guide if they are words, else its first sentence. */
function aboutOf({ markdown }: Guide): string {
  const parts = headingsOf(markdown).map(({ title }) => title);
  const isCode = parts.some((title) => /^[a-z]+(?:_[a-z]+)+$/.test(title));
  return isCode || parts.length === 0 ? firstSentence(markdown) : `${parts.join('; ')}.`;
}

function textOf({ title, markdown }: Guide, guides: Guide[]): string {
  const text = markdown
    .replaceAll(/ *\{% #\S+ %\}/g, '')
    .replaceAll(/<figure[\s\S]*?aria-label="([^"]*)"[\s\S]*?<\/figure>/g, '$1')
    .replaceAll(/<p class="problem"><span[^>]*>(\d+)<\/span> ([^<]*)<\/p>/g, '**$1** $2')
    .replaceAll(/<p class="as-markdown">[\s\S]*?<\/p>\n*/g, '')
    .replaceAll(/<sup>([^<]*)<\/sup>/g, '^$1')
    .replaceAll(/<code>([^<]*)<\/code>/g, (_, code: string) => `\`${unescaped(code)}\``)
    .replaceAll(/\]\(#\/([^)]+)\)/g, (_, target: string) => `](${linkTo(target, guides)})`)
    .trim();
  return `# ${title}\n\n${text}\n`;
}

function linkTo(target: string, guides: Guide[]): string {
  const guide = guides.find(({ anchor }) => target === anchor || target.startsWith(`${anchor}/`));
  if (!guide) return `${BUILT_FOR}/docs/${placeOf(target)}`;
  return addressOf(guide);
}

function unescaped(code: string): string {
  return code.replaceAll('&#123;', '{').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
