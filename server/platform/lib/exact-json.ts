/**
 * JSON values that keep what JSON.parse loses. A number that a double would print differently stays its original text
 * (JSON.rawJSON), and a name that looks like an array index is marked inside the process, because JavaScript moves such
 * members to the front of an object. Everything else is as JSON.parse returns it. `writeJson` writes the numbers as
 * they came and removes the marks.
 */
import { randomBytes } from 'node:crypto';
import { closingQuote, isDigit, isPlainNumber } from './survey-json.ts';

export interface ExactReading {
  value: unknown;
  /** Whether JSON.parse returns the same. */
  isPlain: boolean;
  /** The location of the first duplicate member. */
  duplicate?: string[];
}

/**
 * Throws a SyntaxError with its `position` in the text. Recursive, so the caller has to limit the depth before. Time
 * and memory grow with the text as for JSON.parse: it skips blanks and cuts out whole strings.
 */
export function parseExact(text: string): ExactReading {
  const cursor: Cursor = { text, at: 0, path: [], isPlain: true };
  const value = readValue(cursor);
  skipBlanks(cursor);
  if (cursor.at < text.length) fail(cursor);
  const { isPlain, duplicate } = cursor;
  return { value, isPlain, ...(duplicate && { duplicate }) };
}

/** How far the text has been read. */
interface Cursor {
  readonly text: string;
  at: number;
  /** Names and indexes down to the current value. */
  readonly path: (string | number)[];
  isPlain: boolean;
  duplicate?: string[];
}

function readValue(cursor: Cursor): unknown {
  skipBlanks(cursor);
  const first = cursor.text[cursor.at];
  if (first === '{') return readObject(cursor);
  if (first === '[') return readArray(cursor);
  if (first === '"') return readString(cursor);
  for (const [word, value] of WORDS) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return value;
  }
  return readNumber(cursor);
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

function readObject(cursor: Cursor): object {
  const object: Record<string, unknown> = {};
  cursor.at += 1;
  if (skip(cursor, '}')) return object;
  do {
    skipBlanks(cursor);
    if (cursor.text[cursor.at] !== '"') fail(cursor);
    const given = readString(cursor);
    const name = markedName(given);
    if (name !== given) cursor.isPlain = false;
    cursor.path.push(given);
    if (Object.hasOwn(object, name)) cursor.duplicate ??= cursor.path.map(String);
    expect(cursor, ':');
    setMember(object, name, readValue(cursor));
    cursor.path.pop();
  } while (skip(cursor, ','));
  expect(cursor, '}');
  return object;
}

/** Makes `__proto__` a member like any other. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, ...ORDINARY });
}

const ORDINARY = { writable: true, enumerable: true, configurable: true };

function readArray(cursor: Cursor): unknown[] {
  const items: unknown[] = [];
  cursor.at += 1;
  if (skip(cursor, ']')) return items;
  do {
    cursor.path.push(items.length);
    items.push(readValue(cursor));
    cursor.path.pop();
  } while (skip(cursor, ','));
  expect(cursor, ']');
  return items;
}

/** JSON.parse decodes it: it can go wrong only among the names of an object; see `parse-json.ts`. */
function readString(cursor: Cursor): string {
  const end = closingQuote(cursor.text, cursor.at) + 1;
  const value = attempt(cursor, () => JSON.parse(cursor.text.slice(cursor.at, end)));
  cursor.at = end;
  return value;
}

function readNumber(cursor: Cursor): unknown {
  const end = endOfNumber(cursor);
  const text = cursor.text.slice(cursor.at, end);
  const value = isPlainNumber(text) ? Number(text) : attempt(cursor, () => rawNumber(text));
  if (typeof value !== 'number') cursor.isPlain = false;
  cursor.at = end;
  return value;
}

/** The end of the number in the text; JSON.rawJSON detects what is missing before it. */
function endOfNumber({ text, at }: Cursor): number {
  let end = text[at] === '-' ? at + 1 : at;
  end = text[end] === '0' ? end + 1 : endOfDigits(text, end);
  if (text[end] === '.') end = endOfDigits(text, end + 1);
  if (text[end] !== 'e' && text[end] !== 'E') return end;
  end += text[end + 1] === '+' || text[end + 1] === '-' ? 2 : 1;
  return endOfDigits(text, end);
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** A number that keeps its text. Copies it, because a substring keeps the whole string in memory. */
export function rawNumber(text: string): object {
  return rawJSON(JSON.parse(JSON.stringify(text)));
}

function skipBlanks(cursor: Cursor): void {
  while (isBlank(cursor.text.charCodeAt(cursor.at))) cursor.at += 1;
}

/** White space in JSON. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Skips the sign if it is the next character after blanks. */
function skip(cursor: Cursor, sign: string): boolean {
  skipBlanks(cursor);
  if (cursor.text[cursor.at] !== sign) return false;
  cursor.at += 1;
  return true;
}

function expect(cursor: Cursor, sign: string): void {
  if (!skip(cursor, sign)) fail(cursor);
}

function attempt<T>(cursor: Cursor, read: () => T): T {
  try {
    return read();
  } catch {
    fail(cursor);
  }
}

function fail({ at: position }: Cursor): never {
  throw Object.assign(new SyntaxError(`No JSON at position ${position}`), { position });
}

/** JSON text of a value that may contain exact parts. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replaceAll(`"${MARK}`, '"') : text;
}

/** For a number that is kept as text, the text. */
export function textOfNumber(value: unknown): string | undefined {
  return isRawJSON(value) ? value.rawJSON : undefined;
}

/** The name of a member as written. */
export function trueName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

/** The same as JSON.parse would have read it. */
export function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  const text = textOfNumber(value);
  if (text !== undefined) return Number(text);
  const members = Object.entries(value).map(([name, member]) => [trueName(name), toPlain(member)]);
  return Object.fromEntries(members);
}

/** The same with the original names, for writers that keep raw numbers and know no marks. */
export function withTrueNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTrueNames);
  if (textOfNumber(value) !== undefined) return value;
  const members = Object.entries(value).map(([name, member]) => [
    trueName(name),
    withTrueNames(member),
  ]);
  return Object.fromEntries(members);
}

/** The plain value, with the exact values of the named members, at any depth. */
export function withExact(plain: unknown, exact: unknown, names: ReadonlySet<string>): unknown {
  if (plain === exact || typeof plain !== 'object' || plain === null) return plain;
  if (Array.isArray(plain)) {
    return plain.map((item, i) => withExact(item, (exact as unknown[])[i], names));
  }
  const members = Object.entries(plain).map(([name, member]) => {
    const exactMember = (exact as Record<string, unknown>)[markedName(name)];
    return [name, names.has(name) ? exactMember : withExact(member, exactMember, names)];
  });
  return Object.fromEntries(members);
}

/** The name with a mark if it needs one; a marked name stays as it is. */
export function markedName(name: string): string {
  return isDigit(name.charCodeAt(0)) && LIKE_AN_INDEX.test(name) ? MARK + name : name;
}

const LIKE_AN_INDEX = /^\d{1,10}$/;
/** Nobody can guess it, so no external name or text starts with it. */
const MARK = `${randomBytes(12).toString('hex')}:`;

/** As in the language; the compiler's library does not declare them yet. */
interface RawJson {
  readonly rawJSON: string;
}
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
};
