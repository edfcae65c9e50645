/**
 * The guides: Markdown files in the order of their names, with a title in the first line, and `{{placeholders}}` for
 * everything that the code or the contract knows better. Code becomes colored HTML, so that no script has to do it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import { coloured } from './code.ts';
import type { ContractDocument } from './contract.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';

export interface Guide {
  file: string;
  title: string;
  /** Its anchor in the page: `section/money`. */
  anchor: string;
  /** The complete Markdown after the title. */
  markdown: string;
  /** The same with colored code, as the page has it. */
  text: string;
  /** The anchors of its parts: `section/money/rules`. */
  parts: string[];
}

export const docsFolder = join(root, 'openapi', 'docs');

export function readGuides(document: ContractDocument): { overview: string; guides: Guide[] } {
  const placeholders = createPlaceholders(document);
  const files = readdirSync(join(docsFolder, 'guides')).filter((name) => name.endsWith('.md'));
  const overview = coloured(complete('overview.md', placeholders));
  return { overview, guides: files.sort().map((file) => readGuide(file, placeholders)) };
}

/** Reads a page from one file: the text before the first title, and a guide for each title. */
export function readPage(
  file: string,
  placeholders: Placeholders,
): { overview: string; guides: Guide[] } {
  const [overview = '', ...parts] = chaptersOf(complete(file, placeholders));
  return { overview: coloured(overview), guides: parts.map((part) => guideOf(file, part)) };
}

function readGuide(file: string, placeholders: Placeholders): Guide {
  return guideOf(file, complete(`guides/${file}`, placeholders));
}

function guideOf(file: string, whole: string): Guide {
  const [, title, markdown] = /^# (.+)\n([\s\S]*)$/.exec(whole) ?? [];
  if (title === undefined || markdown === undefined)
    throw new Error(`${file} begins with no title`);
  const anchor = `section/${slugOf(title)}`;
  const parts = headingsOf(markdown).map(({ id }) => `${anchor}/${id}`);
  return { file, title, anchor, markdown, text: coloured(markdown), parts };
}

/** Returns the headings below the title, each with its offset and the offset of its text. */
export function headingsOf(markdown: string) {
  // A line in code that looks like a heading is a comment.
  const prose = markdown.replaceAll(FENCED, (code) => code.replaceAll(/[^\n]/g, ' '));
  return Array.from(prose.matchAll(/^#{2,3} (.+)$/gm), ({ 0: line, 1: heading = '', index }) => ({
    title: heading.replace(ID, '').trim(),
    id: ID.exec(heading)?.[1] ?? slugOf(heading),
    begin: index,
    end: index + line.length,
  }));
}

/** Returns the text before the first title, and then one chapter for each title. */
function chaptersOf(markdown: string): string[] {
  const prose = markdown.replaceAll(FENCED, (code) => code.replaceAll(/[^\n]/g, ' '));
  const begins = Array.from(prose.matchAll(/^# /gm), ({ index }) => index);
  return [0, ...begins].map((begin, i) => markdown.slice(begin, begins[i]));
}

/** The text of a file with every placeholder filled. */
function complete(file: string, placeholders: Placeholders): string {
  const text = readFileSync(join(docsFolder, file), 'utf8');
  return text.replaceAll(PLACEHOLDER, (_, name: string, rest: string) => {
    const fill = placeholders[name];
    if (!fill) throw new Error(`${file} has {{${name}}}, which nothing fills`);
    return fill(...rest.trim().split(' '));
  });
}

/** Makes the same slug as Redoc. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

const PLACEHOLDER = /\{\{([a-z-]+)((?: [^{}\s]+)*)\}\}/g;
const FENCED = /^```\w+\n[\s\S]*?^```$/gm;
const ID = /\{% #(\S+) %\}/;
