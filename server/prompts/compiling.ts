/**
 * Compiles a prompt: messages become pieces, and the texts of other prompts replace the references to them. In a text,
 * `{{name}}` is a variable, `{{> name}}` the text of another prompt. Mustache finds the tags; its other features are
 * refused, and the text between the tags is kept character by character. References are resolved here, once: so a
 * version never changes, references cannot form a cycle, and rendering reads one row.
 */

import mustache from 'mustache';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';
import { codePoints } from '../platform/lib/text.ts';
import {
  type CompiledMessage,
  type Content,
  DEFAULT_LABEL,
  type Piece,
  type PromptMessage,
  type Reference,
} from './prompt.ts';
import type { Referred } from './version-store.ts';

/** For one version, as written. */
const MOST_CHARACTERS = 200_000;
/** For one version, with the texts that it refers to. */
const MOST_EXPANDED = 1_000_000;
const MOST_PIECES = 20_000;
const MOST_VARIABLES = 200;
const MOST_REFERENCES = 100;
const MOST_DEPTH = 5;
const TOO_MUCH = `has more characters with its references than the limit of ${MOST_EXPANDED}`;

export interface Compiled {
  messages: CompiledMessage[];
  variableNames: string[];
  references: Reference[];
  depth: number;
}

interface Wanted {
  name: string;
  /** A version or a label. */
  at: string;
}

/** Finds the targets of references; references without a target are left out. */
export type FindReferred = (wanted: readonly Wanted[]) => Promise<readonly Referred[]>;

interface Written {
  role: PromptMessage['role'];
  pointer: string;
  parts: Part[];
}

/** Does work whose duration depends on the texts. */
export type Work = <T>(work: () => T) => T;

/** Throws a Problem that points at the fault. */
export async function compile(
  content: Content,
  find: FindReferred,
  work: Work = (now) => now(),
): Promise<Compiled> {
  const pointer = content.messages ? '#/messages' : '#/text';
  const messages = messagesOf(content);
  const characters = messages.reduce((sum, message) => sum + codePoints(message.content), 0);
  refuseAbove(MOST_CHARACTERS, characters, 'characters', pointer);
  const written = work(() =>
    messages.map(({ role, content: text }, index): Written => {
      const at = content.messages ? `#/messages/${index}/content` : '#/text';
      return { role, pointer: at, parts: parse(text, at) };
    }),
  );
  const referred = await resolve(written, find, pointer);
  const compiled = work(() => expand(written, referred, pointer));
  const names = new Set(compiled.flatMap(({ pieces }) => pieces.filter(isVariable).flat()));
  refuseAbove(MOST_VARIABLES, names.size, 'variables', pointer);
  return {
    messages: compiled,
    variableNames: [...names].sort(),
    ...reachOf([...referred.values()], pointer),
  };
}

/** A text is a user message. */
export function messagesOf({ text, messages }: Content): PromptMessage[] {
  return messages ?? [{ role: 'user', content: text ?? '' }];
}

export function isVariable(piece: Piece): piece is readonly [string] {
  return typeof piece !== 'string';
}

function parse(text: string, pointer: string): Part[] {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof TemplateFault) refuse(pointer, error.message);
    throw error;
  }
}

/** All references in one snapshot, so that two equal references give the same version. */
async function resolve(
  written: readonly Written[],
  find: FindReferred,
  pointer: string,
): Promise<Map<string, Referred>> {
  const references = new Map<string, { wanted: Wanted; pointer: string }>();
  for (const { parts, pointer: usedIn } of written) {
    for (const part of parts) {
      if (part.kind === 'reference') references.set(keyOf(part), { wanted: part, pointer: usedIn });
    }
  }
  if (references.size === 0) return new Map();
  refuseAbove(MOST_REFERENCES, references.size, 'references', pointer);
  const wanted = [...references.values()];
  const found = await find(wanted.map((one) => one.wanted));
  const byOrd = new Map(found.map((one) => [one.ord, one]));
  return new Map(
    wanted.map(({ wanted: { name, at }, pointer: usedIn }, index) => {
      const one = byOrd.get(index + 1);
      const tag = `{{> ${name}@${at}}}`;
      if (!one) refuse(usedIn, `refers to ${tag}, and there is none`, 'unknown_prompt');
      if (one.hasMessages) refuse(usedIn, `refers to ${tag}, which has messages and no text`);
      if (!one.compiled) refuse(pointer, TOO_MUCH, 'max_length');
      return [keyOf({ name, at }), one];
    }),
  );
}

