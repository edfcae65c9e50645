/**
 * One HTTP exchange with a provider, which knows what it has proven: `not_sent` only if no byte of the request was
 * passed to a socket, so that money can rely on it. It follows no redirects, retries nothing, and limits time and bytes.
 * Knows nothing of the meaning of bodies.
 */

import { TextDecoder } from 'node:util';
import { Agent, type Dispatcher } from 'undici';

interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Limits the whole exchange, including the wait for a connection. */
  timeoutMs: number;
  /** Limits the body of the answer. */
  maxBytes: number;
  /** Its reason is quoted if it is a text. */
  signal: AbortSignal;
  /** Called right before the first byte is written; if it throws, the request is not sent. */
  beforeSend?(): void;
}

export interface Head {
  status: number;
  header(name: string): string | undefined;
}

/**
 * Called with the answer as it arrives; returns `enough` if the rest does not matter, or by when the rest has to arrive.
 * `close` closes the connection at once. A number of milliseconds delays the rest by that time.
 */
export interface Reader {
  head(head: Head): 'more' | 'enough' | Brief;
  data(chunk: Buffer): 'more' | 'enough' | 'close' | number | Brief;
  /** Bytes of the answer, as far as read, that do not count toward its bound. */
  ignored?(): number;
}

/** From here on, the exchange ends after this time without the rest, and also if it breaks off. */
export interface Brief {
  withinMs: number;
}

export type Ending =
  | { kind: 'not_sent'; reason: string }
  | { kind: 'broken_off'; reason: string; head?: Head }
  | { kind: 'ended'; head: Head };

/** The part of an answer that is read in one go; an ordinary answer is shorter and never waits. */
export const YIELD_BYTES = 131_072;

const GIVEN_UP = 'The request was given up on our side.';
const CUT_SHORT = 'The connection to the provider ended before its answer was complete.';
const TOO_LARGE = 'The answer of the provider was larger than is accepted.';

/** How much is read of an answer that nobody waits for, before the connection is closed instead. */
const DRAIN_BYTES = 65_536;
const DRAIN_MS = 1_000;

export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  reader: Reader,
): Promise<Ending> {
  if (request.signal.aborted) return Promise.resolve({ kind: 'not_sent', reason: GIVEN_UP });
  const course = createCourse(request);
  dispatcher.dispatch(
    {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
    },
    // Not the request itself: its body would stay in memory until the answer arrives.
    handlerOf({ maxBytes: request.maxBytes, beforeSend: request.beforeSend }, reader, course),
  );
  return course.ending;
}

type Course = ReturnType<typeof createCourse>;

/** The progress of an exchange and its end: once, by whichever event comes first. */
function createCourse({ signal, timeoutMs }: ExchangeRequest) {
  const { promise: ending, resolve } = Promise.withResolvers<Ending>();
  let controller: Dispatcher.DispatchController | undefined;
  let written = false;
  let head: Head | undefined;
  let settled = false;
  let isBrief = false;
  let stopDraining = () => {};
  let stopBriefly = () => {};

  const stopTimer = after(timeoutMs, () => breakOff('The provider took too long.'));
  const onAbort = () => breakOff(typeof signal.reason === 'string' ? signal.reason : GIVEN_UP);
  signal.addEventListener('abort', onAbort, { once: true });

  function settle(how: Ending): void {
    if (settled) return;
    settled = true;
    stopTimer();
    stopBriefly();
    signal.removeEventListener('abort', onAbort);
    resolve(how);
  }

  function fail(reason: string): void {
    if (!written) settle({ kind: 'not_sent', reason });
    else if (isBrief && head) settle({ kind: 'ended', head });
    else settle({ kind: 'broken_off', reason, ...(head ? { head } : {}) });
  }

  function breakOff(reason: string): void {
    fail(reason);
    controller?.abort(new Error(reason));
  }

  return {
    ending,
    isSettled: () => settled,
    isWritten: () => written,
    hasHead: () => head !== undefined,
    fail,
    breakOff,
    connect(given: Dispatcher.DispatchController): void {
      controller = given;
    },
    /** From here on, bytes of the request may have reached the provider. */
    write(): void {
      written = true;
    },
    open(given: Head): void {
      head = given;
    },
    /** Waits no longer than this for the rest. */
    hurry({ withinMs }: Brief): void {
      isBrief = true;
      stopBriefly();
      stopBriefly = after(withinMs, () => breakOff(CUT_SHORT));
    },
    /** Settles, and discards a short rest of the answer, so that the connection can be reused. */
    conclude(): void {
      if (head) settle({ kind: 'ended', head });
      stopDraining = after(DRAIN_MS, () => controller?.abort(new Error('drained long enough')));
    },
    /** Nothing more arrives. `reason` says what is missing, if anything is. */
    end(reason?: string): void {
      stopDraining();
      if (head && reason === undefined) settle({ kind: 'ended', head });
      else fail(reason ?? CUT_SHORT);
    },
  };
}

