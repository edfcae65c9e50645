/**
 * The bytes of request bodies that workspaces send in a day of UTC. A process counts in memory and adds what it counted
 * to the database every second: from that it learns what the others have counted. A crash loses the last second.
 */
import type { Db } from '../db/pool.ts';
import { createCache } from '../kernel/cache.ts';
import type { Log } from '../telemetry/log.ts';
import { endOfDay, type QuotaName, quotaExceeded } from './quotas.ts';
import { addTraffic } from './store.ts';

export interface Traffic {
  /** Counts bytes of a request. */
  received(workspace: string, bytes: number): void;
  /** Throws if today's bytes are used up, as far as this process knows. */
  assertMaySend(workspace: string): void;
  /** Adds to the database what was counted. */
  flush(): Promise<void>;
}

const FLUSH_EVERY_MS = 1_000;
/** The process first forgets the workspace that has been silent longest, until it counts for it again. */
const WORKSPACES = 50_000;

export function createTraffic(options: {
  db: Db;
  limitOf(workspace: string, name: QuotaName): number;
  log: Pick<Log, 'warn'>;
}): Traffic {
  const { db, limitOf, log } = options;
  /** What all processes have counted on the day. */
  const known = createCache<{ day: string; received: number }>(WORKSPACES);
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  function usedToday(workspace: string): number {
    const of = known.get(workspace);
    const before = of?.day === new Date().toISOString().slice(0, 10) ? of.received : 0;
    return before + (counted.get(workspace) ?? 0);
  }

  async function addCounted(): Promise<void> {
    const adding = counted;
    counted = new Map();
    if (adding.size === 0) return;
    try {
      const rows = [...adding].map(([workspace, received]) => ({ workspace, received }));
      for (const { workspace, ...sum } of await addTraffic(db, rows)) known.set(workspace, sum);
    } catch (err) {
      // It may have been added: so it is not added again, and counts for nothing.
      log.warn({ err }, 'bytes of requests were not counted');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = (flushing ?? Promise.resolve()).then(addCounted);
    return flushing;
  }

  return {
    received(workspace, bytes) {
      if (bytes === 0) return;
      counted.set(workspace, (counted.get(workspace) ?? 0) + bytes);
      timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref();
    },
    assertMaySend(workspace) {
      const used = usedToday(workspace);
      const limit = limitOf(workspace, 'received_bytes');
      if (used < limit) return;
      throw quotaExceeded({ quota: 'received_bytes', limit, used, freesAt: endOfDay() });
    },
    flush,
  };
}
