/**
 * The binary form of OTLP: the messages of `opentelemetry/proto` that spans need, with their field numbers. Unknown
 * fields are skipped, as protocol buffers require.
 */
import protobuf from 'protobufjs/light.js';
import { createMessageCounter } from './count-messages.ts';
import { MAX_MESSAGES, SPAN_LIMITS } from './limits.ts';
import type { IdReader } from './otlp.ts';

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

const Request = root.lookupType('Request');
const Response = root.lookupType('Response');
const Failure = root.lookupType('Status');

const countMessages = createMessageCounter(Request, root.lookupType('Span'));

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

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

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
