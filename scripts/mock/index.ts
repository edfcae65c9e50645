/**
 * The mock on loopback, for browsers of any origin: a front that passes each request to the service of the mock, and
 * plays an example of the document wherever the service approves the request and leaves the answer to an example.
 */
import {
  Agent,
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiDocument, GuideTexts } from '../../server/platform/http/index.ts';
import { routesOf } from '../../server/platform/http/operations.ts';
import { problemDocument } from '../../server/platform/http/problems.ts';
import { parseWait } from '../../server/platform/http/request-headers.ts';
import { type Fault, Problem } from '../../server/platform/lib/problem.ts';
import type { NewVersion } from '../../server/prompts/index.ts';
import {
  asksForExample,
  choose,
  createPlayer,
  findOperation,
  type Operation,
  type Played,
  readOperations,
} from './examples.ts';
import { APPROVED, ASKING, startMockService } from './service.ts';

export { type Operation, readOperations } from './examples.ts';

export interface MockOptions {
  /** The bundled document. */
  document: object;
  /** The port; 0 takes any free one. */
  port: number;
  /** The documentation page and the guides as texts, if they have been built. */
  docs?: Buffer | undefined;
  texts?: GuideTexts | undefined;
  /** What the wallet begins with, in US dollars. */
  credit?: number;
}

export interface Mock {
  url: string;
  operations: Operation[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const CREDIT = 1_000;

/** Rejects if the port is taken. */
export async function startMock({ port, credit = CREDIT, ...options }: MockOptions): Promise<Mock> {
  const operations = await readOperations(options.document);
  const play = createPlayer();
  const routes = routesOf(options.document as ApiDocument);
  const allowOf = (id: string) =>
    routes.find((route) => route.operations.some((o) => o.id === id))?.allow;
  const agent = new Agent({ keepAlive: true });
  /** Operations with the request keys that they were called with. */
  const calls = new Set<string>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(corsOf(request))) response.setHeader(name, value);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      response.writeHead(204).end();
      return;
    }
    const answer = await passed(request);
    const { method = 'GET', url: target = '/', headers } = request;
    const operation = findOperation(operations, method, target.split(/[?#]/, 1)[0] ?? '');
    const prefer = [headers.prefer].flat().join(', ');
    const isAsked = operation !== undefined && asksForExample(prefer);
    const isApproved =
      APPROVED.toLowerCase() in answer.headers || isExample(answer, operation, target);
    if (!operation || !(isApproved || (isAsked && !operation.secured))) {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      return;
    }
    answer.resume();
    const choice = choose(isAsked ? prefer : '', operation);
    const played =
      typeof choice === 'string'
        ? refusal(choice)
        : completed(request, operation, await play(operation, choice));
    // A list of examples has one page.
    if (!isAsked && isPage(played.body)) played.body = { ...played.body, nextCursor: null };
    if (played.headers.allow) played.headers.allow = allowOf(operation.id)!;
    send(request, response, answer, played);
  }

  /** The answer of the service of the mock, which the front has not read yet. */
  function passed(request: IncomingMessage): Promise<IncomingMessage> {
    const { method, url: path } = request;
    const headers = rawHeadersOf(request);
    return new Promise((resolve, reject) => {
      const passing = ask({ agent, host: HOST, port: service.port, method, path, headers });
      passing.once('response', resolve).once('error', reject);
      request.pipe(passing);
    });
  }

  /** The example with the values of the request, as far as a client relies on them. */
  function completed(request: IncomingMessage, operation: Operation, played: Played): Played {
    const headers = { ...played.headers };
    const requestKey = [request.headers['idempotency-key']].flat()[0]?.replaceAll('"', '');
    const call = `${operation.id} ${requestKey}`;
    if (!calls.has(call)) delete headers['idempotent-replayed'];
    if (played.status < 300) calls.add(call);
    const wait = parseWait([request.headers.prefer].flat().join(', '));
    if (wait === undefined) delete headers['preference-applied'];
    else if (headers['preference-applied']) headers['preference-applied'] = `wait=${wait}`;
    const { body } = played;
    if (operation.id === 'getOpenApiDocument' || !isRun(body)) return { ...played, headers };
    if (body.finishedAt !== undefined) delete headers['retry-after'];
    const [id = body.id] = namedIn(operation, request.url ?? '');
    for (const name of ['location', 'content-location'] as const) {
      if (headers[name]) headers[name] = headers[name].replace(/[^/]*$/, id);
    }
    return {
      ...played,
      headers,
      body: { ...body, id, ...(requestKey && { idempotencyKey: requestKey }) },
    };
  }

  /** The refusal of an example that is not there, in the form of the service. */
  function refusal(detail: string): Played {
    const errors: Fault[] = [{ header: 'Prefer', detail, code: 'unknown' }];
    const problem = new Problem('invalid_request', detail, { errors });
    const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
    return { status: problem.status, headers, body: problemDocument(problem, '', url) };
  }

  function send(
    { method }: IncomingMessage,
    response: ServerResponse,
    answer: IncomingMessage,
    { status, headers, body }: Played,
  ): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    for (const [name, value] of known(answer, headers)) response.setHeader(name, value);
    // Nothing is compressed here, and an answer without a body has no type.
    response.removeHeader('Content-Encoding');
    if (body === undefined) response.removeHeader('Content-Type');
    const isJson = /json$/.test(headers['content-type'] ?? '') && typeof body !== 'string';
    const text = isJson ? JSON.stringify(signed(body, answer)) : String(body ?? '');
    if (status !== 304) response.setHeader('Content-Length', Buffer.byteLength(text));
    response.writeHead(status).end(method === 'HEAD' ? undefined : text);
  }

  /** Every problem has its own id and an address of this mock. */
  function signed(body: unknown, { headers }: IncomingMessage): unknown {
    if (typeof body !== 'object' || body === null || !('requestId' in body && 'code' in body))
      return body;
    const type = `${url}/problems/${body.code}`;
    return { ...body, type, requestId: headers['x-request-id'] };
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy();
      // A caller who disconnects during a request is no fault of the mock.
      if (!request.complete) return;
      process.stderr.write(`The mock failed: ${error instanceof Error ? error.stack : error}\n`);
    });
  });
  const url = `http://${HOST}:${await listen(server, port)}`;
  const service = await startMockService({
    ...{ ...options, url, credit, prompt: promptOf(operations) },
    document: options.document as ApiDocument,
  });

  return {
    ...{ url, operations },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      agent.destroy();
      await Promise.all([closed, service.close()]);
    },
  };
}

