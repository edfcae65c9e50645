/**
 * JSON values that keep what JSON.parse loses. A number that a double prints otherwise stays the text that it
 * came as (JSON.rawJSON), and a name that looks like the index of an array is marked inside the process,
 * because JavaScript moves such members to the front of an object. Everything else is as JSON.parse gives it.
 * `writeJson` writes the numbers as they came and takes the marks off.
 */
import { randomBytes } from 'node:crypto';
import { visit } from 'jsonc-parser';
import { isPlainNumber } from './survey-json.ts';

export interface ExactReading {
  value: unknown;
  /** Whether that is what JSON.parse gives, too. */
  isPlain: boolean;
  /** Where a member stands that its object has already, the first of them. */
  duplicate?: string[];
}

/** Throws a SyntaxError with its `position` in the text. Recursive, so the depth is to be bounded before. */
export function parseExact(text: string): ExactReading {
  const reading: ExactReading = { value: undefined, isPlain: true };
  const open: Holder[] = [];
  const put = (value: unknown) => {
    const holder = open.at(-1);
    if (!holder) reading.value = value;
    else if ('items' in holder) holder.items.push(value);
    else holder.members.set(holder.name, value);
  };
  visit(
    text,
    {
      onObjectBegin: () => void open.push({ members: new Map(), name: '' }),
      onArrayBegin: () => void open.push({ items: [] }),
      onObjectProperty(name, _offset, _length, _line, _character, path) {
        const holder = open.at(-1) as ObjectHolder;
        holder.name = markedName(name);
        if (holder.name !== name) reading.isPlain = false;
        if (!holder.members.has(holder.name)) return;
        reading.duplicate ??= [...path().map(String), name];
      },
      onLiteralValue(value, offset, length) {
        if (typeof value !== 'number') return put(value);
        const number = text.slice(offset, offset + length);
        if (isPlainNumber(number)) return put(value);
        reading.isPlain = false;
        put(rawJSON(number));
      },
      // Not by assignment: a member may be called `__proto__`.
      onObjectEnd: () => put(Object.fromEntries((open.pop() as ObjectHolder).members)),
      onArrayEnd: () => put((open.pop() as ArrayHolder).items),
      onError(_code, position) {
        throw Object.assign(new SyntaxError(`No JSON at position ${position}`), { position });
      },
    },
    { disallowComments: true },
  );
  return reading;
}

/** JSON text of a value that may hold exact parts. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replaceAll(`"${MARK}`, '"') : text;
}

/** Of a number that is kept as its text, the text. */
export function textOfNumber(value: unknown): string | undefined {
  return isRawJSON(value) ? value.rawJSON : undefined;
}

/** The name of a member as it was written. */
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

/** The plain value, but with the exact one's values of the named members, wherever they stand. */
export function withExact(plain: unknown, exact: unknown, names: ReadonlySet<string>): unknown {
  if (plain === exact || typeof plain !== 'object' || plain === null) return plain;
  if (Array.isArray(plain)) {
    return plain.map((item, i) => withExact(item, (exact as unknown[])[i], names));
  }
  const members = Object.entries(plain).map(([name, member]) => {
    const twin = (exact as Record<string, unknown>)[markedName(name)];
    return [name, names.has(name) ? twin : withExact(member, twin, names)];
  });
  return Object.fromEntries(members);
}

interface ObjectHolder {
  members: Map<string, unknown>;
  /** Of the member whose value comes next. */
  name: string;
}
interface ArrayHolder {
  items: unknown[];
}
type Holder = ObjectHolder | ArrayHolder;

function markedName(name: string): string {
  return LIKE_AN_INDEX.test(name) ? MARK + name : name;
}

const LIKE_AN_INDEX = /^\d{1,10}$/;
/** Nobody can guess it, so nobody's own name or text starts with it. */
const MARK = `${randomBytes(12).toString('hex')}:`;

/** As the language has them; the compiler's library does not list them yet. */
interface RawJson {
  readonly rawJSON: string;
}
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
};
