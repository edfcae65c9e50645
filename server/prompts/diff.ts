/** The differences between two versions, line by line. */
import { diffLines } from 'diff';
import { textOfNumber, withTrueNames } from '../platform/lib/json.ts';
import { messagesOf } from './compiling.ts';
import type { Content, ExactObject, Version } from './prompt.ts';

export interface Change {
  part: 'content' | 'config' | 'variables';
  blocks: { kind: 'same' | 'removed' | 'added'; text: string }[];
}

/** Beyond this many edits, or this length, a part counts as replaced as a whole. */
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
  return `${JSON.stringify(sorted(withTrueNames(value)), null, 2)}\n`;
}

/** With every digit, as saved. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  if (textOfNumber(value) !== undefined) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
