/**
 * Hashes that show whether two JSON values are the same: SHA-256 over a form that ignores the order of members and
 * white space.
 */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from './errors.ts';
import { markedName, rawNumber, setMember, textOfNumber, trueName, writeJson } from './json.ts';

/** By RFC 8785, which treats two numbers as the same if one double represents both. */
export function canonicalHash(value: unknown): Buffer {
  const text = canonicalize(value);
  invariant(text !== undefined, 'only JSON values are hashed');
  return sha256(text);
}

/**
 * The same for values with exact parts, whose numbers differ where their decimals differ: 1, 1.0 and 1e0 are the
 * same, 12345678901234567890123 and 12345678901234567890124 are not, and -0 is not 0.
 */
export function exactHash(value: unknown): Buffer {
  return sha256(writeJson(inOneForm(value)));
}

/** Recursive: the depth of external values is limited when they are read. */
function inOneForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneForm);
  const number = textOfNumber(value);
  if (number !== undefined) return rawNumber(formOfNumber(number));
  const copy = {};
  for (const name of sortedNames(value)) {
    // A copied value may have lost its marks: without them, its names would not stay in this order.
    setMember(copy, markedName(name), inOneForm(value[name as keyof typeof value]));
  }
  return copy;
}

/** By UTF-16 code units, as in RFC 8785: the order of `sort` itself, unless a name is marked. */
function sortedNames(value: object): string[] {
  const names = Object.keys(value);
  const isMarked = names.some((name) => trueName(name) !== name);
  return isMarked ? names.sort(byTrueName) : names.sort();
}

function byTrueName(a: string, b: string): number {
  return trueName(a) < trueName(b) ? -1 : 1;
}

/** One text for all spellings of a decimal: as a double prints it if that is exact. */
function formOfNumber(text: string): string {
  const double = String(Number(text));
  const form = digitsAndExponent(text);
  return form === digitsAndExponent(double) ? double : form;
}

/** `-12.50` as `-125e-1`. An exponent that is not a safe integer stays as written. */
function digitsAndExponent(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return `${sign}0`;
  const exponent = Number(power) - fraction.length + digits.length - end;
  return Number.isSafeInteger(exponent) ? `${sign}${digits.slice(start, end)}e${exponent}` : text;
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
