/**
 * The bytes of request bodies that workspaces send in a day of UTC, and of files that they download. A process counts in
 * memory and adds what it counted to the database every second: from that it learns what the others have counted. A crash
 * loses the last second.
 */
import type { Db } from '../platform/db/pool.ts';
import { createCache } from '../platform/lib/cache.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { endOfDay, type QuotaName, quotaExceeded } from './quotas.ts';
import { addTraffic, type Traffic as Counts } from './store.ts';

export interface Traffic {
  /** Counts bytes of a request. */
  received(workspace: string, bytes: number): void;
  /** Counts bytes of a file that a connection has taken. */
  downloaded(workspace: string, bytes: number): void;
  /** Throws if today's bytes of requests are used up, as far as this process knows. */
  assertMaySend(workspace: string): void;
  /** The same for files. */
  assertMayDownload(workspace: string): void;
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
  const known = createCache<Counts & { day: string }>(WORKSPACES);
  let counted = new Map<string, Counts>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  function count(workspace: string, what: keyof Counts, bytes: number): void {
    if (bytes === 0) return;
    const of = counted.get(workspace) ?? { received: 0, downloaded: 0 };
    of[what] += bytes;
    counted.set(workspace, of);
    timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref();
  }

  function assertLeft(workspace: string, what: keyof Counts): void {
    const of = known.get(workspace);
    const before = of?.day === new Date().toISOString().slice(0, 10) ? of[what] : 0;
    const used = before + (counted.get(workspace)?.[what] ?? 0);
    const quota = `${what}_bytes` as const;
    const limit = limitOf(workspace, quota);
    if (used >= limit) throw quotaExceeded({ quota, limit, used, freesAt: endOfDay() });
  }

  async function addCounted(): Promise<void> {
    const adding = counted;
    counted = new Map();
    if (adding.size === 0) return;
    try {
      const rows = [...adding].map(([workspace, counts]) => ({ workspace, ...counts }));
      for (const { workspace, ...sum } of await addTraffic(db, rows)) known.set(workspace, sum);
    } catch (err) {
      // It may have been added: so it is not added again, and counts for nothing.
      log.warn({ err }, 'bytes of requests and downloads were not counted');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = (flushing ?? Promise.resolve()).then(addCounted);
    return flushing;
  }

  return {
    received: (workspace, bytes) => count(workspace, 'received', bytes),
    downloaded: (workspace, bytes) => count(workspace, 'downloaded', bytes),
    assertMaySend: (workspace) => assertLeft(workspace, 'received'),
    assertMayDownload: (workspace) => assertLeft(workspace, 'downloaded'),
    flush,
  };
}
