/**
 * Finds the latest reasoning entry that has the name of a piece, without a scan of the entries. A name is `index`,
 * `id`, or both; an entry without one of them can gain it, and never changes it.
 */

import type { JsonObject } from '../../../providers/json.ts';
import type { JsonValue } from '../model-provider.ts';

export interface EntryNames {
  /** The position of the latest entry that the piece could continue by its name. */
  latest(piece: JsonObject): number | undefined;
  add(position: number, entry: JsonObject): void;
  /** The piece continued the entry at the position, which has the names of both. */
  gained(position: number, piece: JsonObject): void;
}

type Key = Exclude<JsonValue, null>;

export function createEntryNames(): EntryNames {
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
