/**
 * One HTTP exchange that knows what it has proven: `not_sent` only when no byte of the request was handed
 * to a socket, so that money can trust it. Redirects are not followed, nothing is tried twice, and time and
 * bytes are bounded. Knows nothing of what the bodies mean.
 */
import type { Dispatcher } from 'undici';
import { reasonOfConnectFailure } from './connect-failure.ts';

export interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Bounds the whole exchange, the wait for a connection included. */
  timeoutMs: number;
  /** Bounds the body of the answer. */
  maxBytes: number;
  signal: AbortSignal;
  /** Called right before the first byte is written; what it throws keeps the request from being sent. */
  beforeSend?(): void;
}

export interface Head {
  status: number;
  header(name: string): string | undefined;
}

/**
 * Told of the answer as it arrives; says `enough` when the rest does not matter. `briefly` waits for the rest
 * a short while and ends without it otherwise, however the exchange breaks off.
 */
export interface Reader {
  head(head: Head): 'more' | 'enough' | 'briefly';
  data(chunk: Buffer): 'more' | 'enough';
}

export type Ending =
  | { kind: 'not_sent'; reason: string }
  | { kind: 'broken_off'; reason: string; head?: Head }
  | { kind: 'ended'; head: Head };

export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  reader: Reader,
): Promise<Ending> {
  if (request.signal.aborted) return Promise.resolve({ kind: 'not_sent', reason: GIVEN_UP });
  const { promise, resolve } = Promise.withResolvers<Ending>();
  let controller: Dispatcher.DispatchController | undefined;
  let written = false;
  let head: Head | undefined;
  let settled = false;
  let bytes = 0;
  let unyielded = 0;
  let isBrief = false;
  let stopDraining = () => {};
  let stopBriefly = () => {};

  const timer = setTimeout(() => breakOff('The provider took too long.'), request.timeoutMs);
  const onAbort = () => breakOff(GIVEN_UP);
  request.signal.addEventListener('abort', onAbort, { once: true });

  function settle(ending: Ending): void {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    stopBriefly();
    request.signal.removeEventListener('abort', onAbort);
    resolve(ending);
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

  /** Settles, and lets a short rest of the answer pass, so that the connection can be used again. */
  function conclude(ending: Ending): void {
    settle(ending);
    const drain = setTimeout(() => controller?.abort(new Error('drained long enough')), DRAIN_MS);
    stopDraining = () => clearTimeout(drain);
  }

  /** Reading goes on, but not before others had their turn of the event loop. */
  function yieldNow(given: Dispatcher.DispatchController): void {
    unyielded = 0;
    given.pause();
    setImmediate(() => given.resume());
  }

  dispatcher.dispatch(
    {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
    },
    {
      onRequestStart(given) {
        controller = given;
        // Given up while it waited, or handed out a second time: neither may reach the socket.
        if (settled || written) throw new Error(GIVEN_UP);
        try {
          request.beforeSend?.();
        } catch (error) {
          fail(GIVEN_UP);
          throw error;
        }
        written = true;
      },
      onResponseStart(_, status, headers) {
        if (status < 200 || settled) return;
        head = { status, header: (name) => first(headers[name]) };
        const wanted = reader.head(head);
        if (wanted === 'enough') conclude({ kind: 'ended', head });
        if (wanted !== 'briefly') return;
        isBrief = true;
        const brief = setTimeout(() => breakOff(CUT_SHORT), BRIEF_MS);
        stopBriefly = () => clearTimeout(brief);
      },
      onResponseData(given, chunk) {
        bytes += chunk.length;
        unyielded += chunk.length;
        if (settled && bytes > DRAIN_BYTES) controller?.abort(new Error('drained enough'));
        if (settled || !head) return;
        if (bytes > request.maxBytes)
          breakOff('The answer of the provider was larger than is accepted.');
        else if (reader.data(chunk) === 'enough') conclude({ kind: 'ended', head });
        else if (unyielded >= YIELD_BYTES) yieldNow(given);
      },
      onResponseEnd() {
        stopDraining();
        if (head) settle({ kind: 'ended', head });
        else fail(CUT_SHORT);
      },
      onResponseError(_, error) {
        stopDraining();
        fail(written ? CUT_SHORT : reasonOfConnectFailure(error));
      },
    },
  );
  return promise;
}

/** Of an answer that is read in one go; an ordinary answer is shorter and never waits. */
export const YIELD_BYTES = 131_072;
const BRIEF_MS = 2_000;

const GIVEN_UP = 'The request was given up on our side.';
const CUT_SHORT = 'The connection to the provider ended before its answer was complete.';

/** What is read of an answer that nobody waits for, before the connection is closed instead. */
const DRAIN_BYTES = 65_536;
const DRAIN_MS = 1_000;

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
