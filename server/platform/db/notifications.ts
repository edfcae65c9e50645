/**
 * Listens to PostgreSQL's notifications on a connection of its own while it is open: it replaces a lost connection,
 * with growing pauses, and finds one that died silently by a heartbeat. Notifications sent in between are lost, so
 * `onReconnect` makes the listeners read for themselves; `onLost` comes first, because the next server to answer may be
 * another database. Needs a direct connection: a pooler that shares connections between transactions loses
 * notifications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, type DatabaseAddress } from './address.ts';
import { isSignInRefused } from './errors.ts';

export { createNotifier, type Notifier } from './notifier.ts';

export interface Notifications {
  /** Call before `start`. A channel may have several handlers. */
  listen(channel: string, handler: (payload: string) => void): void;
  onReconnect(handler: () => void): void;
  onLost(handler: () => void): void;
  /** Resolves once the connection listens to every channel; rejects if the first connection fails. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions extends DatabaseAddress {
  /** Called for each loss of the connection and each failed attempt to replace it. */
  onError?: (error: unknown) => void;
  heartbeatMs?: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;

export function createNotifications(options: NotificationsOptions): Notifications {
  const { onError = () => {}, heartbeatMs = 15_000 } = options;
  const configNow = connectionConfig(options);
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const reconnectHandlers: (() => void)[] = [];
  const lossHandlers: (() => void)[] = [];
  const closing = new AbortController();
  let listener: Listener | undefined;
  let reconnecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const channels = [...handlers.keys()];
    const opened = await openListener(configNow(), channels, heartbeatMs, (channel, payload) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload);
    }).catch((error: unknown) => {
      if (isSignInRefused(error)) options.renew?.();
      throw error;
    });
    listener = opened;
    void opened.lost.then((reason) => {
      if (closing.signal.aborted) return;
      onError(reason);
      for (const handle of lossHandlers) handle();
      reconnecting = reconnect();
    });
  }

  async function reconnect(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(
        () => {},
      );
      if (closing.signal.aborted) return;
      try {
        await connect();
        break;
      } catch (error) {
        onError(error);
      }
    }
    for (const handle of reconnectHandlers) handle();
  }

  return {
    listen(channel, handler) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onReconnect(handler) {
      reconnectHandlers.push(handler);
    },
    onLost(handler) {
      lossHandlers.push(handler);
    },
    start: connect,
    async close() {
      closing.abort();
      await reconnecting;
      await listener?.close();
    },
  };
}

interface Listener {
  /** Resolves with the reason when the connection is no longer usable; never rejects. */
  lost: Promise<unknown>;
  close(): Promise<void>;
}

async function openListener(
  config: pg.ClientConfig,
  channels: string[],
  heartbeatMs: number,
  onNotification: (channel: string, payload: string) => void,
): Promise<Listener> {
  const client = new pg.Client({
    application_name: 'model-run listener',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    ...config,
  });
  const end = (): Promise<void> => client.end().catch(() => {});
  const lost = Promise.withResolvers<unknown>();
  client.on('error', lost.resolve);
  client.on('end', () => lost.resolve(new Error('the listening connection ended')));
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
  try {
    await client.connect();
    await client.query(channels.map((name) => `LISTEN ${pg.escapeIdentifier(name)}`).join(';'));
  } catch (error) {
    await end();
    throw error;
  }
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(lost.resolve), heartbeatMs);
  heartbeat.unref();
  void lost.promise.then(() => {
    clearInterval(heartbeat);
    return end();
  });
  return { lost: lost.promise, close: end };
}
