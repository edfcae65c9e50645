/**
 * The texts of prompts: `{{name}}` is a variable, `{{> name}}` the text of another prompt. Mustache finds the tags; its
 * other features are refused, and the text between the tags is kept character by character.
 */
import mustache from 'mustache';

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  /** `at` is a version or a label. */
  | { kind: 'reference'; name: string; at: string };

export const PROMPT_NAME = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,127}$/;
/** What a read without a version and a label gets. */
export const DEFAULT_LABEL = 'production';
/** Always on the newest version. */
export const LATEST = 'latest';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const REFERENCE =
  /^([A-Za-z0-9][A-Za-z0-9_./-]{0,127})(?:@([1-9][0-9]{0,8}|[a-z][a-z0-9_.-]{0,63}))?$/;

/** The beginning of a tag, with the sign that determines how it ends. */
const OPENING = /\{\{\s*([{=]?)/g;
/** Including braces and blanks. */
const LONGEST_TAG = 1_000;

/** What is wrong with a text; the message follows its pointer. */
export class TemplateFault extends Error {}

/** Throws a TemplateFault. */
export function parseTemplate(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [type, value, start, stop] of tokensOf(text)) {
    if (type === 'text') continue;
    if (start > end) parts.push({ kind: 'text', text: text.slice(end, start) });
    parts.push(partOf(type, value, text.slice(start, stop)));
    end = stop;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

type Token = [type: string, value: string, start: number, end: number];

/** A writer for each text: a shared one would cache every text that it has ever read. */
function tokensOf(text: string): Token[] {
  refuseLongTags(text);
  try {
    return new mustache.Writer().parse(text, ['{{', '}}']) as Token[];
  } catch (error) {
    throw new TemplateFault(`is no template: ${error instanceof Error ? error.message : error}`);
  }
}

/** Mustache's time for the blanks of a tag grows with their square. */
function refuseLongTags(text: string): void {
  for (let end = 0; ; ) {
    OPENING.lastIndex = end;
    const opening = OPENING.exec(text);
    if (!opening) return;
    const closing = opening[1] === '{' ? '}}}' : '}}';
    const found = text.indexOf(closing, OPENING.lastIndex);
    end = found < 0 ? text.length : found + closing.length;
    if (end - opening.index > LONGEST_TAG) {
      throw new TemplateFault(`has a tag of more than ${LONGEST_TAG} characters`);
    }
    // After it, other characters would begin and end a tag.
    if (opening[1] === '=') throw noPart(text.slice(opening.index, end));
  }
}

function noPart(tag: string): TemplateFault {
  return new TemplateFault(`has ${tag}. A prompt has variables and references only`);
}

function partOf(type: string, value: string, tag: string): Part {
  // Nothing is escaped, so the three ways to write a variable mean the same.
  if (type === 'name' || type === '&') return variableOf(value);
  if (type === '>') return referenceOf(value);
  if (type === '#' || type === '^') {
    throw new TemplateFault(
      `has a section: {{${type}${value}}}. A prompt has variables and references only`,
    );
  }
  throw noPart(tag);
}

function variableOf(name: string): Part {
  if (VARIABLE.test(name)) return { kind: 'variable', name };
  throw new TemplateFault(
    `has a variable ${JSON.stringify(name)}. A name has up to 64 letters, digits, _ and -, and begins with a letter or _`,
  );
}

function referenceOf(value: string): Part {
  const [, name, at = DEFAULT_LABEL] = REFERENCE.exec(value) ?? [];
  if (name !== undefined) return { kind: 'reference', name, at };
  throw new TemplateFault(
    `has a reference ${JSON.stringify(value)}. It is the name of a prompt, alone or with @ and a version or label`,
  );
}
