/**
 * Whether notifications come back: the process sends one as the service does, and it has to arrive at the connection
 * that listens. A pooler in between, or URLs of two databases, lose notifications without an error, and then processes
 * learn of an end or a cancel only by a slow poll. Checked at the start and every minute.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notifications } from './notifications.ts';
import type { Queryable } from './pool.ts';

export interface Echo {
  /** Sends one; resolves with whether it came back in time. Rejects if it could not be sent. */
  ask(): Promise<boolean>;
  /** Checks regularly, and reports each change of the answer; the initial answer is `true`. */
  watch(onChanged: (isDelivered: boolean) => void): { stop(): Promise<void> };
}

export interface EchoOptions {
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
