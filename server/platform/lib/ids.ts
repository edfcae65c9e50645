/**
 * Public identifiers are TypeIDs: a prefix and the base32 form of a UUIDv7. PostgreSQL stores the UUID, callers see the
 * text; both name the same thing.
 */
import { randomFillSync } from 'node:crypto';
import { fromUUID, fromUUIDBytes, type TypeId, toUUID } from 'typeid-js';
import { V7Generator } from 'uuidv7';
import { createCache } from './cache.ts';

/** Three or four letters; each resource has its own. */
export type IdPrefix = string;

/**
 * A new UUIDv7 in PostgreSQL's text form. Increases with time, also within a millisecond, which Node's own function does
 * not promise: so it makes a good key.
 */
export function newUuid(): string {
  return uuids.generate().toString();
}

export function newId(prefix: IdPrefix): string {
  return fromUUIDBytes(prefix, uuids.generate().bytes);
}

const uuids = new V7Generator(createRandom());

/** Random numbers of 32 bits, a thousand at a time: Node takes as long for one as for all of them. */
function createRandom(): { nextUint32(): number } {
  const numbers = new Uint32Array(1_024);
  let used = numbers.length;
  return {
    nextUint32() {
      if (used === numbers.length) {
        randomFillSync(numbers);
        used = 0;
      }
      return numbers[used++]!;
    },
  };
}

export function uuidToId(prefix: IdPrefix, uuid: string): string {
  return fromUUID(uuid, prefix);
}

/** The UUID of an identifier, or undefined if the text is not an identifier with this prefix. */
export function idToUuid(prefix: IdPrefix, id: string): string | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const known = uuidsOfIds.peek(id);
  if (known !== undefined) return known;
  const uuid = convert(id);
  if (uuid !== undefined) uuidsOfIds.set(copyOf(id), uuid);
  return uuid;
}

/**
 * Clients that poll send the same few ids again and again, and converting one takes a tenth of the processor time of a
 * GET that is answered from memory. An id leaves when it is the oldest, however often it is used: noting each use would
 * take longer than converting it again now and then.
 */
const uuidsOfIds = createCache<string>(2_000);

/** An id in a path is a substring, which would keep the whole URL in memory. */
function copyOf(id: string): string {
  return Buffer.from(id, 'latin1').toString('latin1');
}

function convert(id: string): string | undefined {
  if (!SHAPE.test(id)) return undefined;
  try {
    return toUUID(id as TypeId<string>);
  } catch {
    // 128 bits that are not a UUID of any version.
    return undefined;
  }
}

/**
 * The possible ends, in eight hexadecimal digits, of UUIDs whose identifiers end with these six characters; none if the
 * text cannot be such an end. Six characters are 30 bits: the two bits above them can have any value.
 */
export function uuidEndsOf(text: string): string[] {
  const end = text.replace(/^…/, '').toLowerCase();
  if (!/^[0-9a-hjkmnp-tv-z]{6}$/.test(end)) return [];
  const low = [...end].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return [0, 1, 2, 3].map((high) => (high * 2 ** 30 + low).toString(16).padStart(8, '0'));
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether the text is a UUID in PostgreSQL's form. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Ids use the clock of the process that created them; timestamps are the database's. */
const CLOCK_SLACK_MS = 600_000;

/** No row that the database saved since then has an id below this one. */
export function earliestIdOf(moment: Date): string {
  return idBoundOf(moment.getTime() - CLOCK_SLACK_MS);
}

/** No row that the database had saved by then has an id above this one. */
export function latestIdOf(moment: Date): string {
  return idBoundOf(moment.getTime() + CLOCK_SLACK_MS);
}

/** When a UUIDv7 was created, by the clock of its creator. */
export function momentOf(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16));
}

/** The lowest UUIDv7 of a point in time: earlier ids are below. */
function idBoundOf(epochMs: number): string {
  const ms = Math.min(Math.max(Math.floor(epochMs), 0), 2 ** 48 - 1);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** 26 characters of Crockford base32; the first carries three bits, hence at most 7. */
const SHAPE = /^[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
