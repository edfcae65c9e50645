/**
 * One request and its response: the identifier, who asked, and a signal that fires when nobody waits for
 * the answer any longer or the rest of the request will not come. Made before routing, found again by
 * its response. Knows no operation and no route.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import type { ServiceSpan } from '../telemetry/tracer.ts';

export interface Exchange {
  /** Always ours: an incoming X-Request-Id could be forged to confuse two callers' records. */
  readonly requestId: string;
  /** Its reason is a Problem where the caller can still be answered, and anything else where not. */
  readonly signal: AbortSignal;
  /** The body is sent only once we say that we want it. */
  readonly expectsContinue: boolean;
  /** What is recorded of it for the operator, if anything is. */
  span?: ServiceSpan;
  /** What it asks for, once that is known. */
  operation?: { id: string; path: string };
  /** What the path names by its id. */
  subject?: string;
  /** Who asks, by the UUID of the key or the user. */
  caller?: { key?: string; user?: string };
  /** The code that it was refused with. */
  problem?: string;
  /** Who asks, in the form that the API's handlers know callers; set by its gate. */
  principal?: object;
  /** What the request counts for, where there is a limit of requests. */
  countedFor?: string;
  /** Counts the others of so many requests in the body, at the pointer; throws the refusal of too many. */
  countAll?: (requests: number, pointer: string) => Promise<void>;
  /** What is left of the rate that it counts for, behind this request. */
  rate?: RateWindow;
  /** Whose share of the bytes of bodies its body takes. */
  sender?: string;
  /** Whether the answer is to be without its body, as for HEAD. */
  isHead?: boolean;
  /** How many JSON values the body has, once it has been read. */
  bodyValues?: number;
  /** The body as `kernel/exact-json.ts` reads it; the parsed body itself where nothing is lost in it. */
  exactBody?: unknown;
  /** The body as it came, once it is decoded, where the handler reads it itself. */
  rawBody?: RawBody;
  /** The bare form of Idempotency-Key, on operations that need one. */
  requestKey?: string;
  abort(reason: unknown): void;
}

export interface RawBody {
  bytes: Buffer;
  /** In lower case, without parameters. */
  mediaType: string;
}

/** What is left of a caller's requests of a minute. */
export interface RateWindow {
  remaining: number;
  endsAt: Date;
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

export function openExchange(res: ServerResponse, options: { expectsContinue: boolean }): Exchange {
  const controller = new AbortController();
  const exchange: Exchange = {
    requestId: newId('req'),
    signal: controller.signal,
    expectsContinue: options.expectsContinue,
    abort: (reason) => controller.abort(reason),
  };
  exchanges.set(res, exchange);
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new Error('the caller has gone'));
  });
  return exchange;
}

export function exchangeOf(res: ServerResponse): Exchange {
  const exchange = exchanges.get(res);
  invariant(exchange, 'every response belongs to an exchange');
  return exchange;
}

/** Whether the request carries a body, by the only two headers that can announce one. */
export function announcesBody(req: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
  return coding !== undefined || (length !== undefined && Number(length) > 0);
}
