/**
 * How PostgreSQL's types become JavaScript values: int8 is a number, and refused if a number cannot represent it;
 * timestamptz is a Date that nobody may change, bytea a Buffer; numeric and date stay text, since no JavaScript type
 * represents them without loss. Arrays follow their elements.
 */
import pg from 'pg';

type Parse = (text: string) => unknown;

const OID = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  timestamptz: 1184,
  dateArray: 1182,
  numericArray: 1231,
  textArray: 1009,
} as const;

/** The types of the library list only the element types. */
const libraryParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;
const parseTextArray = libraryParser(OID.textArray);

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 value ${text} is not a safe integer`);
  return value;
}

/** Remembers the last value: all rows that one transaction saved have the same time. */
function parseTimestamps(parse: Parse): Parse {
  let last: { text: string; value: unknown } = { text: '', value: undefined };
  return (text) => {
    if (text !== last.text) last = { text, value: parse(text) };
    return last.value;
  };
}

function mapArray(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((item) => mapArray(item, parse));
  return typeof value === 'string' ? parse(value) : value;
}

const OWN: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [OID.int8, parseInt8],
  [OID.int8Array, (text) => mapArray(parseTextArray(text), parseInt8)],
  [OID.numericArray, parseTextArray],
  [OID.date, (text) => text],
  [OID.timestamptz, parseTimestamps(libraryParser(OID.timestamptz))],
  [OID.dateArray, parseTextArray],
]);

/** Set on each connection, not globally: other users of the library keep its defaults. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    OWN.get(oid) ?? libraryParser(oid, format)) as typeof pg.types.getTypeParser,
};
