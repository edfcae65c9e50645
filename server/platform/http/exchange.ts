/**
 * One request and its response: the identifier, the caller, and a signal that fires when nobody waits for the answer
 * any longer or the rest of the request will not come. Created before routing, found again by its response. Knows no
 * operation and no route.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { invariant } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { workArrives } from '../lib/shares.ts';
import type { ServiceSpan } from '../telemetry/tracer.ts';

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
