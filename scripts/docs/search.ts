/**
 * The entries of the search: one for every guide, every part of a guide, every state, every reason of a failed run,
 * every problem, and every operation of the reference with the members of its requests and answers. Entries are data
 * in the page; it builds the index when somebody searches (`openapi/docs/theme/search.js`).
 */
import { STATES } from '../../server/runs/states.ts';
import { readChapters } from './chapters.ts';
import { type ContractDocument, operationsOf } from './contract.ts';
import { type Guide, headingsOf } from './guides.ts';
import { membersOf } from './members.ts';
import { anchorOf } from './placeholders.ts';
import { namesInCode, plainOf } from './plain.ts';

export interface Entry {
  /** The address of the entry in the page, without `#/`. */
  at: string;
  kind: 'Guide' | 'Part' | 'Error' | 'State' | 'Operation' | 'Webhook';
  title: string;
  /** The name of what the entry is part of. */
  of: string;
  text: string;
  /** Words that find the entry, in addition to those that are shown. */
  words: string;
  /** The name in programs, if that is not the title. */
  name?: string;
  /** The first cell of the row of a table that the entry is about. */
  row?: string;
}

export function entriesOf(document: ContractDocument, guides: Guide[]): Entry[] {
  return [...guides.flatMap(ofGuide), ...ofTables(document, guides), ...ofReference(document)];
}

function ofGuide({ title, anchor, markdown }: Guide): Entry[] {
  const headings = headingsOf(markdown);
  const begin = markdown.slice(0, headings[0]?.begin);
  const parts = headings.map((heading, i): Entry => {
    const text = markdown.slice(heading.end, headings[i + 1]?.begin);
    const isError = title === 'Errors' && heading.title === heading.id;
    return {
      at: `${anchor}/${heading.id}`,
      kind: isError ? 'Error' : 'Part',
      title: heading.title,
      of: title,
      text: plainOf(text).replace(/^(\d{3}) /, '$1. '),
      words: namesInCode(text).join(' '),
    };
  });
  const words = namesInCode(begin).join(' ');
  return [
    { at: anchor, kind: 'Guide', title, of: 'Guides', text: plainOf(begin), words },
    ...parts,
  ];
}

/** Entries for rows of tables, which have no heading. There are some only if there are guides about runs. */
function ofTables({ components }: ContractDocument, guides: Guide[]): Entry[] {
  const rowIn = (file: string, names: readonly string[], kind: Entry['kind']) => {
    const chapters = readChapters(file, names);
    return names.flatMap((name): Entry[] => {
      const section = sectionOfRow(name, guides);
      if (!section) return [];
      const text = plainOf(chapters[name] ?? '');
      return [{ ...section, kind, title: name, text, words: WORDS[kind] ?? '', row: name }];
    });
  };
  if (!guides.some(({ anchor }) => anchor === 'section/states')) return [];
  return [
    ...rowIn('states.md', STATES, 'State'),
    ...rowIn('run-errors.md', components.schemas.RunErrorCode['x-extensible-enum'], 'Error'),
  ];
}

const WORDS: Partial<Record<Entry['kind'], string>> = {
  State: 'state of a run',
  Error: 'error of a failed run',
};

/** The first table with a row that begins with the name, and the part that has it. */
function sectionOfRow(name: string, guides: Guide[]): Pick<Entry, 'at' | 'of'> | undefined {
  for (const { title, anchor, markdown } of guides) {
    const row = markdown.indexOf(`\n| \`${name}\` |`);
    if (row < 0) continue;
    const part = headingsOf(markdown).findLast(({ begin }) => begin < row);
    if (!part) return { at: anchor, of: title };
    return { at: `${anchor}/${part.id}`, of: `${title}, ${part.title}` };
  }
  return undefined;
}

function ofReference(document: ContractDocument): Entry[] {
  const operations = operationsOf(document).map(({ method, path, operation }): Entry => {
    const { tags, operationId, summary, description } = operation;
    return {
      at: anchorOf(operation),
      kind: 'Operation',
      title: summary,
      of: tags[0] ?? 'Reference',
      text: `${method} ${path}. ${plainOf(description)}`,
      words: membersOf(operation, document).join(' '),
      name: operationId,
    };
  });
  const webhooks = Object.values((document.webhooks ?? {}) as Record<string, Webhook>);
  const received = webhooks.map(
    ({ post }): Entry => ({
      at: anchorOf(post),
      kind: 'Webhook',
      title: post.summary,
      of: post.tags[0] ?? 'Webhooks',
      text: plainOf(post.description),
      words: [post.operationId, ...membersOf(post, document)].join(' '),
    }),
  );
  return [...operations, ...received];
}

type Webhook = Record<'post', ReturnType<typeof operationsOf>[number]['operation']>;
