/**
 * The mock: Prism serves the document on loopback, with named examples only. This front refuses what the service would
 * refuse, in the contract's form, keeps in memory what callers create, and accepts browsers from any origin. It has no
 * keys: it accepts anything that looks like one.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '../../server/platform/lib/ids.ts';
import { createAnswers, type Reply } from './answers.ts';
import { type Operation, readOperations } from './operations.ts';

export { type Operation, readOperations } from './operations.ts';

export interface MockOptions {
  /** The bundled document. */
  document: { [member: string]: unknown };
  /** The port; 0 takes any free one. */
  port: number;
  /** The documentation page, if it has been built. */
  docs?: Buffer | undefined;
}

export interface Mock {
  url: string;
  operations: Operation[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 16_777_216;

/** Rejects if the port is taken. */
export async function startMock({ document, port, docs }: MockOptions): Promise<Mock> {
  const operations = await readOperations(document);
  let url = '';
  const answer = createAnswers({ document, operations, url: () => url, docs });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = newId('req');
    const headers = headersOf(request);
    for (const [name, value] of Object.entries(corsOf(headers))) response.setHeader(name, value);
    if (request.method === 'OPTIONS' && headers['access-control-request-method']) {
      response.writeHead(204).end();
      return;
    }
    const { method = 'GET', url: target = '/' } = request;
    const text = await readBody(request);
    const reply = await answer({ method, target, headers, text, requestId });
    send(response, reply, method === 'HEAD');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy();
      // A caller who disconnects during a request is no fault of the mock.
      if (!request.complete) return;
      process.stderr.write(`The mock failed: ${error instanceof Error ? error.stack : error}\n`);
    });
  });
  url = `http://${HOST}:${await listen(server, port)}`;

  return {
    ...{ url, operations },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function send(response: ServerResponse, { status, headers, body }: Reply, isHead: boolean): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const isJson = /json$/.test(headers['content-type'] ?? '');
  const text = isJson ? JSON.stringify(body) : String(body ?? '');
  if (status !== 304) response.setHeader('Content-Length', Buffer.byteLength(text));
  response.writeHead(status).end(isHead ? undefined : text);
}

/** Reads a body. Returns undefined if it is longer than any useful body. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** The headers for browsers: every origin may call, and read every header of the contract. */
function corsOf(headers: Record<string, string>): Record<string, string> {
  if (headers.origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED.join(', '),
    ...(headers['access-control-request-method'] && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      // Allows any header that a page sends, because tracing libraries add their own.
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Access-Control-Max-Age': '600',
    }),
  };
}

const EXPOSED = [
  ...['X-Request-Id', 'ETag', 'Location', 'Content-Location', 'Retry-After', 'Preference-Applied'],
  ...['Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Allow'],
];
