/**
 * Quotas of workspaces: how much of each is used, and the refusal beyond it. Stored bytes and the bytes of a day cost a
 * request nothing: every few seconds a process reads which quotas are used up, and adds the bytes that it counted.
 * Meanwhile a workspace may exceed a quota by what it sends in these seconds.
 */

import { type Actor, recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { createCache } from '../platform/lib/cache.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  endOfDay,
  QUOTA_NAMES,
  type QuotaDefaults,
  type QuotaName,
  quotaExceeded,
  type StoredName,
  type UsedQuota,
} from './quotas.ts';
import {
  addTraffic,
  type Traffic as Counts,
  countOutputs,
  countStored,
  deleteQuota,
  deleteTraffic,
  saveQuota,
  selectExpired,
  selectQuotas,
  selectReached,
  selectStored,
  selectUses,
  type UseRow,
  uncountOutputs,
} from './store.ts';

export {
  endOfDay,
  QUOTA_NAMES,
  QUOTAS,
  type QuotaDefaults,
  type QuotaName,
  quotaExceeded,
  type UsedQuota,
} from './quotas.ts';
export { forgetContent, type QuotaSum, sumUses } from './store.ts';

interface QuotaOptions {
  db: Db;
  defaults: QuotaDefaults;
  /** How long what is stored is kept, in days; undefined if it is kept for good, or as long as a workspace says. */
  keptDays: Readonly<Record<StoredName, number | undefined>>;
  log: Pick<Log, 'warn'>;
}

/** A limit of null is the default of the deployment. */
export async function setQuota(
  tx: Queryable,
  { workspace, quota, limit }: { workspace: string; quota: QuotaName; limit: number | null },
  actor?: Actor,
): Promise<void> {
  if (limit === null) await deleteQuota(tx, workspace, quota);
  else await saveQuota(tx, { workspace, name: quota, most: limit });
  await recordEvent(tx, workspace, 'quota_changed', { quota, limit }, actor);
}

export interface Quotas extends Traffic {
  limitOf(workspace: string, name: QuotaName): number;
  /** Throws the refusal of more, as far as this process knows. */
  assertRoom(workspace: string, name: StoredName): void;
  /** All quotas of a workspace, as the database has them now, or in the transaction. */
  usesOf(workspace: string, tx?: Queryable): Promise<UsedQuota[]>;
  /** The outputs of an owner, such as a job, that are or will be saved. A repeat counts nothing. */
  countOutputs(
    of: { workspace: string; owner: string; bytes: number },
    tx?: Queryable,
  ): Promise<void>;
  /** All outputs of these owners are gone. */
  uncountOutputs(workspace: string, owners: readonly string[]): Promise<void>;
  /** Owners of these workspaces, below these ids, have outputs that have expired. */
  expired(options: {
    workspace: string | null;
    now: Date | null;
  }): Promise<{ workspace: string; before: string }[]>;
  /** Counts what is stored, for a chore; returns the bytes of each workspace that stores any. */
  count(): Promise<{ workspace: string; bytes: number }[]>;
  /** Reads now which quotas are used up. */
  refresh(): Promise<void>;
  /** Refreshes every few seconds, until it is closed. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const REFRESH_EVERY_MS = 5_000;
const RUNS_PER_CALL = 20_000;
const DAY_MS = 86_400_000;

export function createQuotas(options: QuotaOptions): Quotas {
  const { db, defaults, keptDays, log } = options;
  let own: ReadonlyMap<string, number> = new Map();
  let reached: ReadonlyMap<string, UsedQuota> = new Map();
  let timer: NodeJS.Timeout | undefined;
  const limitOf = (workspace: string, name: QuotaName) =>
    own.get(keyOf(workspace, name)) ?? defaults[name];
  const traffic = createTraffic({ db, limitOf, log });
  const used = (row: UseRow) => usedOf(row, options);

  async function refresh(): Promise<void> {
    const [set, full] = await Promise.all([selectQuotas(db), selectReached(db, defaults)]);
    own = new Map(set.map(({ workspace, name, most }) => [keyOf(workspace, name), most]));
    reached = new Map(full.map((row) => [keyOf(row.workspace, row.name), used(row)]));
  }

  return {
    limitOf,
    assertRoom(workspace, name) {
      if (reached.size === 0) return;
      const found = reached.get(keyOf(workspace, name));
      if (found) throw quotaExceeded(found);
    },
    async usesOf(workspace, tx = db) {
      const rows = new Map((await selectUses(tx, workspace)).map((row) => [row.name, row]));
      return QUOTA_NAMES.map((quota) => {
        const row = rows.get(quota);
        return row ? used(row) : { quota, limit: defaults[quota], used: 0 };
      });
    },
    countOutputs: (of, tx = db) => countOutputs(tx, of),
    uncountOutputs: (workspace, owners) => uncountOutputs(db, workspace, owners),
    async expired(query) {
      const days = keptDays.stored_outputs;
      return days === undefined ? [] : selectExpired(db, { ...query, days });
    },
    async count() {
      while (await countStored(db, RUNS_PER_CALL));
      await deleteTraffic(db);
      return selectStored(db);
    },
    refresh,
    async follow() {
      await refresh();
      timer = setInterval(() => {
        refresh().catch((err: unknown) => log.warn({ err }, 'quotas were not read'));
      }, REFRESH_EVERY_MS).unref();
    },
    ...traffic,
    async close() {
      clearInterval(timer);
      await traffic.flush();
    },
  };
}

function usedOf(row: UseRow, { defaults, keptDays }: QuotaOptions): UsedQuota {
  const { name: quota, used, most } = row;
  return { quota, limit: most ?? defaults[quota], used, freesAt: freesAt(row, keptDays) };
}

/** Content is kept for whole days of UTC, and the day on which it came. */
function freesAt(
  { name: quota, used, oldest, exportExpiresAt, contentDays }: UseRow,
  keptDays: QuotaOptions['keptDays'],
): Date | undefined {
  if (used === 0 || quota.startsWith('compute_') || quota === 'customers') return undefined;
  if (!(quota in keptDays)) return endOfDay();
  const days = [keptDays[quota as StoredName], contentDays].filter((each) => each != null);
  const ofOldest =
    oldest === null ? Infinity : Date.parse(oldest) + (Math.min(...days) + 1) * DAY_MS;
  const ends = Math.min(ofOldest, exportExpiresAt?.getTime() ?? Infinity);
  // What is due is removed within minutes.
  return ends > Date.now() && ends < Infinity ? new Date(ends) : undefined;
}

function keyOf(workspace: string, name: QuotaName): string {
  return `${name} ${workspace}`;
}

/** The quota by its name, as people write it. */
export function quotaNamed(text: string): QuotaName {
  const found = QUOTA_NAMES.find((name) => name === text.replaceAll('-', '_'));
  if (found) return found;
  throw new Problem('invalid_request', `${text} is not a quota: ${QUOTA_NAMES.join(', ')}.`);
}

/*
 * The bytes of request bodies that workspaces send in a day of UTC, and of files that they download. A process counts in
 * memory and adds what it counted to the database every second: from that it learns what the others have counted. A crash
 * loses the last second.
 */

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

function createTraffic(options: {
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
