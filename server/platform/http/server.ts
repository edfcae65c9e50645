/**
 * The HTTP server under the app: limits for headers, slow requests and idle connections, and an answer in the
 * contract's form even where Node would write its own. Closes without losing a request that it has begun to answer.
 * Knows nothing of routes.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { invariant, StartError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { Problem } from '../lib/problem.ts';
import { workArrives } from '../lib/shares.ts';
import type { ServiceSpan } from '../telemetry/tracer.ts';
import { problemDocument, problemHeaders } from './problems.ts';

interface HttpServerOptions {
  handle: (req: IncomingMessage, res: ServerResponse) => void;
  publicUrl: () => string;
  timeouts?: Partial<Timeouts>;
  /** The classes of requests and responses. */
  messages?: Messages;
  /** Names of the variables that set its address. */
  named?: { port: string; host: string };
}

export type Messages = Pick<
  Required<ServerOptions<typeof IncomingMessage, typeof ServerResponse>>,
  'IncomingMessage' | 'ServerResponse'
>;

export interface Timeouts {
  /** The time limit for the headers of a request. */
  headersMs: number;
  /** The time limit for the whole request. */
  requestMs: number;
  /** The time limit for the next request on a connection. */
  keepAliveMs: number;
}

interface HttpServer {
  /** Resolves with the port in use. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Still accepts connections, but an answer to a request that arrives from now on is the last one of its connection.
   */
  leave(): void;
  /** Accepts no more connections, and resolves when the answers in progress are sent or time is up. */
  close(withinMs: number): Promise<void>;
}

const DEFAULTS: Timeouts = { headersMs: 15_000, requestMs: 60_000, keepAliveMs: 65_000 };
/** For the target, and the names and values of all headers together. */
const MAX_HEADER_BYTES = 16_384;
/** For a request that was sent before the answer to the previous one. */
const NEXT_REQUEST_MS = 50;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { handle, publicUrl, timeouts, named = { port: 'PORT', host: 'HOST' } } = options;
  let isLeaving = false;
  const { headersMs, requestMs, keepAliveMs } = { ...DEFAULTS, ...timeouts };
  const latest: Latest = new WeakMap();

  const server = createServer({
    // Node refuses exactly this size, so add one to allow the limit itself.
    maxHeaderSize: MAX_HEADER_BYTES + 1,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    ...{ keepAliveTimeout: keepAliveMs, ...options.messages },
    connectionsCheckingInterval: Math.min(1_000, headersMs, requestMs),
    // Node would answer a missing Host with an empty 400; `app.ts` has the contract's.
    requireHostHeader: false,
  });
  const connections = connectionsOf(server, latest);
  // The size of the headers is limited; a limit on their number would drop some silently.
  server.maxHeadersCount = 0;

  const accept = (expectsContinue: boolean) => (req: IncomingMessage, res: ServerResponse) => {
    const exchange = openExchange(res, { expectsContinue });
    latest.set(req.socket, { req, res, exchange });
    if (isLeaving) res.setHeader('Connection', 'close');
    handle(req, res);
  };
  server.on('request', accept(false));
  server.on('checkContinue', accept(true));
  // An unknown expectation is no reason to refuse (RFC 9110, 10.1.1).
  server.on('checkExpectation', accept(false));

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'EPIPE') {
      socket.destroy();
      return;
    }
    const problem = problemOfConnection(error.code);
    const current = latest.get(socket);
    if (!current || current.res.writableEnded) refuseOnSocket(socket, problem, publicUrl());
    else if (current.req.complete) closeAfter(current.res, socket);
    else current.exchange.abort(problem);
  });

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(startError(error, { host, port, named })));
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),

    leave() {
      isLeaving = true;
    },

    close: (withinMs) =>
      new Promise((resolve) => {
        isLeaving = true;
        if (!server.listening) return resolve();
        const timer = setTimeout(() => server.closeAllConnections(), withinMs);
        connections.endBehindAnswers();
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** The latest request of each connection. */
type Latest = WeakMap<Duplex, { req: IncomingMessage; res: ServerResponse; exchange: Exchange }>;

function connectionsOf(server: Server, latest: Latest) {
  const open = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    /** Ends each connection shortly after the answer in progress, unless another request has come. */
    endBehindAnswers(): void {
      for (const socket of open) {
        const res = latest.get(socket)?.res;
        if (!res || res.writableFinished) continue;
        const end = () => {
          if (latest.get(socket)?.res === res) socket.end();
        };
        // Node parses what came together with the request once its answer is sent.
        res.once('finish', () => setTimeout(end, NEXT_REQUEST_MS));
      }
    },
  };
}

function problemOfConnection(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers_too_large',
        `The target and the headers have more than ${MAX_HEADER_BYTES} bytes together.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', 'The chunk extensions of the body are too large.');
    default:
      return new Problem('invalid_request', 'The request is not valid HTTP.');
  }
}

/** The answer to bytes that are not a request. */
function refuseOnSocket(socket: Duplex, problem: Problem, publicUrl: string): void {
  const requestId = newId('req');
  const payload = JSON.stringify(problemDocument(problem, requestId, publicUrl));
  const headers = {
    ...problemHeaders(problem),
    'X-Request-Id': requestId,
    Vary: VARY,
    'X-Content-Type-Options': 'nosniff',
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(payload)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${problem.status} ${REASONS[problem.status] ?? 'Bad Request'}\r\n${lines.join('')}\r\n${payload}`,
  );
  // Discard what still comes for a moment: a reset would overtake the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Unreadable bytes followed a good request: that request gets its answer, and the process reads nothing else. */
function closeAfter(res: ServerResponse, socket: Duplex): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  res.once('close', () => socket.destroy());
}

