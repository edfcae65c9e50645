/**
 * The rate of a key or a session: its requests in windows of a minute, and the bytes of their bodies, since a large
 * body costs many times as much as a small one. All processes count together. The RateLimit headers tell every caller
 * with a key what is left.
 */
import type { Response } from 'express';
import { type Counter, type Rates, type Verdict, WINDOW_SECONDS } from '../rates/index.ts';
import { exchangeOf } from './server.ts';

type Answer<T> = T | Promise<T>;

export interface RateLimit {
  perMinute: number;
  /** Counts the request for its sender, and sets the headers. Returns the seconds to wait if the limit is exceeded. */
  count(res: Response): Answer<number | undefined>;
  /** The same for this many further requests; excess requests are not counted. */
  countMore(res: Response, requests: number): Answer<number | undefined>;
  /** The same for the bytes of its body; excess bytes are not counted. */
  countBytes(res: Response, bytes: number): Answer<number | undefined>;
}

interface RateLimitOptions {
  rates: Rates;
  /** The name under which all processes count together. */
  name: string;
  perMinute: number;
  bytesPerMinute?: number | undefined;
  /** Sets no header. */
  silent?: boolean;
}

/** What is left of a caller's window of requests, and of its window of bytes. */
interface Standing {
  requests: Verdict;
  bytes: Verdict | undefined;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { rates, name, perMinute, bytesPerMinute, silent = false } = options;
  const requests = rates.counter({ name, limit: perMinute });
  const bytes =
    bytesPerMinute === undefined
      ? undefined
      : rates.counter({ name: `${name}-bytes`, limit: bytesPerMinute });
  const bytesPolicy = `, "bytes";q=${bytesPerMinute};w=${WINDOW_SECONDS};qu="content-bytes"`;
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}${bytes ? bytesPolicy : ''}`;

  /** Which window to count; the other one is only read. */
  function within(
    res: Response,
    amounts: { requests: number; bytes: number },
    decides: keyof Standing,
  ): Answer<number | undefined> {
    const caller = exchangeOf(res).countedFor ?? '';
    return together(
      requests.take(caller, amounts.requests),
      bytes?.take(caller, amounts.bytes),
      (ofRequests, ofBytes) => {
        exchangeOf(res).rate = {
          remaining: ofRequests.left,
          endsAtMs: Date.now() + ofRequests.endsInMs,
        };
        if (!silent) setHeaders(res, { requests: ofRequests, bytes: ofBytes }, policy);
        const verdict = decides === 'requests' ? ofRequests : ofBytes;
        return verdict && !verdict.isWithin ? secondsOf(verdict) : undefined;
      },
    );
  }

  return {
    perMinute,
    count: (res) => within(res, { requests: 1, bytes: 0 }, 'requests'),
    countMore: (res, more) => within(res, { requests: more, bytes: 0 }, 'requests'),
    countBytes: (res, more) => within(res, { requests: 0, bytes: more }, 'bytes'),
  };
}

function setHeaders(res: Response, { requests, bytes }: Standing, policy: string): void {
  const ofBytes = bytes ? `, "bytes";r=${bytes.left};t=${secondsOf(bytes)}` : '';
  res.setHeader('RateLimit', `"default";r=${requests.left};t=${secondsOf(requests)}${ofBytes}`);
  // A response counts for one limit with headers, so its policy stays the same.
  if (!res.hasHeader('RateLimit-Policy')) res.setHeader('RateLimit-Policy', policy);
}

function secondsOf({ endsInMs }: Verdict): number {
  return Math.max(1, Math.ceil(endsInMs / 1_000));
}

/** Returns at once if both are available at once, which is usual. */
function together<T>(
  first: ReturnType<Counter['take']>,
  second: ReturnType<Counter['take']> | undefined,
  join: (first: Verdict, second: Verdict | undefined) => T,
): Answer<T> {
  if (first instanceof Promise || second instanceof Promise) {
    return Promise.all([first, second]).then(([one, other]) => join(one, other));
  }
  return join(first, second);
}
