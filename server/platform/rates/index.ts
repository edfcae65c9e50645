/** Limits in windows of a minute that hold for all processes of a deployment together. */
import type { Notifications, Notifier } from '../db/notifications.ts';
import type { Log } from '../telemetry/log.ts';
import { ALONE, createLiveProcesses, createUsageHints, NO_HINTS } from './peers.ts';
import { createMemoryStore, type RateStore } from './store.ts';
import { type Counter, type CounterOptions, createCounter, createStoreLink } from './windows.ts';

export { createPostgresStore, type RateStore, WINDOW_SECONDS } from './store.ts';
export { type Counter, chunkOf, type Verdict } from './windows.ts';

export interface Rates {
  counter(options: CounterOptions): Counter;
  /** How many processes share the limits now, as far as this one knows. */
  processes(): number;
  /** Whether this process would hear others that share the limits, and knows of none. */
  hearsNoOther(): boolean;
  close(): Promise<void>;
}

interface RatesOptions {
  store: RateStore;
  notifications: Pick<Notifications, 'listen' | 'onLost' | 'onReconnect'>;
  notifier: Pick<Notifier, 'notify'>;
  log: Pick<Log, 'warn' | 'info'>;
}

/** To be called before the notifications start. */
export function createRates({ store, notifications, notifier, log }: RatesOptions): Rates {
  const link = createStoreLink(store, log);
  const processes = createLiveProcesses(notifications, notifier);
  const hints = createUsageHints(notifications, notifier);
  return {
    counter: (options) => createCounter(options, { link, processes, hints }),
    processes: processes.count,
    hearsNoOther: processes.hearsNoOther,
    async close() {
      processes.close();
      await link.close();
    },
  };
}

/** Limits of a single process. */
export function createLocalRates(): Rates {
  const link = createStoreLink(createMemoryStore(), { warn() {}, info() {} });
  return {
    counter: (options) => createCounter(options, { link, processes: ALONE, hints: NO_HINTS }),
    processes: ALONE.count,
    hearsNoOther: ALONE.hearsNoOther,
    close: () => link.close(),
  };
}