/** The versions of the prompt that the examples name. */
function promptOf(operations: readonly Operation[]): NewVersion[] {
  const [text, messages] = operations.find(({ id }) => id === 'createPromptVersion')!.bodies;
  return [...Array(6).fill(text), { ...(messages as NewVersion), labels: ['production'] }];
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/** As they came; a key of a caller who wants an example tells the service so. */
function rawHeadersOf({ rawHeaders, headers }: IncomingMessage): string[] {
  if (!asksForExample([headers.prefer].flat().join(', '))) return rawHeaders;
  return rawHeaders.map((text, i) =>
    i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization'
      ? text.replace(/^(bearer +)(?=\S)/i, `$1${ASKING}`)
      : text,
  );
}

/** What only the service knows of an answer: its id, and the rate of the key where the example has one. */
function known({ headers }: IncomingMessage, played: Played['headers']): [string, string][] {
  const always = ['x-request-id', 'x-content-type-options'];
  const names = ['ratelimit', 'ratelimit-policy'].filter((name) => name in played);
  return [...always, ...names].map((name) => [name, String(headers[name] ?? played[name])]);
}

/** What the document names as an example is there, although nobody created it; so are its pages if they are not built. */
function isExample(
  { statusCode }: IncomingMessage,
  operation: Operation | undefined,
  target: string,
): boolean {
  if (statusCode !== 404 || !operation) return false;
  return namedIn(operation, target).every(
    (value, i) => value.replaceAll(/%2f/gi, '/') === operation.named[i],
  );
}

function isPage(body: unknown): body is { nextCursor: string | null } {
  return typeof body === 'object' && body !== null && 'nextCursor' in body;
}

/** The values of the variables of a path. */
function namedIn({ path }: Operation, target: string): string[] {
  const values = (target.split(/[?#]/, 1)[0] ?? '').split('/');
  return path.split('/').flatMap((name, i) => (name.startsWith('{') ? (values[i] ?? []) : []));
}

interface ShownRun {
  id: string;
  finishedAt?: string;
}

function isRun(body: unknown): body is ShownRun {
  return typeof body === 'object' && body !== null && 'state' in body && 'reservedAmount' in body;
}

/** The headers for browsers: every origin may call, and read every header of the contract. */
function corsOf({ headers }: IncomingMessage): Record<string, string> {
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
