/**
 * A receiver of OTLP that reads bodies by the published definitions of OpenTelemetry, which are in this folder. The
 * test says what it does with each, and it remembers what it received.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

const root = new protobuf.Root();
root.resolvePath = (_, target) => join(import.meta.dirname, 'proto', target);
root.loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto');
const COLLECTOR = 'opentelemetry.proto.collector.trace.v1';
const Request = root.lookupType(`${COLLECTOR}.ExportTraceServiceRequest`);
const Response = root.lookupType(`${COLLECTOR}.ExportTraceServiceResponse`);

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  status: { code: string; message: string };
}

export interface ReceivedBatch {
  path: string;
  headers: IncomingHttpHeaders;
  /** Uncompressed. */
  bytes: Buffer;
  resource: Record<string, unknown>;
  spans: ReceivedSpan[];
}

export type Answer = (response: ServerResponse, batch: ReceivedBatch) => unknown;

export interface OtlpReceiver {
  port: number;
  url: string;
  batches: ReceivedBatch[];
  /** The spans of all batches. */
  spans(): ReceivedSpan[];
  /** Sets how it answers from now on; default: it accepts everything. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

/** Listens on this port, such as that of a closed receiver; on any free port by default. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const batches: ReceivedBatch[] = [];
  let respond: Answer = takeAll;
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    if (body.length === 0) return;
    const { headers, url: path = '' } = request;
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const batch = { path, headers, bytes, ...read(bytes, headers['content-type'] ?? '') };
    batches.push(batch);
    respond(response, batch);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const listening = (server.address() as AddressInfo).port;
  return {
    port: listening,
    url: `http://127.0.0.1:${listening}/v1/traces`,
    batches,
    spans: () => batches.flatMap(({ spans }) => spans),
    answer(how) {
      respond = how;
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const takeAll: Answer = (response, { headers }) => {
  if (headers['content-type'] === 'application/json') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  } else {
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  }
};

/** In the encoding of the request. */
export function takePart(rejectedSpans: number, errorMessage: string): Answer {
  return (response, { headers }) => {
    const answer = { partialSuccess: { rejectedSpans, errorMessage } };
    const type = headers['content-type']!;
    const isJson = type === 'application/json';
    const bytes = isJson
      ? JSON.stringify(answer)
      : Response.encode(Response.fromObject(answer)).finish();
    response.writeHead(200, { 'Content-Type': type }).end(bytes);
  };
}

interface AnyValue {
  value?: string;
  arrayValue?: { values: AnyValue[] };
  [member: string]: unknown;
}

/** Throws on an invalid body, or on an id of the wrong length. */
function read(bytes: Buffer, type: string): Pick<ReceivedBatch, 'resource' | 'spans'> {
  const isJson = type === 'application/json';
  const message = isJson
    ? Request.fromObject(withBase64(JSON.parse(bytes.toString('utf8'))) as object)
    : Request.decode(bytes);
  const request = Request.toObject(message, {
    ...{ longs: String, enums: String, bytes: Buffer, oneofs: true, defaults: true },
  }) as { resourceSpans: { resource: Attributed; scopeSpans: { spans: Decoded[] }[] }[] };
  const [first] = request.resourceSpans;
  return {
    resource: attributesOf(first!.resource),
    spans: request.resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map(spanOf)),
    ),
  };
}

interface Attributed {
  attributes: { key: string; value: AnyValue }[];
}

type Decoded = Attributed &
  Omit<ReceivedSpan, 'attributes' | 'traceId' | 'spanId' | 'parentSpanId'> & {
    traceId: Buffer;
    spanId: Buffer;
    parentSpanId: Buffer;
  };

function spanOf(span: Decoded): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano } = span;
  if (traceId.length !== 16 || spanId.length !== 8 || ![0, 8].includes(parentSpanId.length)) {
    throw new Error('an id has a wrong length');
  }
  return {
    traceId: traceId.toString('hex'),
    spanId: spanId.toString('hex'),
    parentSpanId: parentSpanId.toString('hex'),
    ...{ name, kind, startTimeUnixNano, endTimeUnixNano, status: span.status },
    attributes: attributesOf(span),
  };
}

function attributesOf({ attributes }: Attributed): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValueOf(value)]));
}

function plainValueOf(value: AnyValue): unknown {
  if (value.value === 'arrayValue') return value.arrayValue!.values.map(plainValueOf);
  return value.value === 'intValue' ? Number(value.intValue) : value[value.value!];
}

/** Ids are hexadecimal in the JSON of OTLP, and base64 in that of protocol buffers. */
function withBase64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBase64);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      /^(trace|span|parentSpan)Id$/.test(name)
        ? Buffer.from(held as string, 'hex').toString('base64')
        : withBase64(held),
    ]),
  );
}
