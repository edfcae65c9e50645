/**
 * Finds the latest entry of reasoning that bears the name of a piece, without looking through the entries.
 * A name is `index`, `id`, or both; an entry that lacks one of them can gain it, and never changes it.
 */
import type { JsonValue } from '../port.ts';
import type { JsonObject } from './json.ts';

export interface EntryNames {
  /** The place of the latest entry that the piece could continue by its name. */
  latest(piece: JsonObject): number | undefined;
  add(place: number, entry: JsonObject): void;
  /** The entry at the place was continued by the piece and bears the names of both. */
  gained(place: number, piece: JsonObject): void;
}

type Key = Exclude<JsonValue, null>;

export function createEntryNames(): EntryNames {
  const named: { index: Key | undefined; id: Key | undefined }[] = [];
  const byIndex = new Map<Key, number>();
  const byId = new Map<Key, number>();
  const byBoth = new Map<Key, Map<Key, number>>();
  /** Entries with one name only, oldest first; those that have gained the other are dropped on the way. */
  const byIndexOnly = new Map<Key, number[]>();
  const byIdOnly = new Map<Key, number[]>();
  let unnamed: number | undefined;

  function register(place: number): void {
    const { index, id } = named[place]!;
    if (index !== undefined) raise(byIndex, index, place);
    if (id !== undefined) raise(byId, id, place);
    if (index !== undefined && id !== undefined) raise(within(byBoth, index), id, place);
  }

  return {
    latest(piece) {
      const index = keyOf(piece.index);
      const id = keyOf(piece.id);
      if (index === undefined) return id === undefined ? unnamed : byId.get(id);
      if (id === undefined) return byIndex.get(index);
      return latestOf(
        byBoth.get(index)?.get(id),
        lastWhere(byIndexOnly.get(index), (place) => named[place]?.id === undefined),
        lastWhere(byIdOnly.get(id), (place) => named[place]?.index === undefined),
      );
    },
    add(place, entry) {
      const index = keyOf(entry.index);
      const id = keyOf(entry.id);
      named[place] = { index, id };
      register(place);
      if (index === undefined && id === undefined) unnamed = place;
      else if (id === undefined) listOf(byIndexOnly, index!).push(place);
      else if (index === undefined) listOf(byIdOnly, id).push(place);
    },
    gained(place, piece) {
      const known = named[place];
      if (!known) return;
      const index = known.index ?? keyOf(piece.index);
      const id = known.id ?? keyOf(piece.id);
      if (index === known.index && id === known.id) return;
      named[place] = { index, id };
      register(place);
    },
  };
}

function keyOf(value: JsonValue | undefined): Key | undefined {
  return value === null ? undefined : value;
}

function raise(places: Map<Key, number>, key: Key, place: number): void {
  places.set(key, Math.max(places.get(key) ?? place, place));
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

/** Drops what no longer holds from the end: it never holds again. */
function lastWhere(places: number[] | undefined, holds: (place: number) => boolean) {
  while (places && places.length > 0 && !holds(places.at(-1)!)) places.pop();
  return places?.at(-1);
}

function latestOf(...places: (number | undefined)[]): number | undefined {
  const found = places.filter((place) => place !== undefined);
  return found.length === 0 ? undefined : Math.max(...found);
}
