/**
 * Scans a binary message without decoding it: an empty message takes two bytes and becomes an object with its lists, so
 * a body can take a thousand times its size in memory. Refuses a field with a wrong wire type, since a decoder would
 * continue at another position than this scan.
 */
import type { Reader, Type } from 'protobufjs';
import protobuf from 'protobufjs/light.js';

export interface Counted {
  messages: number;
  /** The limit of messages that are counted separately. */
  apart: number;
}

interface Shape {
  /** The wire type of a field, and the type of its message. */
  fields: ReadonlyMap<number, { wireType: number; holds?: Shape }>;
  isApart: boolean;
}

export type MessageCounter = (bytes: Uint8Array, most: Counted) => Counted;

/** Wire types of scalars, by their names. */
const WIRE_TYPES: Record<string, number> = protobuf.types.basic;
const LENGTH_DELIMITED = 2;
const GROUPS = new Set([3, 4]);
const MOST_LEVELS = 100;

/**
 * Counts all messages in one of this type, up to one more than the maximum. Throws if the bytes are not such a message.
 */
export function createMessageCounter(type: Type, apart: Type): MessageCounter {
  const shape = shapeOf(type, apart, new Map());
  return (bytes, most) => {
    const counted = { messages: 0, apart: 0 };
    const reader = protobuf.Reader.create(bytes);
    count({ reader, counted, most }, shape, bytes.length, 0);
    return counted;
  };
}

function shapeOf(type: Type, apart: Type, known: Map<Type, Shape>): Shape {
  const found = known.get(type);
  if (found) return found;
  const fields = new Map<number, { wireType: number; holds?: Shape }>();
  const shape = { fields, isApart: type === apart };
  known.set(type, shape);
  for (const field of type.fieldsArray) {
    const { resolvedType } = field.resolve();
    const isMessage = resolvedType instanceof protobuf.Type;
    const wireType = isMessage ? LENGTH_DELIMITED : WIRE_TYPES[field.type]!;
    fields.set(field.id, {
      wireType,
      ...(isMessage && { holds: shapeOf(resolvedType, apart, known) }),
    });
  }
  return shape;
}

interface Count {
  reader: Reader;
  counted: Counted;
  most: Counted;
}

function count(of: Count, { fields }: Shape, end: number, level: number): void {
  const { reader, counted, most } = of;
  if (level > MOST_LEVELS) throw new Error('nested too deep');
  while (reader.pos < end) {
    const tag = reader.tag();
    const [field, wireType] = [fields.get(tag >>> 3), tag & 7];
    if (GROUPS.has(wireType) || (field && field.wireType !== wireType)) throw new Error('bad type');
    if (!field?.holds) {
      reader.skipType(wireType);
      continue;
    }
    const within = reader.size() + reader.pos;
    if (within > end) throw new Error('bad length');
    counted.messages += 1;
    if (field.holds.isApart) counted.apart += 1;
    if (counted.messages > most.messages || counted.apart > most.apart) {
      reader.pos = end;
      return;
    }
    count(of, field.holds, within, level + 1);
  }
  if (reader.pos !== end) throw new Error('bad length');
}
