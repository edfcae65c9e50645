/** Processes that share limits, each with everything that a process of the service has of them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNotifications, createNotifier } from '../../server/platform/db/notifications.ts';
import {
  createRates,
  type RateStore,
  type Rates,
  type Verdict,
} from '../../server/platform/rates/index.ts';

export interface Sharing {
  rates: Rates[];
  /** Resolves when each process has received what the others have sent so far. */
  allHeard(): Promise<void>;
  close(): Promise<void>;
}

/** Notifications of one connection arrive in order, whatever their channels: so this one comes last. */
const CHANNEL = 'test_heard';

export async function startSharing(
  url: string,
  count: number,
  openStore: () => RateStore | Promise<RateStore>,
): Promise<Sharing> {
  const processes = await Promise.all(
    Array.from({ length: count }, async () => {
      const notifications = createNotifications({ url });
      const notifier = createNotifier({ url });
      const log = { warn() {}, info() {} };
      const rates = createRates({ store: await openStore(), notifications, notifier, log });
      const heard = new Set<string>();
      notifications.listen(CHANNEL, (payload) => {
        for (const word of payload.split(',')) heard.add(word);
      });
      await notifications.start();
      return { rates, notifications, notifier, heard };
    }),
  );
  while (processes.some(({ rates }) => rates.processes() < count)) await sleep(20);
  return {
    rates: processes.map(({ rates }) => rates),
    async allHeard() {
      const words = processes.map(({ notifier }) => {
        const word = randomUUID();
        notifier.notify(CHANNEL, word);
        return word;
      });
      while (processes.some(({ heard }) => words.some((word) => !heard.has(word)))) await sleep(5);
    },
    async close() {
      for (const { rates, notifications, notifier } of processes) {
        await rates.close();
        await notifications.close();
        await notifier.close();
      }
    },
  };
}

/** A store that is unreachable when the test says so. */
export function switched(store: RateStore): RateStore & { away: boolean } {
  let lost = () => {};
  let away = false;
  return {
    ...store,
    get away() {
      return away;
    },
    set away(value) {
      away = value;
      if (value) lost();
    },
    add: async (additions) => {
      if (away) throw new Error('the store is away');
      return store.add(additions);
    },
    ping: async () => {
      if (away) throw new Error('the store is away');
      return store.ping();
    },
    onLost: (handler) => {
      lost = handler;
    },
  };
}

export const admitted = (verdicts: Verdict[]) => verdicts.filter(({ isWithin }) => isWithin).length;