/** Passes arriving bytes to the reader, within the limits of the request. */
function handlerOf(
  request: { maxBytes: number; beforeSend: (() => void) | undefined },
  reader: Reader,
  course: Course,
): Dispatcher.DispatchHandler {
  let bytes = 0;
  let unyielded = 0;

  /** Reading continues, but only after others had their turn of the event loop. */
  function yieldNow(given: Dispatcher.DispatchController): void {
    unyielded = 0;
    given.pause();
    setImmediate(() => given.resume());
  }

  function rest(given: Dispatcher.DispatchController, restMs: number): void {
    unyielded = 0;
    given.pause();
    setTimeout(() => given.resume(), restMs);
  }

  /** Tells the provider that this side wants nothing more. */
  function close(given: Dispatcher.DispatchController): void {
    course.conclude();
    given.abort(new Error('nothing more is wanted'));
  }

  return {
    onRequestStart(given) {
      course.connect(given);
      // It was abandoned while it waited, or dispatched a second time: neither may reach the socket.
      if (course.isSettled() || course.isWritten()) throw new Error(GIVEN_UP);
      try {
        request.beforeSend?.();
      } catch (error) {
        course.fail(GIVEN_UP);
        throw error;
      }
      course.write();
    },
    onResponseStart(_, status, headers) {
      if (status < 200 || course.isSettled()) return;
      const head: Head = { status, header: (name) => first(headers[name]) };
      course.open(head);
      const wanted = reader.head(head);
      if (wanted === 'enough') course.conclude();
      if (typeof wanted === 'object') course.hurry(wanted);
    },
    onResponseData(given, chunk) {
      bytes += chunk.length;
      unyielded += chunk.length;
      if (course.isSettled() && bytes > DRAIN_BYTES) given.abort(new Error('drained enough'));
      if (course.isSettled() || !course.hasHead()) return;
      if (bytes - (reader.ignored?.() ?? 0) > request.maxBytes) return course.breakOff(TOO_LARGE);
      const wanted = reader.data(chunk);
      if (wanted === 'enough') course.conclude();
      else if (wanted === 'close') close(given);
      else if (typeof wanted === 'number') rest(given, wanted);
      else if (typeof wanted === 'object') course.hurry(wanted);
      else if (unyielded >= YIELD_BYTES) yieldNow(given);
    },
    onResponseEnd: () => course.end(),
    onResponseError: (_, error) =>
      course.end(course.isWritten() ? CUT_SHORT : reasonOfConnectFailure(error)),
  };
}

/** Does the work after this time, unless it is cancelled. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Why no connection was established, in words for customers: no address, no text of the system. Each of them means that
 * nothing was sent.
 */
function reasonOfConnectFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return "The provider's host was not found.";
  if (code === 'ECONNREFUSED') return 'The provider refused the connection.';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return 'The provider did not accept a connection in time.';
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code)) {
    return 'No secure connection to the provider could be made.';
  }
  return 'No connection to the provider could be made.';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

export function createConnections(connectTimeoutMs: number): Agent {
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connectTimeout: connectTimeoutMs,
    // A model may think for minutes; `exchange` limits the total time instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

export type Fetched =
  | { kind: 'text'; status: number; header: Head['header']; text: string }
  | { kind: 'failed'; reason: string };

interface GetText {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

export async function getText(dispatcher: Dispatcher, request: GetText): Promise<Fetched> {
  const chunks: Buffer[] = [];
  const ending = await exchange(
    dispatcher,
    { method: 'GET', ...request },
    {
      head: (head) => (head.status === 200 ? 'more' : 'enough'),
      data(chunk) {
        chunks.push(chunk);
        return 'more';
      },
    },
  );
  if (ending.kind !== 'ended') return { kind: 'failed', reason: ending.reason };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { kind: 'text', ...ending.head, text };
  } catch {
    return { kind: 'failed', reason: 'The answer of the provider is not readable text.' };
  }
}
