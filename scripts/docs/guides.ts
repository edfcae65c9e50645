/**
 * The guides: Markdown files in the order of their names, a title in the first line, and `{{placeholders}}`
 * for whatever the code or the contract knows. Code becomes coloured HTML, so that no script has to do it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import { codeBlock } from './code.ts';
import type { ContractDocument } from './contract.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';

export interface Guide {
  file: string;
  title: string;
  /** Its place in the page: `section/money`. */
  anchor: string;
  /** What follows the title, complete. */
  text: string;
  /** The places of its parts: `section/money/rules`. */
  parts: string[];
}

export const docsFolder = join(root, 'openapi', 'docs');

export function readGuides(document: ContractDocument): { overview: string; guides: Guide[] } {
  const placeholders = createPlaceholders(document);
  const files = readdirSync(join(docsFolder, 'guides')).filter((name) => name.endsWith('.md'));
  const overview = complete('overview.md', placeholders);
  return { overview, guides: files.sort().map((file) => readGuide(file, placeholders)) };
}

/** A whole page in one file: what stands before the first title, and a guide for each title. */
export function readPage(
  file: string,
  placeholders: Placeholders,
): { overview: string; guides: Guide[] } {
  const [overview = '', ...parts] = complete(file, placeholders).split(/^(?=# )/m);
  return { overview, guides: parts.map((part) => guideOf(file, part)) };
}

function readGuide(file: string, placeholders: Placeholders): Guide {
  return guideOf(file, complete(`guides/${file}`, placeholders));
}

function guideOf(file: string, whole: string): Guide {
  const [, title, text] = /^# (.+)\n([\s\S]*)$/.exec(whole) ?? [];
  if (title === undefined || text === undefined) throw new Error(`${file} begins with no title`);
  const anchor = `section/${slugOf(title)}`;
  const parts = Array.from(text.matchAll(/^#{2,3} (.+)$/gm), ([, heading = '']) => {
    const id = /\{% #(\S+) %\}/.exec(heading)?.[1];
    return `${anchor}/${id ?? slugOf(heading)}`;
  });
  return { file, title, anchor, text, parts };
}

/** The text of a file with every placeholder filled and every piece of code coloured. */
function complete(file: string, placeholders: Placeholders): string {
  const text = readFileSync(join(docsFolder, file), 'utf8');
  const filled = text.replaceAll(PLACEHOLDER, (_, name: string, rest: string) => {
    const fill = placeholders[name];
    if (!fill) throw new Error(`${file} has {{${name}}}, which nothing fills`);
    return fill(...rest.trim().split(' '));
  });
  return filled.replaceAll(FENCE, (_, language: string, code: string) => codeBlock(code, language));
}

/** As Redoc makes it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

const PLACEHOLDER = /\{\{([a-z-]+)((?: [^{}\s]+)*)\}\}/g;
const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;
