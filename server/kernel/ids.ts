/**
 * Public identifiers are TypeIDs: a prefix and the base32 of a UUIDv7. PostgreSQL stores the UUID,
 * callers see the text; both name the same thing.
 */
import { randomFillSync } from 'node:crypto';

/** Three or four letters; each resource has its own. */
export type IdPrefix = string;

/**
 * A new UUIDv7, as PostgreSQL's uuid text. Rises with time, so that it makes a good key: within a millisecond it is counted on from
 * a random number, and behind that come 48 random bits.
 */
export function newUuid(): string {
  const now = Date.now();
  if (now > latest.ms || now < latest.ms - MOST_SET_BACK_MS) {
    latest.ms = now;
    latest.count = takeRandom(3).readUIntBE(0, 3);
  } else {
    latest.count += 1;
  }
  const { ms, count } = latest;
  UUID_BYTES.writeUIntBE(ms, 0, 6);
  UUID_BYTES.writeUInt16BE(0x7000 | (count >>> 14), 6);
  UUID_BYTES.writeUInt16BE(0x8000 | (count & 0x3fff), 8);
  takeRandom(6).copy(UUID_BYTES, 10);
  const hex = UUID_BYTES.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The time of the UUID that was made last, and its 26 bits that are counted. Their highest two begin as zero. */
const latest = { ms: 0, count: 0 };
/** A clock that is set back by less does not keep ids from rising. */
const MOST_SET_BACK_MS = 10_000;
/** Where a UUID is put together. */
const UUID_BYTES = Buffer.alloc(16);

/** Random bytes that nobody is given again. Many are made at a time, which takes a tenth of the time. */
function takeRandom(bytes: number): Buffer {
  if (randomTaken + bytes > RANDOM.length) {
    randomFillSync(RANDOM);
    randomTaken = 0;
  }
  randomTaken += bytes;
  return RANDOM.subarray(randomTaken - bytes, randomTaken);
}

const RANDOM = Buffer.alloc(4_096);
let randomTaken = RANDOM.length;

export function newId(prefix: IdPrefix): string {
  return uuidToId(prefix, newUuid());
}

export function uuidToId(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${toBase32(uuid)}`;
}

/** Of runs, by what they are runs of. */
const RUN_PREFIXES: ReadonlyMap<string, IdPrefix> = new Map([
  ['model_run', 'run'],
  ['tool_run', 'trun'],
  ['compute_job', 'job'],
]);

/** The public identifier of a run of this kind. */
export function runIdOf(kind: string | null, uuid: string): string {
  return uuidToId(RUN_PREFIXES.get(kind ?? '') ?? 'run', uuid);
}

/** The UUID of a run of any kind, or undefined if the text is no identifier of one. */
export function runUuidOf(id: string): string | undefined {
  const prefix = RUN_PREFIXES.values().find((each) => id.startsWith(`${each}_`));
  return prefix === undefined ? undefined : idToUuid(prefix, id);
}

/** The UUID of an identifier, or undefined if the text is not an identifier with this prefix. */
export function idToUuid(prefix: IdPrefix, id: string): string | undefined {
  if (!SHAPE.test(id) || !id.startsWith(`${prefix}_`)) return undefined;
  const uuid = fromBase32(id.slice(prefix.length + 1));
  return OF_SOME_VERSION.test(uuid) ? uuid : undefined;
}

/** The 26 characters of a UUID. They have 130 bits: the two in front of those of the UUID are zero. */
function toBase32(uuid: string): string {
  let bits = 0;
  let count = 2;
  let length = 0;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === DASH) continue;
    bits = (bits << 4) | VALUES[code]!;
    count += 4;
    while (count >= 5) {
      count -= 5;
      ID_TEXT[length++] = DIGITS.charCodeAt(bits >> count);
      bits &= (1 << count) - 1;
    }
  }
  return ID_TEXT.toString('latin1');
}

function fromBase32(text: string): string {
  let bits = 0;
  let count = -2;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    bits = (bits << 5) | VALUES[text.charCodeAt(at)]!;
    count += 5;
    while (count >= 4) {
      count -= 4;
      if (UUID_TEXT[length] === DASH) length += 1;
      UUID_TEXT[length++] = DIGITS.charCodeAt(bits >> count);
      bits &= (1 << count) - 1;
    }
  }
  return UUID_TEXT.toString('latin1');
}

/**
 * What the UUIDs of identifiers end with, in eight hexadecimal digits, that end with these six characters; none where the text is
 * no such end. Six characters are 30 bits: the two above them are any.
 */
export function uuidEndsOf(text: string): string[] {
  const end = text.replace(/^…/, '').toLowerCase();
  if (!/^[0-9a-hjkmnp-tv-z]{6}$/.test(end)) return [];
  const low = [...end].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return [0, 1, 2, 3].map((high) => (high * 2 ** 30 + low).toString(16).padStart(8, '0'));
}

/** Of base32. The first sixteen are those of hexadecimal numbers as well. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** What a digit stands for, by its character code. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;
const DASH = 0x2d;
/** Where texts are put together. The dashes of a UUID stay where they are. */
const ID_TEXT = Buffer.alloc(26);
const UUID_TEXT = Buffer.from('00000000-0000-0000-0000-000000000000');

/** Whether the text is a UUID as PostgreSQL writes it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Ids carry the clock of the process that made them; times are the database's. */
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

/** The lowest UUIDv7 of a moment: ids made before it are below. */
function idBoundOf(epochMs: number): string {
  const ms = Math.min(Math.max(Math.floor(epochMs), 0), 2 ** 48 - 1);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Versions 1 to 8, and the two that are all zeros and all ones. */
const OF_SOME_VERSION =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$|^[0-]{36}$|^[f-]{36}$/;

/** 26 characters of Crockford base32; the first carries three bits, hence at most 7. */
const SHAPE = /^[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