function startError(
  error: NodeJS.ErrnoException,
  {
    host,
    port,
    named,
  }: { host: string; port: number } & Required<Pick<HttpServerOptions, 'named'>>,
): Error {
  const [PORT, HOST] = [named.port, named.host];
  const because = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `${PORT} ${port} on ${host} is in use: set ${PORT} to a free one`,
        because,
      );
    case 'EACCES':
      return new StartError(
        `${PORT} ${port} needs privileges: set ${PORT} to one above 1023`,
        because,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${HOST} ${host} is not an address of this machine`, because);
    default:
      return error;
  }
}

export const VARY = 'Authorization, Prefer';
const LINGER_MS = 1_000;
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

/*
 * One request and its response: the identifier, the caller, and a signal that fires when nobody waits for the answer
 * any longer or the rest of the request will not come. Created before routing, found again by its response. Knows no
 * operation and no route.
 */

export interface Exchange {
  /** Always ours: a caller could forge an X-Request-Id to confuse the records of two callers. */
  readonly requestId: string;
  /** Its reason is a Problem if the caller can still be answered, and anything else if not. */
  readonly signal: AbortSignal;
  /** The caller sends the body only after `100 Continue`. */
  readonly expectsContinue: boolean;
  /** Its service span, if one is recorded. */
  span?: ServiceSpan;
  /** The operation, once it is known. */
  operation?: { id: string; path: string };
  /** The resource that the path names by its id. */
  subject?: string;
  /** The caller, by the UUID of the key or the user. */
  caller?: { key?: string; user?: string };
  /** The code of its refusal. */
  problem?: string;
  /** The caller, in the form that the API's handlers use; set by its gate. */
  principal?: object;
  /** What the request counts for, if there is a limit of requests. */
  countedFor?: string;
  /** Counts the further requests in the body, at the pointer; throws the refusal of too many. */
  countAll?: (requests: number, pointer: string) => Promise<void>;
  /** What is left of the rate that it counts for, after this request. */
  rate?: RateWindow;
  /** The sender whose share of the body bytes its body uses. */
  sender?: string;
  /** Whether to omit the body of the answer, as for HEAD. */
  isHead?: boolean;
  /** The number of JSON values in the body, once it has been read. */
  bodyValues?: number;
  /** The body as `platform/lib/json.ts` reads it; the parsed body itself if that loses nothing. */
  exactBody?: unknown;
  /** The decoded body, if the handler reads it itself. */
  rawBody?: RawBody;
  /** The bare form of Idempotency-Key, on operations that need one. */
  requestKey?: string;
  abort(reason: unknown): void;
}

export interface RawBody {
  bytes: Buffer;
  /** In lowercase, without parameters. */
  mediaType: string;
}

/** What is left of a caller's requests per minute. */
export interface RateWindow {
  remaining: number;
  /** In milliseconds since 1970. */
  endsAtMs: number;
}

/**
 * A member of the response. In a WeakMap, an exchange would outlive it, and so would all that it refers to: until V8
 * collects the whole heap, a value of a WeakMap stays, even if its key is gone.
 */
const EXCHANGE = Symbol('exchange');
type WithExchange = ServerResponse & { [EXCHANGE]?: Exchange };

export function openExchange(res: ServerResponse, options: { expectsContinue: boolean }): Exchange {
  workArrives();
  const controller = new AbortController();
  const exchange: Exchange = {
    requestId: newId('req'),
    signal: controller.signal,
    expectsContinue: options.expectsContinue,
    abort: (reason) => controller.abort(reason),
  };
  (res as WithExchange)[EXCHANGE] = exchange;
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new Error('the caller has gone'));
  });
  return exchange;
}

export function exchangeOf(res: ServerResponse): Exchange {
  const exchange = (res as WithExchange)[EXCHANGE];
  invariant(exchange, 'every response belongs to an exchange');
  return exchange;
}

/** Whether the request carries a body, by the only two headers that can announce one. */
export function announcesBody(req: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
  return coding !== undefined || (length !== undefined && Number(length) > 0);
}
