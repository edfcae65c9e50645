/**
 * The binary form of OTLP: the messages of `opentelemetry/proto` that spans need, with their field numbers. Unknown
 * fields are skipped, as protocol buffers require. A message is scanned before it is decoded: an empty one takes two
 * bytes and becomes an object with its lists, so a body can take a thousand times its size in memory. Loaded when the
 * first body of its kind arrives.
 */
import type { Reader, Type } from 'protobufjs';
import protobuf from 'protobufjs/light.js';
import { type IdReader, MAX_MESSAGES, SPAN_LIMITS } from './span.ts';

const field = (id: number, type: string) => ({ id, type });
const list = (id: number, type: string) => ({ id, type, rule: 'repeated' });

const root = protobuf.Root.fromJSON({
  nested: {
    Request: { fields: { resourceSpans: list(1, 'ResourceSpans') } },
    Response: { fields: { partialSuccess: field(1, 'PartialSuccess') } },
    PartialSuccess: {
      fields: { rejectedSpans: field(1, 'int64'), errorMessage: field(2, 'string') },
    },
    ResourceSpans: {
      fields: { resource: field(1, 'Resource'), scopeSpans: list(2, 'ScopeSpans') },
    },
    Resource: { fields: { attributes: list(1, 'KeyValue') } },
    ScopeSpans: { fields: { scope: field(1, 'Scope'), spans: list(2, 'Span') } },
    Scope: { fields: { name: field(1, 'string') } },
    Span: {
      fields: {
        traceId: field(1, 'bytes'),
        spanId: field(2, 'bytes'),
        parentSpanId: field(4, 'bytes'),
        name: field(5, 'string'),
        kind: field(6, 'int32'),
        startTimeUnixNano: field(7, 'fixed64'),
        endTimeUnixNano: field(8, 'fixed64'),
        attributes: list(9, 'KeyValue'),
        droppedAttributesCount: field(10, 'uint32'),
        events: list(11, 'Event'),
        status: field(15, 'Status'),
      },
    },
    Event: {
      fields: {
        timeUnixNano: field(1, 'fixed64'),
        name: field(2, 'string'),
        attributes: list(3, 'KeyValue'),
      },
    },
    Status: { fields: { message: field(2, 'string'), code: field(3, 'int32') } },
    KeyValue: { fields: { key: field(1, 'string'), value: field(2, 'AnyValue') } },
    AnyValue: {
      fields: {
        stringValue: field(1, 'string'),
        boolValue: field(2, 'bool'),
        intValue: field(3, 'int64'),
        doubleValue: field(4, 'double'),
        arrayValue: field(5, 'ArrayValue'),
        kvlistValue: field(6, 'KeyValueList'),
        bytesValue: field(7, 'bytes'),
      },
      oneofs: {
        value: {
          oneof: [
            ...['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue'],
            ...['kvlistValue', 'bytesValue'],
          ],
        },
      },
    },
    ArrayValue: { fields: { values: list(1, 'AnyValue') } },
    KeyValueList: { fields: { values: list(1, 'KeyValue') } },
  },
});

/** Wire types of scalars, by their names. */
const WIRE_TYPES: Record<string, number> = protobuf.types.basic;
const LENGTH_DELIMITED = 2;
const GROUPS = new Set([3, 4]);
const MOST_LEVELS = 100;

const Request = root.lookupType('Request');
const Response = root.lookupType('Response');
const Failure = root.lookupType('Status');

const countMessages = createMessageCounter(Request, root.lookupType('Span'));

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** What a message has too much of to be decoded; undefined if nothing. Throws if the bytes are not such a message. */
export function excessOf(bytes: Buffer): 'spans' | 'messages' | undefined {
  const most = { messages: MAX_MESSAGES, apart: SPAN_LIMITS.maxSpansPerRequest };
  const { messages, apart } = countMessages(bytes, most);
  if (apart > most.apart) return 'spans';
  return messages > most.messages ? 'messages' : undefined;
}

/** In the form of OTLP/JSON, except for ids, which are base64. Throws if the bytes are not such a message. */
export function decodeRequest(bytes: Buffer): Record<string, unknown> {
  const message = Request.decode(bytes);
  return Request.toObject(message, { longs: String, bytes: String });
}

export function encodeResponse(response: {
  partialSuccess?: { rejectedSpans: number; errorMessage: string };
}): Buffer {
  return Buffer.from(Response.encode(Response.fromObject(response)).finish());
}

/** From the bytes of an id, in base64. */
export const readBinaryId: IdReader = (value, bytes) => {
  if (typeof value !== 'string') return undefined;
  const id = Buffer.from(value, 'base64');
  return id.length === bytes && id.some((byte) => byte !== 0) ? id.toString('hex') : undefined;
};

/** The reverse: from the form of OTLP/JSON, where ids are hexadecimal. */
export function encodeRequest(request: object): Buffer {
  const message = Request.fromObject(withBinaryIds(request) as object);
  return Buffer.from(Request.encode(message).finish());
}

/** Decodes the answer of a receiver. Throws if the bytes are not such a message. */
export function decodeResponse(bytes: Buffer): Record<string, unknown> {
  return Response.toObject(Response.decode(bytes), { longs: String });
}

/**
 * Decodes the answer of a receiver that accepts nothing: a `google.rpc.Status`, whose message has the field number of a
 * span's.
 */
export function decodeStatus(bytes: Buffer): Record<string, unknown> {
  return Failure.toObject(Failure.decode(bytes));
}

function withBinaryIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBinaryIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      IDS.has(name) ? Buffer.from(held as string, 'hex') : withBinaryIds(held),
    ]),
  );
}

interface Counted {
  messages: number;
  /** The limit of messages that are counted separately. */
  apart: number;
}

interface Shape {
  /** The wire type of a field, and the type of its message. */
  fields: ReadonlyMap<number, { wireType: number; holds?: Shape }>;
  isApart: boolean;
}

type MessageCounter = (bytes: Uint8Array, most: Counted) => Counted;

/**
 * Counts all messages in one of this type, up to one more than the maximum. Throws if the bytes are not such a message.
 */
function createMessageCounter(type: Type, apart: Type): MessageCounter {
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
