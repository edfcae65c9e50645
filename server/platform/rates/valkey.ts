/**
 * Windows in Valkey or Redis, by rate-limiter-flexible: its script counts and begins windows by the server's clock.
 * Such a server may have lost its windows when it comes back, whatever it writes to its disk. Loaded only if it is
 * configured.
 */
import { Redis } from 'iovalkey';
import limiters from 'rate-limiter-flexible';
import type { Log } from '../telemetry/log.ts';
import { type RateStore, WINDOW_SECONDS } from './store.ts';

const ANSWER_WITHIN_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;
const PREFIX = 'model-run-rate';

export async function openValkeyStore({ url, log }: { url: string; log: Log }): Promise<RateStore> {
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    retryStrategy: (attempt) => Math.min(100 * attempt, LONGEST_PAUSE_MS),
  });
  let wasReady = false;
  let publish = () => {};
  client.on('ready', () => {
    wasReady = true;
  });
  client.on('close', () => {
    if (wasReady) publish();
    wasReady = false;
  });
  // Each failed attempt to connect; commands sent meanwhile fail by themselves.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'the store of rates is away'));
  // The script of the class for Valkey calls what Redis does not know; the one for Redis works with both.
  const limiter = new limiters.RateLimiterRedis({
    storeClient: client,
    keyPrefix: PREFIX,
    points: 1,
    duration: WINDOW_SECONDS,
  });
  await client.connect().catch(() => {});
  return {
    async add(additions) {
      const counted = additions.map(({ key, amount }) => limiter.penalty(key, amount));
      return (await Promise.all(counted)).map(({ consumedPoints, msBeforeNext }) => ({
        total: consumedPoints,
        endsInMs: msBeforeNext,
      }));
    },
    async ping() {
      await client.ping();
    },
    onLost: (handler) => {
      publish = handler;
    },
    async close() {
      client.disconnect();
    },
  };
}
