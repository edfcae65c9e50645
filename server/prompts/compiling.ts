/**
 * Compiles a prompt: messages become pieces, and the texts of other prompts replace the references to them. References
 * are resolved here, once: so a version never changes, references cannot form a cycle, and rendering reads one row.
 */

import { type FaultCode, Problem } from '../platform/lib/problem.ts';
import { codePoints } from '../platform/lib/text.ts';
import type { CompiledMessage, Content, Piece, PromptMessage, Reference } from './prompt.ts';
import { type Part, parseTemplate, TemplateFault } from './template.ts';
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
