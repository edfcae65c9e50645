/**
 * JSON.parse for texts of others. Some releases of V8 (nodejs/node#63785) can give a member whose name is
 * written with an escape the name of another member that was parsed before in the same process: one
 * tenant's JSON would change another's. So escaped names are replaced before the parse and put back after.
 */
import { randomBytes } from 'node:crypto';

type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

/** Throws a SyntaxError like JSON.parse, whose positions are those of the given text. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  const value = reviver ? JSON.parse(text, reviver) : JSON.parse(text);
  if (!text.includes('\\')) return value;
  const renamed = withoutEscapedNames(text);
  if (renamed === undefined) return value;
  return restored(reviver ? JSON.parse(renamed, reviver) : JSON.parse(renamed));
}

/** Nobody can guess it, so that nobody's own name looks like a replacement. */
const PREFIX = `${randomBytes(12).toString('hex')}:`;

/** The same text with each escaped name as plain letters; undefined where there is none. Linear. */
function withoutEscapedNames(text: string): string | undefined {
  const pieces: string[] = [];
  let copied = 0;
  let backslash = text.indexOf('\\');
  for (let open = text.indexOf('"'); open !== -1 && backslash !== -1; ) {
    const close = closingQuote(text, open);
    if (backslash < open) backslash = text.indexOf('\\', open);
    if (backslash !== -1 && backslash < close && isName(text, close)) {
      const name = JSON.parse(text.slice(open, close + 1)) as string;
      const plain = Buffer.from(name, 'utf16le').toString('hex');
      pieces.push(text.slice(copied, open + 1), PREFIX, plain);
      copied = close;
    }
    open = text.indexOf('"', close + 1);
  }
  return pieces.length === 0 ? undefined : pieces.join('') + text.slice(copied);
}

function closingQuote(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** Whether the string that closes here is followed by a colon. */
function isName(text: string, close: number): boolean {
  let next = close + 1;
  while (' \t\n\r'.includes(text[next] ?? 'end')) next += 1;
  return text[next] === ':';
}

/** The value with the names put back, in their places. */
function restored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(restored);
  const members = Object.entries(value).map(([name, member]) => [nameOf(name), restored(member)]);
  return Object.fromEntries(members);
}

function nameOf(name: string): string {
  if (!name.startsWith(PREFIX)) return name;
  return Buffer.from(name.slice(PREFIX.length), 'hex').toString('utf16le');
}
