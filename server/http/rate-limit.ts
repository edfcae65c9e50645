/**
 * The rate of a key or a session, counted in this process in windows of a minute: its requests, and the bytes of
 * their bodies, since a large body costs many times what a small one does. The RateLimit headers tell every
 * caller with a key where it stands. Libraries count requests, not bytes, so only their cache is used.
 */
import type { Response } from 'express';
import { createCache } from '../kernel/cache.ts';
import { exchangeOf, type RateWindow } from './exchange.ts';

export interface RateLimit {
  perMinute: number;
  /** Counts the request for whoever sent it, and sets the headers. Seconds to wait where it is one too many. */
  count(res: Response): number | undefined;
  /** The same for what counts as so many requests more; those that are too many are not counted. */
  countMore(res: Response, requests: number): number | undefined;
  /** The same for the bytes of its body; those that are too many are not counted. */
  countBytes(res: Response, bytes: number): number | undefined;
}

export interface RateLimitOptions {
  perMinute: number;
  bytesPerMinute?: number | undefined;
  /** Sets no header. */
  silent?: boolean;
}

export const WINDOW_SECONDS = 60;
/** Who has not been heard of for the longest time is forgotten first, when so many ask within a minute. */
const MAX_CALLERS = 100_000;

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { perMinute, bytesPerMinute, silent = false } = options;
  const windows = createCache<RateWindow>(MAX_CALLERS, { ttl: WINDOW_SECONDS * 1_000 });
  const bytesPolicy = `, "bytes";q=${bytesPerMinute};w=${WINDOW_SECONDS};qu="content-bytes"`;
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}${bytesPerMinute === undefined ? '' : bytesPolicy}`;

  function windowOf(caller: string): RateWindow {
    const known = windows.get(caller);
    if (known) return known;
    const fresh = { requests: 0, bytes: 0, endsAt: new Date(Date.now() + WINDOW_SECONDS * 1_000) };
    windows.set(caller, fresh);
    return fresh;
  }

  function tell(res: Response, { requests, bytes }: RateWindow, seconds: number): void {
    const left = Math.max(0, perMinute - requests);
    const bytesLeft = (bytesPerMinute ?? 0) - bytes;
    const ofBytes = bytesPerMinute === undefined ? '' : `, "bytes";r=${bytesLeft};t=${seconds}`;
    res.setHeader('RateLimit', `"default";r=${left};t=${seconds}${ofBytes}`);
    res.setHeader('RateLimit-Policy', policy);
  }

  /** `add` tells whether that is within the limit. */
  function within(res: Response, add: (window: RateWindow) => boolean): number | undefined {
    const exchange = exchangeOf(res);
    const caller = exchange.countedFor ?? '';
    const window = windowOf(caller);
    exchange.rate = window;
    const isWithin = add(window);
    const seconds = Math.max(1, Math.ceil(windows.getRemainingTTL(caller) / 1_000));
    if (!silent) tell(res, window, seconds);
    return isWithin ? undefined : seconds;
  }

  return {
    perMinute,
    count: (res) =>
      within(res, (window) => {
        window.requests += 1;
        return window.requests <= perMinute;
      }),
    countMore: (res, requests) =>
      within(res, (window) => {
        if (window.requests + requests > perMinute) return false;
        window.requests += requests;
        return true;
      }),
    countBytes: (res, bytes) =>
      within(res, (window) => {
        if (window.bytes + bytes > (bytesPerMinute ?? Infinity)) return false;
        window.bytes += bytes;
        return true;
      }),
  };
}
