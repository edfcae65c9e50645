/**
 * The stores that count windows of a minute for all processes: PostgreSQL, and the memory of a process that shares no
 * limit with others. `valkey.ts` is another one, which is loaded only if it is configured.
 */
import type { DatabaseAddress } from '../db/address.ts';
import { createDb, ping, type Queryable } from '../db/pool.ts';
import { createCache } from '../lib/cache.ts';

export interface Addition {
  key: string;
  amount: number;
}

/** How much of a window all processes have taken. */
export interface Counted {
  total: number;
  endsInMs: number;
}

export interface RateStore {
  /** Adds to the windows of these keys; each key occurs once. A window begins with its first addition. */
  add(additions: Addition[]): Promise<Counted[]>;
  /** Resolves when the store answers. */
  ping(): Promise<void>;
  /** Calls the handler when the connection is lost, if the store can notice that without asking. */
  onLost?(handler: () => void): void;
  close(): Promise<void>;
}

export const WINDOW_SECONDS = 60;
export const WINDOW_MS = WINDOW_SECONDS * 1_000;

const CONNECTIONS = 2;
const STATEMENT_TIMEOUT_MS = 2_000;
const CLEAN_EVERY_MS = 60_000;

/**
 * On separate connections: leases and runs do not wait for each other. A commit does not wait for the disk: a crash of
 * PostgreSQL loses the last fraction of a second, by which it writes late.
 */
export function createPostgresStore(address: DatabaseAddress): RateStore {
  const db = createDb({
    ...{ ...address, max: CONNECTIONS, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    applicationName: 'model-run rates',
    synchronousCommit: 'off',
  });
  // A later process finds less to delete.
  const cleaning = setInterval(() => void deleteEndedWindows(db).catch(() => {}), CLEAN_EVERY_MS);
  cleaning.unref();
  return {
    add: (additions) => addToWindows(db, additions),
    ping: () => ping(db),
    async close() {
      clearInterval(cleaning);
      await db.close();
    },
  };
}

/** Only the database's clock determines when a window begins and ends. Sorts the keys, so that two processes never wait for each other. */
async function addToWindows(db: Queryable, additions: Addition[]): Promise<Counted[]> {
  const rows = await db.query<{ key: string; total: number; ends_in_ms: number }>(
    `insert into rate_window as w (key, total, ends_at)
     select a.key, a.amount, now() + $3 * interval '1 ms'
     from unnest($1::text[], $2::bigint[]) as a (key, amount) order by a.key collate "C"
     on conflict (key) do update set
       total = case when w.ends_at <= now() then excluded.total else w.total + excluded.total end,
       ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
     returning key, total,
       (extract(epoch from ends_at - clock_timestamp()) * 1000)::double precision as ends_in_ms`,
    [additions.map(({ key }) => key), additions.map(({ amount }) => amount), WINDOW_MS],
    'add_to_windows',
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return additions.map(({ key }) => {
    const { total, ends_in_ms: endsInMs } = byKey.get(key)!;
    return { total, endsInMs };
  });
}

async function deleteEndedWindows(db: Queryable): Promise<void> {
  await db.query("delete from rate_window where ends_at < now() - interval '1 minute'");
}

const WINDOWS = 100_000;

export function createMemoryStore(): RateStore {
  const windows = createCache<{ total: number; endsAt: number }>(WINDOWS, { ttl: WINDOW_MS });

  function windowOf(key: string) {
    const known = windows.get(key);
    if (known) return known;
    const fresh = { total: 0, endsAt: performance.now() + WINDOW_MS };
    windows.set(key, fresh);
    return fresh;
  }

  return {
    async add(additions) {
      return additions.map(({ key, amount }) => {
        const window = windowOf(key);
        window.total += amount;
        return { total: window.total, endsInMs: window.endsAt - performance.now() };
      });
    },
    async ping() {},
    async close() {},
  };
}
