/**
 * Reads and writes external JSON without loss, with a limit on depth. JSON.parse reads the texts that it reads without
 * loss, as a scan of the text says before. The others go to a parser that keeps what JSON.parse loses: a number that a
 * double would print differently stays its original text (JSON.rawJSON), and a name that looks like an array index is
 * marked inside the process, because JavaScript moves such members to the front of an object. `writeJson` writes the
 * numbers as they came and removes the marks. That parser also reads every text with an escaped name: some releases of
 * V8 (nodejs/node#63785) can give such a member the name of another one that was parsed before in the same process, so
 * that one tenant's JSON would change another's.
 */
import { randomBytes } from 'node:crypto';

export interface Reading {
  /** As JSON.parse returns it. */
  plain: unknown;
  /** With exact parts; the same value if JSON.parse loses nothing. */
  exact: unknown;
  /** The location of a duplicate member; known only for texts that are not plain. */
  duplicate?: string[];
}

/** The value as JSON.parse reads it. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  return readJson(text).plain;
}

/**
 * The same, but keeps the values of the named members exactly; see `withExact`. `survey` is that of the text, if it
 * is known.
 */
export function parseJsonKeeping(
  names: ReadonlySet<string>,
  text: string,
  survey?: Survey,
): unknown {
  const { plain, exact } = readJson(text, survey);
  return withExact(plain, exact, names);
}

/** Throws a SyntaxError with its `position` in the text. */
export function readJson(text: string, survey: Survey = surveyJson(text)): Reading {
  if (survey.depth > MAX_PARSED_DEPTH) throw new SyntaxError('The text is nested too deep.');
  if (survey.isPlain) {
    const value = parsePlain(text);
    return { plain: value, exact: value };
  }
  const { value, isPlain, ...rest } = parseExact(text);
  return { plain: isPlain ? value : toPlain(value), exact: value, ...rest };
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Refuses what JSON.parse refuses, and always says where.
    parseExact(text);
    throw error;
  }
}

/** Parsers and walks are recursive, and parsing a million nested arrays takes most of a second. */
export const MAX_PARSED_DEPTH = 1_000;

/* The parser that keeps everything. */

interface ExactReading {
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

/** JSON.parse decodes it: it can go wrong only among the names of an object. */
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

/* The scan. */

export interface Survey {
  /** Depth of the innermost array or object. */
  depth: number;
  /** At least the number of values in the text. */
  values: number;
  /** In all objects, including duplicates. */
  members: number;
  /** Whether JSON.parse keeps the names, their order and the numbers as written. */
  isPlain: boolean;
}

/**
 * How deep a text is, how many values it has, and whether JSON.parse reads it without loss. Linear, and far cheaper than
 * a parse, so the caller can check bounds first. It also returns a result for text that is not JSON: the parser refuses
 * such text.
 */
export function surveyJson(text: string): Survey {
  const survey: Survey = { depth: 0, values: 1, members: 0, isPlain: true };
  let depth = 0;
  /** The location of the last string: a name, if a colon follows. */
  let open = 0;
  let close = 0;
  let backslash = indexOf(text, '\\', 0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      open = at;
      close = closingQuote(text, at);
      at = close;
    } else if (code === COLON) {
      survey.members += 1;
      if (backslash < open) backslash = indexOf(text, '\\', open);
      if (backslash < close || isDigit(text.charCodeAt(open + 1))) survey.isPlain = false;
    } else if (code === COMMA) {
      survey.values += 1;
    } else if (isOpening(code)) {
      // It contains one value, or none.
      survey.values += 1;
      depth += 1;
      if (depth > survey.depth) survey.depth = depth;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
      if (isOpening(text.charCodeAt(at - 1))) survey.values -= 1;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfDigitsAndSigns(text, at);
      if (survey.isPlain && !isShortInteger(text, at, end)) {
        survey.isPlain = isPlainNumber(text.slice(at, end));
      }
      at = end - 1;
    }
  }
  return survey;
}

function isOpening(code: number): boolean {
  return code === OPEN_ARRAY || code === OPEN_OBJECT;
}

/** Most numbers are short integers, which need no conversion. */
function isShortInteger(text: string, start: number, end: number): boolean {
  const isPadded = end - start > 1 && text.charCodeAt(start) === ZERO;
  if (isPadded || end - start > SAFE_DIGITS) return false;
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** Whether a double represents the number and prints it in exactly this form. */
function isPlainNumber(text: string): boolean {
  return String(Number(text)) === text;
}

function indexOf(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

/** The index of the quote that ends a string; past the end of the text if there is none. */
function closingQuote(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function endOfDigitsAndSigns(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** NaN, the code past the end of a text, is not. */
function isInNumber(code: number): boolean {
  if (isDigit(code)) return true;
  return code === DOT || code === MINUS || code === PLUS || code === SMALL_E || code === LARGE_E;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A double represents each integer of so many digits. */
const SAFE_DIGITS = 15;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const LARGE_E = 0x45;
const SMALL_E = 0x65;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/* JSON texts of values that never change: a value keeps its text, so that it is written once. */

const TEXT = Symbol('JSON text');
type KeepsText = { [TEXT]: string | undefined };

/** The same value, which must not change from now on: `textOf` keeps its text. */
export function keepingText<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, TEXT, { value: undefined, writable: true });
}

/** JSON text of any value, as `writeJson` returns it. */
export function textOf(value: unknown): string {
  if (!keepsText(value)) return writeJson(value);
  value[TEXT] ??= writeJson(value);
  return value[TEXT];
}

function keepsText(value: unknown): value is KeepsText {
  return typeof value === 'object' && value !== null && TEXT in value;
}

/**
 * An upper estimate of the memory of a JSON value, in bytes. A value can take twenty times the memory of its text, so
 * neither its length nor its bytes on the wire show that.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value === '' ? 0 : PER_PART + 2 * value.length;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : PER_SCALAR;
  if (Array.isArray(value)) return value.reduce<number>(addWeight, PER_PART);
  let sum = PER_PART;
  for (const name of Object.keys(value)) {
    sum = addWeight(sum + weightOf(name), value[name as keyof typeof value]);
  }
  return sum;
}

function addWeight(sum: number, value: unknown): number {
  return sum + PER_SCALAR + weightOf(value);
}

/** An object, an array, or a part of a text with its links to the other parts. */
const PER_PART = 64;
/** A number, or a slot for a value. */
const PER_SCALAR = 16;

/**
 * Removes null members: such a member counts as absent. Values that are saved or inserted stay exactly as they came.
 */
export function withoutNulls(body: object, exactBody: unknown, exact: readonly string[]): object {
  const given = exactBody as Record<string, unknown>;
  const members = Object.entries(body).filter(([, value]) => value !== null);
  return Object.fromEntries(
    members.map(([name, value]) => [name, exact.includes(name) ? given[name] : value]),
  );
}

/* Values. */

/** Any JSON value. May contain exact parts if it is forwarded. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export type JsonObject = { [member: string]: JsonValue };
