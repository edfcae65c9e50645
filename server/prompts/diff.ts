/** What differs between two versions, line by line. */
import canonicalize from 'canonicalize';
import { diffLines } from 'diff';
import { toPlain } from '../kernel/exact-json.ts';
import { messagesOf } from './compiling.ts';
import type { Content, ExactObject, Version } from './prompt.ts';

export interface Change {
  part: 'content' | 'config' | 'variables';
  blocks: { kind: 'same' | 'removed' | 'added'; text: string }[];
}

/** Beyond so many edits, or so long, one part is said to be replaced as a whole. */
const BOUNDS = { maxEditLength: 10_000, timeout: 250 };

export function diffVersions(from: Version, to: Version): Change[] {
  const parts: [Change['part'], string, string][] = [
    ['content', textOfContent(from.content), textOfContent(to.content)],
    ['config', textOfJson(from.config), textOfJson(to.config)],
    ['variables', textOfJson(from.variables), textOfJson(to.variables)],
  ];
  return parts
    .filter(([, before, after]) => before !== after)
    .map(([part, before, after]) => ({ part, blocks: blocksOf(before, after) }));
}

function blocksOf(before: string, after: string): Change['blocks'] {
  const changes = diffLines(before, after, BOUNDS);
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}

function textOfContent(content: Content): string {
  return messagesOf(content)
    .map(({ role, content: text }) => `[${role}]\n${text}\n`)
    .join('');
}

function textOfJson(value: ExactObject | undefined): string {
  if (value === undefined) return '';
  const sorted = JSON.parse(canonicalize(toPlain(value)) ?? 'null') as unknown;
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
