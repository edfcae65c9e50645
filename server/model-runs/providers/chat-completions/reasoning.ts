/**
 * Builds `reasoning_details` as a provider would have returned them without streaming. What is not a continuation stays
 * unchanged, member for member: models refuse a conversation whose signatures were lost, changed or reordered.
 *
 * A piece continues the latest entry with its name (equal `index`, and equal `id` if both have one) if it also has that
 * entry's `type` and `format`: the strings of the type are joined, and other members are taken from the piece if it has
 * them. Entries of unknown types are never joined. Pieces without any name continue only the very last entry, and
 * encrypted ones not even that. A signed text accepts no more text. The work grows with the pieces and their members,
 * not with pieces times entries.
 */

import { weightOf } from '../../../platform/lib/json.ts';
import { MOST_ENTRIES } from '../../../providers/bounds.ts';
import { asObject, asText, isGiven, type JsonObject } from '../../../providers/json.ts';
import type { JsonValue } from '../model-provider.ts';
import { createEntryNames } from './reasoning-names.ts';

export interface Reasoning {
  /** Takes a piece of a stream; false if there are too many entries. */
  takePiece(value: JsonValue): boolean;
  /** Takes an entry of a whole answer; false if there are too many. */
  takeEntry(value: JsonValue): boolean;
  /** Memory of the entries, in bytes. */
  size(): number;
  close(): JsonValue[];
}

/** An entry as it came, or its members once a piece has continued it. */
interface OpenEntry {
  value: JsonValue;
  members?: Map<string, JsonValue>;
}

export function createReasoning(): Reasoning {
  const entries: OpenEntry[] = [];
  const names = createEntryNames();
  let size = 0;

  function takeEntry(value: JsonValue): boolean {
    if (entries.length >= MOST_ENTRIES) return false;
    entries.push({ value });
    size += weightOf(value);
    return true;
  }

  return {
    takePiece(value) {
      const piece = asObject(value);
      if (!piece) return takeEntry(value);
      const position = names.latest(piece);
      const entry = position === undefined ? undefined : entries[position];
      if (
        entry &&
        position !== undefined &&
        continues(entry, piece, position === entries.length - 1)
      ) {
        size += join(entry, piece);
        names.gained(position, piece);
        return true;
      }
      if (!takeEntry(value)) return false;
      names.add(entries.length - 1, piece);
      return true;
    },
    takeEntry,
    size: () => size,
    close: () =>
      // Not by assignment: a member may be named `__proto__`.
      entries.map(({ value, members }) => (members ? Object.fromEntries(members) : value)),
  };
}

/** The members of each known type that come in pieces. */
const FRAGMENTS = new Map<string, readonly string[]>([
  ['reasoning.text', ['text', 'signature']],
  ['reasoning.summary', ['summary']],
  ['reasoning.encrypted', ['data']],
]);

function continues(entry: OpenEntry, piece: JsonObject, isLast: boolean): boolean {
  const type = asText(piece.type) ?? '';
  if (!FRAGMENTS.has(type) || memberOf(entry, 'type') !== type) return false;
  const format = memberOf(entry, 'format');
  if (isGiven(format) && isGiven(piece.format) && format !== piece.format) return false;
  const isUnnamed = !isGiven(piece.index) && !isGiven(piece.id);
  if (isUnnamed && (!isLast || type === 'reasoning.encrypted')) return false;
  return !(asText(memberOf(entry, 'signature')) && asText(piece.text));
}

function memberOf({ value, members }: OpenEntry, name: string): JsonValue | undefined {
  return members ? members.get(name) : asObject(value)?.[name];
}

/** The bytes of memory by which the entry has grown. */
function join(entry: OpenEntry, piece: JsonObject): number {
  let growth = 0;
  entry.members ??= new Map(Object.entries(asObject(entry.value) ?? {}));
  const { members } = entry;
  const fragments = FRAGMENTS.get(asText(piece.type) ?? '') ?? [];
  for (const [name, value] of Object.entries(piece)) {
    const old = members.get(name);
    if (!isGiven(value)) {
      if (!members.has(name)) members.set(name, value);
      continue;
    }
    const joined = fragments.includes(name) && typeof old === 'string' && typeof value === 'string';
    members.set(name, joined ? old + value : value);
    growth += weightOf(value) - (joined ? 0 : weightOf(old));
  }
  return growth;
}
