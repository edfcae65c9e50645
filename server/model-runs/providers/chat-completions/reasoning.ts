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
import {
  asObject,
  asText,
  isGiven,
  type JsonObject,
  MOST_ENTRIES,
} from '../../../providers/json.ts';

import type { JsonValue } from '../model-provider.ts';

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

interface EntryNames {
  /** The position of the latest entry that the piece could continue by its name. */
  latest(piece: JsonObject): number | undefined;
  add(position: number, entry: JsonObject): void;
  /** The piece continued the entry at the position, which has the names of both. */
  gained(position: number, piece: JsonObject): void;
}

type Key = Exclude<JsonValue, null>;

/**
 * Finds the latest reasoning entry that has the name of a piece, without a scan of the entries. A name is `index`,
 * `id`, or both; an entry without one of them can gain it, and never changes it.
 */
function createEntryNames(): EntryNames {
  const named: { index: Key | undefined; id: Key | undefined }[] = [];
  const byIndex = new Map<Key, number>();
  const byId = new Map<Key, number>();
  const byBoth = new Map<Key, Map<Key, number>>();
  /** Entries with one name only, oldest first; a search drops those that have gained the other. */
  const byIndexOnly = new Map<Key, number[]>();
  const byIdOnly = new Map<Key, number[]>();
  let unnamed: number | undefined;

  function register(position: number): void {
    const { index, id } = named[position]!;
    if (index !== undefined) raise(byIndex, index, position);
    if (id !== undefined) raise(byId, id, position);
    if (index !== undefined && id !== undefined) raise(within(byBoth, index), id, position);
  }

  return {
    latest(piece) {
      const index = keyOf(piece.index);
      const id = keyOf(piece.id);
      if (index === undefined) return id === undefined ? unnamed : byId.get(id);
      if (id === undefined) return byIndex.get(index);
      return latestOf(
        byBoth.get(index)?.get(id),
        lastWhere(byIndexOnly.get(index), (position) => named[position]?.id === undefined),
        lastWhere(byIdOnly.get(id), (position) => named[position]?.index === undefined),
      );
    },
    add(position, entry) {
      const index = keyOf(entry.index);
      const id = keyOf(entry.id);
      named[position] = { index, id };
      register(position);
      if (index === undefined && id === undefined) unnamed = position;
      else if (id === undefined) listOf(byIndexOnly, index!).push(position);
      else if (index === undefined) listOf(byIdOnly, id).push(position);
    },
    gained(position, piece) {
      const known = named[position];
      if (!known) return;
      const index = known.index ?? keyOf(piece.index);
      const id = known.id ?? keyOf(piece.id);
      if (index === known.index && id === known.id) return;
      named[position] = { index, id };
      register(position);
    },
  };
}

function keyOf(value: JsonValue | undefined): Key | undefined {
  return value === null ? undefined : value;
}

function raise(positions: Map<Key, number>, key: Key, position: number): void {
  positions.set(key, Math.max(positions.get(key) ?? position, position));
}

function within(maps: Map<Key, Map<Key, number>>, key: Key): Map<Key, number> {
  const found = maps.get(key) ?? new Map<Key, number>();
  maps.set(key, found);
  return found;
}

function listOf(lists: Map<Key, number[]>, key: Key): number[] {
  const found = lists.get(key) ?? [];
  lists.set(key, found);
  return found;
}

/** Drops outdated positions from the end: they never become valid again. */
function lastWhere(positions: number[] | undefined, holds: (position: number) => boolean) {
  while (positions && positions.length > 0 && !holds(positions.at(-1)!)) positions.pop();
  return positions?.at(-1);
}

function latestOf(...positions: (number | undefined)[]): number | undefined {
  const found = positions.filter((position) => position !== undefined);
  return found.length === 0 ? undefined : Math.max(...found);
}
