/** Ways to spoil a valid body: in its values, in its text, and in its bytes. */
import fc from 'fast-check';
import type { Json } from './bodies.ts';

const deep = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;

const BAD_VALUES: Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  100_000,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  'x'.repeat(60_000),
  '\u{1f600}'.repeat(30_000),
  [],
  {},
  [[]],
  [null],
  deep(63),
  deep(65),
  deep(900),
  Array.from({ length: 5_000 }, () => null),
  Array.from({ length: 300 }, () => ({ role: 'user' })),
  'sandbox/ECHO',
  'Sandbox: says it again',
  'assistant',
  'tool',
  JSON.parse('{"__proto__":{"role":"user"}}') as Json,
  JSON.parse('{"constructor":{"prototype":{"x":1}}}') as Json,
  JSON.parse('{"toJSON":"x","valueOf":1,"then":"y"}') as Json,
  { role: 'assistant' },
  { role: 'tool', tool_call_id: 'nobody', content: '' },
];

const NAMES = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'role',
  'content',
  'id',
  '',
  '\0',
  '\ud800',
  'a/b~0',
];

interface Spoiling {
  /** The position in the body: a share of the number of positions. */
  position: number;
  change: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  value: number;
  name: number;
}

export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  position: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  change: fc.constantFrom('replace', 'remove', 'add', 'repeat', 'wrap'),
  value: fc.nat({ max: BAD_VALUES.length - 1 }),
  name: fc.nat({ max: NAMES.length - 1 }),
});

/** The body with one changed position. */
export function spoil(body: Json, { position, change, value, name }: Spoiling): Json {
  const copy = structuredClone(body);
  const positions = positionsOf(copy);
  const found = positions[Math.floor(position * positions.length)];
  if (found === undefined) return BAD_VALUES[value]!;
  const { holder, member } = found;
  const old = get(holder, member);
  if (change === 'remove') remove(holder, member);
  else if (change === 'replace') set(holder, member, BAD_VALUES[value]!);
  else if (change === 'wrap') set(holder, member, [old]);
  else if (change === 'add')
    set(holder, Array.isArray(holder) ? String(holder.length) : NAMES[name]!, BAD_VALUES[value]!);
  else if (Array.isArray(holder)) holder.push(structuredClone(old));
  else set(holder, NAMES[name]!, old);
  return copy;
}

type Holder = Json[] | { [member: string]: Json };
interface Position {
  holder: Holder;
  member: string;
}

function positionsOf(value: Json): Position[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((member) => [
    { holder: value, member },
    ...positionsOf(get(value, member)),
  ]);
}

function get(holder: Holder, member: string): Json {
  return Object.getOwnPropertyDescriptor(holder, member)?.value as Json;
}

function set(holder: Holder, member: string, value: Json): void {
  const descriptor = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(holder, member, descriptor);
}

function remove(holder: Holder, member: string): void {
  if (Array.isArray(holder)) holder.splice(Number(member), 1);
  else delete holder[member];
}

/** Changes to the text of a body that a value cannot express. */
const TEXT_CHANGES: Record<string, (text: string) => string> = {
  none: (text) => text,
  duplicate: (text) => text.replace('{', '{"model":"sandbox/echo","maxOutputTokens":1,'),
  duplicateProto: (text) => text.replace('{', '{"__proto__":{"model":"x"},"__proto__":1,'),
  truncated: (text) => text.slice(0, Math.floor(text.length / 2)),
  comma: (text) => text.replace(/\}$/, ',}'),
  mark: (text) => `\ufeff${text}`,
  tail: (text) => `${text} x`,
  twice: (text) => text + text,
  spaces: (text) => `\n\t ${text} \r\n`,
  verticalTab: (text) => `\v${text}`,
  comment: (text) => `/* */${text}`,
  notANumber: (text) => text.replace(/"maxOutputTokens":\d+/, '"maxOutputTokens":NaN'),
  infinite: (text) => text.replace(/"maxOutputTokens":\d+/, '"maxOutputTokens":1e999'),
  minusZero: (text) => text.replace(/"maxOutputTokens":\d+/, '"maxOutputTokens":-0'),
  octal: (text) => text.replace(/"maxOutputTokens":/, '"maxOutputTokens":0'),
  long: (text) =>
    text.replace(/"maxOutputTokens":(\d+)/, `"maxOutputTokens":$1.${'0'.repeat(5_000)}`),
  exponent: (text) => text.replace(/"maxOutputTokens":(\d+)/, '"maxOutputTokens":$1e0'),
  escaped: (text) => text.replace('"model"', '"\\u006d\\u006fdel"'),
  half: (text) => text.replace(/"content":"/, '"content":"\\ud83d'),
  nul: (text) => text.replace(/"content":"/, '"content":"\\u0000'),
  control: (text) => text.replace(/"content":"/, '"content":"\u0001'),
  array: (text) => `[${text}]`,
  string: (text) => JSON.stringify(text),
  deep: (text) => `${'['.repeat(200_000)}${text}`,
  deepMember: (text) => text.replace('{', `{"x":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)},`),
  empty: () => '',
  nothing: () => 'null',
};

export const textChange = fc
  .constantFrom(...Object.keys(TEXT_CHANGES))
  .map((name) => ({ name, change: TEXT_CHANGES[name]! }));

/** Inserts bytes that are not UTF-8 somewhere into the body. */
const BAD_BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
];

export const byteChange = fc
  .tuple(fc.constantFrom(...BAD_BYTES), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([bad, share]) => (bytes: Uint8Array): Uint8Array => {
    const at = Math.floor(share * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(bad), bytes.subarray(at)]);
  });
