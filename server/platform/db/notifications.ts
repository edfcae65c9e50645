/**
 * Listens to PostgreSQL's notifications on a connection of its own while it is open: it replaces a lost connection,
 * with growing pauses, and finds one that died silently by a heartbeat. Notifications sent in between are lost, so
 * `onReconnect` makes the listeners read for themselves; `onLost` comes first, because the next server to answer may be
 * another database. Needs a direct connection: a pooler that shares connections between transactions loses
 * notifications.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, type DatabaseAddress } from './address.ts';
import { isSignInRefused } from './errors.ts';
import { CONNECT_TIMEOUT_MS, createDb, type Queryable } from './pool.ts';

export interface Notifications {
  /** Call before `start`. A channel may have several handlers. */
  listen(channel: string, handler: (payload: string) => void): void;
  onReconnect(handler: () => void): void;
  onLost(handler: () => void): void;
  /** Resolves once the connection listens to every channel; rejects if the first connection fails. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface NotificationsOptions extends DatabaseAddress {
  /** Called for each loss of the connection and each failed attempt to replace it. */
  onError?: (error: unknown) => void;
  heartbeatMs?: number;
  /** Default: as long as other connections. */
  connectTimeoutMs?: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;

export function createNotifications(options: NotificationsOptions): Notifications {
  const { onError = () => {} } = options;
  const configNow = connectionConfig(options);
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const reconnectHandlers: (() => void)[] = [];
  const lossHandlers: (() => void)[] = [];
  const closing = new AbortController();
  let listener: Listener | undefined;
  let reconnecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const channels = [...handlers.keys()];
    const opened = await openListener(configNow(), channels, options, (channel, payload) => {
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
  {
    heartbeatMs = 15_000,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: Pick<NotificationsOptions, 'heartbeatMs' | 'connectTimeoutMs'>,
  onNotification: (channel: string, payload: string) => void,
): Promise<Listener> {
  const client = new pg.Client({
    application_name: 'model-run listener',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
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

/*
 * Sends notifications without delaying the sender: the payloads of one turn of the event loop, and all that come during
 * a send and shortly after it, leave together, joined by commas. They are only hints: the process drops and reports what
 * it cannot send, and the listeners' own slow poll finds it.
 */

export interface Notifier {
  /** `payload` contains no comma. Payloads of a channel may arrive joined by commas, and equal ones once. */
  notify(channel: string, payload: string): void;
  /** Resolves when all notifications passed so far have been sent or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface NotifierOptions extends DatabaseAddress {
  onDropped?: (error: unknown, count: number) => void;
}

/** PostgreSQL's limit is 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const MAX_WAITING = 50_000;
const TIMEOUT_MS = 5_000;
/** Between two sends: each is a transaction, and every process that listens reads it. */
const PAUSE_MS = 10;

const SEND =
  'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS t(channel, payload)';

export function createNotifier({ onDropped = () => {}, ...address }: NotifierOptions): Notifier {
  // A connection of its own, and no wait for the disk: a notification does not survive a crash anyway.
  const db = createDb({
    ...address,
    max: 1,
    applicationName: 'model-run notifier',
    statementTimeoutMs: TIMEOUT_MS,
    synchronousCommit: 'off',
  });
  let waiting = new Map<string, Set<string>>();
  let count = 0;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    await new Promise(setImmediate);
    while (count > 0) {
      const batch = waiting;
      const size = count;
      waiting = new Map();
      count = 0;
      try {
        await send(batch);
      } catch (error) {
        onDropped(error, size);
      }
      await sleep(PAUSE_MS);
    }
    sending = undefined;
  }

  async function send(batch: Map<string, Set<string>>): Promise<void> {
    const messages = [...batch].flatMap(([channel, payloads]) =>
      joined(payloads).map((payload) => ({ channel, payload })),
    );
    const channels = messages.map(({ channel }) => channel);
    const payloads = messages.map(({ payload }) => payload);
    await db.query(SEND, [channels, payloads], 'notify');
  }

  return {
    notify(channel, payload) {
      if (count >= MAX_WAITING) return onDropped(new Error('too many notifications wait'), 1);
      const payloads = waiting.get(channel) ?? new Set();
      payloads.add(payload);
      waiting.set(channel, payloads);
      count += 1;
      sending ??= sendAll();
    },
    flush: () => sending ?? Promise.resolve(),
    async close() {
      await sending;
      await db.close();
    },
  };
}

function joined(payloads: Iterable<string>): string[] {
  const messages: string[] = [];
  let message: string[] = [];
  let bytes = 0;
  for (const payload of payloads) {
    const size = Buffer.byteLength(payload) + 1;
    if (bytes + size > MAX_PAYLOAD_BYTES && message.length > 0) {
      messages.push(message.join(','));
      message = [];
      bytes = 0;
    }
    message.push(payload);
    bytes += size;
  }
  if (message.length > 0) messages.push(message.join(','));
  return messages;
}

/*
 * Whether notifications come back: the process sends one as the service does, and it has to arrive at the connection
 * that listens. A pooler in between, or URLs of two databases, lose notifications without an error, and then processes
 * learn of an end or a cancel only by a slow poll. Checked at the start and every minute.
 */

export interface Echo {
  /** Sends one; resolves with whether it came back in time. Rejects if it could not be sent. */
  ask(): Promise<boolean>;
  /** Checks regularly, and reports each change of the answer; the initial answer is `true`. */
  watch(onChanged: (isDelivered: boolean) => void): { stop(): Promise<void> };
}

interface EchoOptions {
  /** The same way as the service sends. */
  db: Queryable;
  /** Not started yet. */
  notifications: Pick<Notifications, 'listen'>;
  everyMs?: number;
  withinMs?: number;
}

const EVERY_MS = 60_000;
const WITHIN_MS = 10_000;

export function createEcho({ db, notifications, ...times }: EchoOptions): Echo {
  const { everyMs = EVERY_MS, withinMs = WITHIN_MS } = times;
  // A channel of this process alone: others do not wake up.
  const channel = `model_run_echo_${randomUUID().replaceAll('-', '')}`;
  const awaited = new Map<string, () => void>();
  notifications.listen(channel, (payload) => awaited.get(payload)?.());

  async function ask(): Promise<boolean> {
    const word = randomUUID();
    const heard = new AbortController();
    awaited.set(word, () => heard.abort());
    try {
      await db.query('SELECT pg_notify($1, $2)', [channel, word], 'echo');
      if (heard.signal.aborted) return true;
      await sleep(withinMs, undefined, { signal: heard.signal });
      return false;
    } catch (error) {
      if (heard.signal.aborted) return true;
      throw error;
    } finally {
      awaited.delete(word);
    }
  }

  async function watchUntil(
    stopping: AbortSignal,
    onChanged: (isDelivered: boolean) => void,
  ): Promise<void> {
    let came = true;
    for (;;) {
      await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
      if (stopping.aborted) return;
      // An unreachable database says nothing about notifications that it would deliver.
      const comes = await ask().catch(() => came);
      if (comes !== came && !stopping.aborted) onChanged(comes);
      came = comes;
    }
  }

  return {
    ask,
    watch(onChanged) {
      const stopping = new AbortController();
      void watchUntil(stopping.signal, onChanged);
      return { stop: async () => stopping.abort() };
    },
  };
}
