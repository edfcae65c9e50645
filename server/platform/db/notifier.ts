/**
 * Sends notifications without delaying the sender: the payloads of one turn of the event loop, and all that come during
 * a send and shortly after it, leave together, joined by commas. They are only hints: the process drops and reports what
 * it cannot send, and the listeners' own slow poll finds it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from './address.ts';
import { createDb } from './pool.ts';

export interface Notifier {
  /** `payload` contains no comma. Payloads of a channel may arrive joined by commas, and equal ones once. */
  notify(channel: string, payload: string): void;
  /** Resolves when all notifications passed so far have been sent or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface NotifierOptions extends DatabaseAddress {
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
