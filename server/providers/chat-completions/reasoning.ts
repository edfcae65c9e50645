/**
 * Puts `reasoning_details` together as a provider would have answered them without streaming. What is no
 * continuation is kept as it came, member for member: models turn a conversation away whose signatures were
 * lost, changed or put in another order.
 *
 * A piece continues the latest entry that bears its name (equal `index`, and `id` where both give one)
 * when it also has that entry's `type` and `format`: the strings of the type are joined, other members are
 * taken over where the piece gives them. Entries of unknown types are never joined. Pieces without any name
 * continue only the very last entry, and encrypted ones not even that. A signed text takes no more text.
 */
import type { JsonValue } from '../port.ts';
import { asObject, asText, type JsonObject } from './json.ts';

export function takeReasoningPiece(entries: JsonValue[], value: JsonValue): void {
  const piece = asObject(value);
  const at = piece ? entries.findLastIndex((entry) => sameName(asObject(entry), piece)) : -1;
  const entry = asObject(entries[at]);
  if (piece && entry && continues(entry, piece, at === entries.length - 1)) {
    entries[at] = join(entry, piece);
  } else {
    entries.push(value);
  }
}

/** The members of each known type that come in pieces. */
const FRAGMENTS = new Map<string, readonly string[]>([
  ['reasoning.text', ['text', 'signature']],
  ['reasoning.summary', ['summary']],
  ['reasoning.encrypted', ['data']],
]);

function sameName(entry: JsonObject | undefined, piece: JsonObject): boolean {
  if (!entry) return false;
  if (isGiven(entry.id) && isGiven(piece.id) && entry.id !== piece.id) return false;
  if (isGiven(entry.index) && isGiven(piece.index)) return entry.index === piece.index;
  if (isGiven(entry.id) && isGiven(piece.id)) return true;
  return isUnnamed(entry) && isUnnamed(piece);
}

function continues(entry: JsonObject, piece: JsonObject, isLast: boolean): boolean {
  const type = asText(piece.type) ?? '';
  if (!FRAGMENTS.has(type) || entry.type !== type) return false;
  if (isGiven(entry.format) && isGiven(piece.format) && entry.format !== piece.format) return false;
  if (isUnnamed(piece) && (!isLast || type === 'reasoning.encrypted')) return false;
  return !(asText(entry.signature) && asText(piece.text));
}

function join(entry: JsonObject, piece: JsonObject): JsonObject {
  const fragments = FRAGMENTS.get(asText(piece.type) ?? '') ?? [];
  const news = Object.entries(piece).flatMap(([name, value]): [string, JsonValue][] => {
    const old = entry[name];
    if (!isGiven(value)) return Object.hasOwn(entry, name) ? [] : [[name, value]];
    const joined = fragments.includes(name) && typeof old === 'string' && typeof value === 'string';
    return [[name, joined ? old + value : value]];
  });
  // Not by assignment: a member may be called `__proto__`.
  return Object.fromEntries([...Object.entries(entry), ...news]);
}

function isGiven(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null;
}

function isUnnamed(entry: JsonObject): boolean {
  return !isGiven(entry.index) && !isGiven(entry.id);
}
