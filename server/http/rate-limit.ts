/**
 * The request rate of a key or a session, counted in this process in windows of a minute, and the RateLimit
 * headers that tell every caller with a key where it stands. The library counts; the headers are written here,
 * since its own spend a hash per request on a partition key that says nothing to the key's owner.
 */
import type { Request, Response } from 'express';
import { type AugmentedRequest, MemoryStore, rateLimit } from 'express-rate-limit';
import { exchangeOf } from './exchange.ts';

export interface RateLimit {
  /** Counts the request for whoever sent it, and sets the headers. Seconds to wait where it is one too many. */
  count(req: Request, res: Response): Promise<number | undefined>;
  close(): void;
}

const WINDOW_SECONDS = 60;

export function createRateLimit(
  perMinute: number,
  /** `silent` sets no header. */
  { silent = false }: { silent?: boolean } = {},
): RateLimit {
  const store = new MemoryStore();
  const limiter = rateLimit({
    windowMs: WINDOW_SECONDS * 1_000,
    limit: perMinute,
    store,
    legacyHeaders: false,
    standardHeaders: false,
    keyGenerator: (_req, res) => exchangeOf(res).countedFor ?? '',
    handler: (_req, _res, next) => next(),
  });
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`;

  return {
    async count(req, res) {
      await new Promise<void>((resolve, reject) => {
        void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
      });
      const { used, remaining, resetTime } = (req as AugmentedRequest).rateLimit!;
      const seconds = Math.max(0, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1_000));
      if (!silent) {
        res.setHeader('RateLimit', `"default";r=${remaining};t=${seconds}`);
        res.setHeader('RateLimit-Policy', policy);
      }
      return used > perMinute ? Math.max(1, seconds) : undefined;
    },
    close: () => store.shutdown(),
  };
}
