/** A collector of service spans that accepts them, hangs, or refuses, as the test says. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { decodeRequest } from '../../server/traces/protobuf.ts';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty if the span begins the trace. */
  parentSpanId: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  start: bigint;
  end: bigint;
  isError: boolean;
  attributes: Record<string, unknown>;
  /** The resource of the process that sent the span. */
  resource: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** The headers of each body. */
  headers: IncomingHttpHeaders[];
  behave(how: 'take' | 'hang' | 'refuse'): void;
  /** Resolves with the spans of the trace, once it has spans with these names. */
  trace(traceId: string, names: readonly string[]): Promise<CollectedSpan[]>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let behavior: 'take' | 'hang' | 'refuse' = 'take';
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined || behavior === 'hang') return;
    if (behavior === 'refuse') return void response.writeHead(400).end();
    headers.push(request.headers);
    spans.push(...spansOf(decodeRequest(body)));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans, headers },
    behave(how) {
      behavior = how;
    },
    async trace(traceId, names) {
      const ofTrace = () => spans.filter((span) => span.traceId === traceId);
      await expect
        .poll(() => ofTrace().map(({ name }) => name))
        .toEqual(expect.arrayContaining([...names]));
      return ofTrace();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Given = Record<string, unknown>;

function spansOf(request: Given): CollectedSpan[] {
  return listOf(request.resourceSpans).flatMap((ofResource) =>
    listOf(ofResource.scopeSpans).flatMap((ofScope) =>
      listOf(ofScope.spans).map((span) => spanOf(span, ofResource)),
    ),
  );
}

function spanOf(span: Given, { resource }: Given): CollectedSpan {
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId),
    name: String(span.name),
    kind: Number(span.kind),
    start: BigInt(String(span.startTimeUnixNano)),
    end: BigInt(String(span.endTimeUnixNano)),
    isError: (span.status as Given | undefined)?.code === 2,
    attributes: plain((span as { attributes?: Given[] }).attributes),
    resource: plain((resource as { attributes?: Given[] }).attributes),
  };
}

function listOf(value: unknown): Given[] {
  return (value ?? []) as Given[];
}

/** Bytes arrive as Base64. */
function hex(value: unknown): string {
  return Buffer.from(String(value ?? ''), 'base64').toString('hex');
}

function plain(attributes: Given[] = []): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, readValue((value ?? {}) as Given)]),
  );
}

function readValue(value: Given): unknown {
  const { arrayValue, intValue } = value as {
    arrayValue?: { values?: Given[] };
    intValue?: unknown;
  };
  if (arrayValue) return (arrayValue.values ?? []).map(readValue);
  if (intValue !== undefined) return Number(intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}