function keyOf({ name, at }: Wanted): string {
  return `${name}@${at}`;
}

function expand(
  written: readonly Written[],
  referred: ReadonlyMap<string, Referred>,
  pointer: string,
): CompiledMessage[] {
  refuseTooLong(written, referred, pointer);
  return written.map(({ role, parts }) => {
    const pieces: Piece[] = [];
    for (const piece of parts.flatMap((part) => piecesOf(part, referred))) {
      const last = pieces.at(-1);
      if (isVariable(piece) || last === undefined || isVariable(last)) pieces.push(piece);
      else pieces[pieces.length - 1] = last + piece;
    }
    return { role, pieces };
  });
}

/** Before anything is joined: a few short references to each other can expand to a huge text. */
function refuseTooLong(
  written: readonly Written[],
  referred: ReadonlyMap<string, Referred>,
  pointer: string,
): void {
  const sizes = new Map(
    [...referred].map(([key, { compiled }]) => [key, sizeOf(compiled?.[0]?.pieces ?? [])]),
  );
  let characters = 0;
  let count = 0;
  for (const part of written.flatMap(({ parts }) => parts)) {
    const size =
      part.kind === 'reference' ? sizes.get(keyOf(part)) : sizeOf(piecesOf(part, referred));
    characters += size?.characters ?? 0;
    count += size?.count ?? 0;
  }
  refuseAbove(MOST_EXPANDED, characters, 'characters with its references', pointer);
  refuseAbove(MOST_PIECES, count, 'variables and references', pointer);
}

function sizeOf(pieces: readonly Piece[]): { characters: number; count: number } {
  const characters = pieces.reduce<number>(
    (sum, piece) => sum + (isVariable(piece) ? 0 : codePoints(piece)),
    0,
  );
  return {
    characters,
    count: pieces.length,
  };
}

function piecesOf(part: Part, referred: ReadonlyMap<string, Referred>): readonly Piece[] {
  if (part.kind === 'text') return [part.text];
  if (part.kind === 'variable') return [[part.name]];
  return referred.get(keyOf(part))?.compiled?.[0]?.pieces ?? [];
}

/** The references, direct and indirect, and their depth. */
function reachOf(
  referred: readonly Referred[],
  pointer: string,
): Pick<Compiled, 'references' | 'depth'> {
  const all = referred.flatMap(({ name, version, references }) => [
    { name, version },
    ...references,
  ]);
  const byKey = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  const references = [...byKey.values()].sort(
    (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.version - b.version,
  );
  const depth = referred.reduce((most, one) => Math.max(most, one.depth + 1), 0);
  refuseAbove(MOST_REFERENCES, references.length, 'references', pointer);
  refuseAbove(MOST_DEPTH, depth, 'references behind each other', pointer);
  return { references, depth };
}

function refuseAbove(most: number, count: number, what: string, pointer: string): void {
  if (count > most) refuse(pointer, `has ${count} ${what}, and the limit is ${most}`, 'max_length');
}

function refuse(pointer: string, detail: string, code: FaultCode = 'template'): never {
  throw new Problem('invalid_prompt', `${pointer} ${detail}.`, {
    errors: [{ pointer, detail, code }],
  });
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  /** `at` is a version or a label. */
  | { kind: 'reference'; name: string; at: string };

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const REFERENCE =
  /^([A-Za-z0-9][A-Za-z0-9_./-]{0,127})(?:@([1-9][0-9]{0,8}|[a-z][a-z0-9_.-]{0,63}))?$/;

/** The beginning of a tag, with the sign that determines how it ends. */
const OPENING = /\{\{\s*([{=]?)/g;
/** Including braces and blanks. */
const LONGEST_TAG = 1_000;

/** What is wrong with a text; the message follows its pointer. */
class TemplateFault extends Error {}

/** Throws a TemplateFault. */
function parseTemplate(text: string): Part[] {
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

function noPart(tag: string): TemplateFault {
  return new TemplateFault(`has ${tag}. A prompt has variables and references only`);
}
