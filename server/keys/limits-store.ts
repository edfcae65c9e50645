/**
 * The SQL of spending limits. Keys that share limits have the same spender, and PostgreSQL keeps what is used of the
 * limits by spender and day. Creates read limits, and changes write them, under the locks of the accounts.
 */
import type { Queryable } from '../platform/db/pool.ts';
import type { Period } from '../platform/lib/moment.ts';

/** The limits of a key, and the spender whose use counts; all null if it has none. */
export interface Limits {
  spender: string | null;
  dayLimit: number | null;
  monthLimit: number | null;
}

/** What a spender has used of the present periods. */
export type Spending = { [Each in Period]: { spent: number; held: number } } & {
  /** Milliseconds since 1970, by the database's clock. */
  readAt: number;
};

export const LIMITS = `k.spender, k.day_limit as "dayLimit", k.month_limit as "monthLimit"`;

/** Null for a key without limits: its use is not counted. The alias of the table of keys is `k`. */
export const SPENDING = `
  case when k.spender is not null then (
    select json_build_object(
      'readAt', floor(extract(epoch from now()) * 1000),
      'day', json_build_object('spent', coalesce(sum(s.spent) filter (where s.day = t.today), 0),
        'held', coalesce(sum(s.held) filter (where s.day = t.today), 0)),
      'month', json_build_object('spent', coalesce(sum(s.spent), 0), 'held', coalesce(sum(s.held), 0)))
    from (select (now() at time zone 'UTC')::date as today) t
    left join key_spending s on s.workspace = k.workspace and s.spender = k.spender
      and s.day >= date_trunc('month', t.today::timestamp)::date
  ) end as spending`;

/** The key and the keys that it replaced, one after another; locked in the order of their ids. */
export async function lockWithPredecessors(tx: Queryable, key: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive chain (id) as (
       select $1::uuid union select k.id from api_key k join chain c on k.rotated_to = c.id
     )
     select id from api_key where id in (select id from chain) order by id for no key update`,
    [key],
  );
  return rows.map(({ id }) => id);
}

export async function setLimits(tx: Queryable, keys: string[], limits: Limits): Promise<void> {
  await tx.query(
    'update api_key set spender = $2, day_limit = $3, month_limit = $4 where id = any ($1::uuid[])',
    [keys, limits.spender, limits.dayLimit, limits.monthLimit],
  );
}

export async function setModels(
  tx: Queryable,
  keys: string[],
  models: string[] | null,
): Promise<void> {
  await tx.query('update api_key set models = $2 where id = any ($1::uuid[])', [keys, models]);
}

/** Counts what the keys have used of this month; fails with a lock timeout if a settlement is under way. */
export async function beginSpending(
  tx: Queryable,
  { workspace, keys, spender }: { workspace: string; keys: string[]; spender: string },
): Promise<void> {
  await tx.query('select begin_spending($1, $2::uuid[], $3)', [workspace, keys, spender]);
}

export interface AccountRow {
  account: 'wallet' | 'key_credit';
  available: number;
  held: number;
}

/** These accounts in the given order, and how many runs of the workspace are pending. */
export async function selectAccounts(
  db: Queryable,
  workspace: string,
  ids: string[],
): Promise<{ accounts: AccountRow[]; pendingRuns: number }> {
  const rows = await db.query<AccountRow & { pending: number }>(
    `select a.kind as account, a.available, a.held,
       (select sum(w.pending) from account w where w.workspace = $1)::integer as pending
     from account a where a.workspace = $1 and a.id = any ($2::uuid[]) order by array_position($2::uuid[], a.id)`,
    [workspace, ids],
  );
  const accounts = rows.map(({ account, available, held }) => ({ account, available, held }));
  return { accounts, pendingRuns: rows[0]?.pending ?? 0 };
}
