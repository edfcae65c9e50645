/**
 * The SQL of API keys. A key is alive while it is neither revoked nor expired, by the database's clock. A revocation
 * holds the locks of the key's account and of the wallet, because a create reads the key under the same locks. A key is
 * locked before its accounts.
 */

import type { Queryable } from '../platform/db/pool.ts';
import type { Period } from '../platform/lib/moment.ts';

export interface KeyRow extends Limits {
  id: string;
  workspace: string;
  prefix: string;
  last4: string;
  name: string;
  scopes: string[];
  account: string | null;
  walletFallback: boolean;
  /** What the key's own account has available; null if it spends the wallet. */
  credit: number | null;
  status: 'active' | 'expired' | 'revoked';
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  rotatedTo: string | null;
  /** The key that it replaced. */
  rotatedFrom: string | null;
  createdAt: Date;
  /** The user who created it; null if it was the command line or another key. */
  createdBy: string | null;
  /** The key that created it, or the one in its place after a rotation. */
  madeBy: string | null;
  /** The only models that it may name; null if it may name any. */
  models: string[] | null;
  /** Created for a person who runs something from the pages of the dashboard; nobody has its secret. */
  isPlayground: boolean;
  /** What counts against its limits; null if nothing is counted. With what the keys that it created have used. */
  spending: Spending | null;
}

export interface PrincipalRow {
  id: string;
  workspace: string;
  scopes: string[];
  account: string | null;
  walletFallback: boolean;
  wallet: string;
  models: string[] | null;
  /** Those that the key that created it may name. */
  makersModels: string[] | null;
  hasLimits: boolean;
  isSuspended: boolean;
  isInDebt: boolean;
  /** Milliseconds until the key expires; null if it never does. */
  endsIn: number | null;
}

export interface NewKey extends Limits {
  workspace: string;
  id: string;
  hash: Buffer;
  prefix: string;
  last4: string;
  name: string;
  scopes: string[];
  account: string | null;
  walletFallback: boolean;
  expiresAt: Date | null;
  createdBy: string | null;
  madeBy: string | null;
  /** Creates only one key within the workspace. */
  requestKey: string | null;
  models: string[] | null;
}

const ALIVE = '(k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))';

/** A newer playground key of the same person has its account now. */
const IS_SUCCEEDED = `exists (select 1 from playground_key p join api_key y on y.id = p.api_key
  where p.workspace = k.workspace and y.account = k.account and y.id > k.id)`;

const LIMITS = `k.spender, k.day_limit as "dayLimit", k.month_limit as "monthLimit"`;

/** Null for a key without limits: its use is not counted. The alias of the table of keys is `k`. */
const SPENDING = `
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

const KEY = `
  k.id, k.workspace, k.prefix, k.last4, k.name, k.scopes, k.account, k.wallet_fallback as "walletFallback",
  (select a.available from account a where a.id = k.account and not ${IS_SUCCEEDED}) as credit,
  case when k.revoked_at is not null then 'revoked' when not ${ALIVE} then 'expired' else 'active' end as status,
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  k.rotated_to as "rotatedTo", (select o.id from api_key o where o.rotated_to = k.id limit 1) as "rotatedFrom",
  k.created_at as "createdAt", k.created_by as "createdBy",
  k.made_by as "madeBy", k.models,
  exists (select 1 from playground_key p where p.api_key = k.id) as "isPlayground", ${LIMITS}, ${SPENDING}`;

const STANDING = `exists (
    select from workspace o where o.id = k.workspace and o.suspended_at is not null) as "isSuspended",
  exists (select from payment p where p.workspace = k.workspace and p.returned > p.taken_back) as "isInDebt"`;

/** Undefined if no living key has the hash. */
export async function selectPrincipal(
  db: Queryable,
  hash: Buffer,
): Promise<PrincipalRow | undefined> {
  const [row] = await db.query<PrincipalRow>(
    `select k.id, k.workspace, k.scopes, k.account, k.wallet_fallback as "walletFallback", w.id as wallet,
       k.models, (select m.models from api_key m where m.id = k.made_by) as "makersModels",
       k.spender is not null as "hasLimits", ${STANDING},
       (extract(epoch from k.expires_at - now()) * 1000)::float8 as "endsIn"
     from api_key k join account w on w.workspace = k.workspace and w.kind = 'wallet'
     where k.hash = $1 and ${ALIVE}`,
    [hash],
    'key_principal',
  );
  return row;
}

/** Updates the time of last use of keys that were just used, at most once a minute each. */
export async function touchKeys(db: Queryable, ids: string[]): Promise<void> {
  await db.query(
    `update api_key set last_used_at = now()
     where id in (select k.id from api_key k where k.id = any ($1::uuid[])
       and (k.last_used_at is null or k.last_used_at < now() - interval '55 s')
       order by k.id for no key update skip locked)`,
    [ids],
  );
}

export async function insertKey(tx: Queryable, key: NewKey): Promise<void> {
  await tx.query(
    `insert into api_key (workspace, id, hash, prefix, last4, name, scopes, account, wallet_fallback, expires_at,
       created_by, made_by, request_key, models, spender, day_limit, month_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      key.workspace,
      key.id,
      key.hash,
      key.prefix,
      key.last4,
      key.name,
      key.scopes,
      key.account,
      key.walletFallback,
      key.expiresAt,
      key.createdBy,
      key.madeBy,
      key.requestKey,
      key.models,
      key.spender,
      key.dayLimit,
      key.monthLimit,
    ],
  );
}

/** The id of the key that a request created. */
export async function selectKeyOfRequest(
  db: Queryable,
  workspace: string,
  requestKey: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'select id from api_key where workspace = $1 and request_key = $2',
    [workspace, requestKey],
  );
  return row?.id;
}

export function selectKeys(db: Queryable, workspace: string): Promise<KeyRow[]> {
  return db.query<KeyRow>(`select ${KEY} from api_key k where k.workspace = $1 order by k.id`, [
    workspace,
  ]);
}

/** Of all keys of the workspace, or of these. */
export function selectKeyNames(
  db: Queryable,
  workspace: string,
  keys?: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(
    'select id, name from api_key where workspace = $1 and ($2::uuid[] is null or id = any ($2))',
    [workspace, keys ?? null],
  );
}

/** Ids of the living keys that each of these users created, oldest first. */
export function selectActiveKeysOf(
  db: Queryable,
  workspace: string,
  users: readonly string[],
): Promise<{ id: string; user: string }[]> {
  return db.query<{ id: string; user: string }>(
    `select k.id, k.created_by as user from api_key k
     where k.workspace = $1 and k.created_by = any ($2::uuid[]) and ${ALIVE} order by k.id`,
    [workspace, users],
  );
}

/** Every rotation of the workspace: the replaced key, and its replacement. */
export function selectRotations(
  db: Queryable,
  workspace: string,
): Promise<{ from: string; to: string }[]> {
  return db.query<{ from: string; to: string }>(
    `select id as from, rotated_to as to from api_key where workspace = $1 and rotated_to is not null`,
    [workspace],
  );
}

export interface KeyFilter {
  status?: KeyRow['status'] | undefined;
  /** The key that created them. */
  madeBy?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** Newest first, with ids below `before`. */
export function selectKeysPage(
  db: Queryable,
  page: { workspace: string; filter: KeyFilter; before: string; limit: number },
): Promise<KeyRow[]> {
  const { status, madeBy, createdAfter, createdBefore } = page.filter;
  return db.query<KeyRow>(
    `select * from (select ${KEY} from api_key k where k.workspace = $1 and k.id < $3
       and ($5::uuid is null or k.made_by = $5) and ($6::timestamptz is null or k.created_at > $6)
       and ($7::timestamptz is null or k.created_at < $7)) k
     where $2::text is null or k.status = $2 order by k.id desc limit $4`,
    [
      ...[page.workspace, status ?? null, page.before, page.limit],
      ...[madeBy ?? null, createdAfter ?? null, createdBefore ?? null],
    ],
  );
}

export async function selectKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>(`select ${KEY} from api_key k where k.id = $1`, [id]);
  return row;
}

/** The key, locked until the transaction ends. */
export async function lockKey(tx: Queryable, id: string): Promise<KeyRow | undefined> {
  await tx.query('select from api_key where id = $1 for no key update', [id]);
  return selectKey(tx, id);
}

/** Those that are not revoked yet. Returns their ids. */
export async function setRevoked(tx: Queryable, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update api_key set revoked_at = now() where id = any ($1::uuid[]) and revoked_at is null
     returning id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The accounts of these keys that no living key spends. */
export async function selectUnspent(tx: Queryable, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ account: string }>(
    `select distinct y.account from api_key y where y.id = any ($1::uuid[]) and y.account is not null
       and not exists (select from api_key k where k.account = y.account and ${ALIVE})`,
    [ids],
  );
  return rows.map(({ account }) => account);
}

/** Of these keys: those that a key created belong to the one in its place. */
export async function setMaker(tx: Queryable, maker: { from: string; to: string }): Promise<void> {
  await tx.query('update api_key set made_by = $2 where made_by = $1', [maker.from, maker.to]);
}

export async function countAlive(tx: Queryable, maker: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from api_key k where k.made_by = $1 and ${ALIVE}`,
    [maker],
  );
  return row!.count;
}

/** The key works until the overlap ends, or until its own expiry if that is earlier. */
export async function setRotated(
  tx: Queryable,
  rotation: { id: string; to: string; overlapMs: number },
): Promise<Date> {
  const [row] = await tx.query<{ expiresAt: Date }>(
    `update api_key set rotated_to = $2,
       expires_at = least(coalesce(expires_at, 'infinity'), now() + $3 * interval '1 ms')
     where id = $1 returning expires_at as "expiresAt"`,
    [rotation.id, rotation.to, rotation.overlapMs],
  );
  return (row as { expiresAt: Date }).expiresAt;
}

export async function setName(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.query('update api_key set name = $2 where id = $1', [id, name]);
}

export async function setExpiry(tx: Queryable, id: string, expiresAt: Date | null): Promise<void> {
  await tx.query('update api_key set expires_at = $2 where id = $1', [id, expiresAt]);
}

/** The account that these keys spend first, and whether the wallet pays if that has too little. */
export async function setPayer(
  tx: Queryable,
  ids: string[],
  { account, walletFallback }: { account: string | null; walletFallback: boolean },
): Promise<void> {
  await tx.query(
    'update api_key set account = $2, wallet_fallback = $3 where id = any ($1::uuid[])',
    [ids, account, walletFallback],
  );
}

/** Whether a living key spends this account. */
export async function isSpent(tx: Queryable, account: string): Promise<boolean> {
  const rows = await tx.query(`select from api_key k where k.account = $1 and ${ALIVE} limit 1`, [
    account,
  ]);
  return rows.length > 0;
}

/**
 * Accounts of keys that have all ended, with something left in them; in random order, so that none blocks the others.
 */
export function selectEndedCredit(
  db: Queryable,
  limit: number,
): Promise<{ workspace: string; account: string }[]> {
  return db.query<{ workspace: string; account: string }>(
    `select a.workspace, a.id as account from account a
     where a.kind = 'key_credit' and a.available > 0
       and a.id in (select k.account from api_key k where k.account is not null and not ${ALIVE})
       and not exists (select from api_key k where k.account = a.id and ${ALIVE})
     order by random() limit $1`,
    [limit],
  );
}

/*
 * The SQL of spending limits. Keys that share limits have the same spender, and PostgreSQL keeps what is used of the
 * limits by spender and day. Creates read limits, and changes write them, under the locks of the accounts.
 */

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

/** A key with those that a change of it concerns. */
export interface Family {
  /** The key and the keys that it replaced, one after another. */
  keys: string[];
  /** The living keys that it created, each with the keys that it replaced. */
  made: string[][];
}

/**
 * Locks the key, its family and the key that created it: first the creator, or the key that has none, so that all changes
 * in a family wait for each other and for its new keys; then the others in the order of their ids.
 */
export async function lockFamily(tx: Queryable, key: string): Promise<Family> {
  let locked: string | undefined;
  for (;;) {
    const [row] = await tx.query<{ first: string }>(
      'select coalesce(made_by, id) as first from api_key where id = $1',
      [key],
    );
    // A rotation of the creator may have put another one in its place meanwhile.
    if (row!.first === locked) break;
    locked = row!.first;
    await tx.query('select from api_key where id = $1 for no key update', [locked]);
  }
  const rows = await tx.query<{ id: string; head: string }>(
    `with recursive chain (id, head) as (
       select $1::uuid, $1::uuid
       union select k.id, k.id from api_key k where k.made_by = $1 and ${ALIVE} and not exists (
         select from api_key y where y.id = k.rotated_to and y.revoked_at is null
           and (y.expires_at is null or y.expires_at > now()))
       union select k.id, c.head from api_key k join chain c on k.rotated_to = c.id
     )
     select k.id, c.head from api_key k left join chain c on c.id = k.id
     where k.id in (select id from chain) or k.id = (select y.made_by from api_key y where y.id = $1)
     order by k.id for no key update of k`,
    [key],
  );
  const chains = Map.groupBy(rows, ({ head }) => head);
  const idsOf = (head: string) => chains.get(head)!.map(({ id }) => id);
  const heads = [...chains.keys()].filter((head) => head !== null && head !== key);
  return { keys: idsOf(key), made: heads.map(idsOf) };
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

/**
 * Counts what the keys of new spenders, and the counted keys that they created, have used of this month. The caller has
 * locked all accounts of the workspace.
 */
export async function beginSpending(
  tx: Queryable,
  workspace: string,
  spenders: string[],
): Promise<void> {
  await tx.query('select begin_spending($1, $2::uuid[])', [workspace, spenders]);
}

/* What the change of a key changes of the keys that it created. */

/** None of them works after this moment; one that ends earlier still does. */
export async function endBy(tx: Queryable, keys: string[], expiresAt: Date): Promise<void> {
  await tx.query(
    `update api_key set expires_at = $2
     where id = any ($1::uuid[]) and (expires_at is null or expires_at > $2)`,
    [keys, expiresAt],
  );
}

/** Those that spend its account go on to spend the same; no other falls back to the wallet unless it may spend that. */
export async function followPayer(
  tx: Queryable,
  keys: string[],
  { from, to }: { from: KeyRow; to: KeyRow },
): Promise<void> {
  await tx.query(
    `update api_key set
       account = case when account is not distinct from $2 then $3 else account end,
       wallet_fallback = case when account is not distinct from $2 then $4
         else wallet_fallback and ($4 or $3::uuid is null) end
     where id = any ($1::uuid[])`,
    [keys, from.account, to.account, to.walletFallback],
  );
}

/** Of keys without limits of their own, whose use is counted only while they have a spender. */
export async function setSpenders(
  tx: Queryable,
  given: { key: string; spender: string | null }[],
): Promise<void> {
  await tx.query(
    `update api_key k set spender = n.spender from unnest($1::uuid[], $2::uuid[]) n (id, spender)
     where k.id = n.id and k.day_limit is null and k.month_limit is null`,
    [given.map(({ key }) => key), given.map(({ spender }) => spender)],
  );
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

/* The SQL of the keys with which people run something from the pages of the dashboard. */

/** The owner of such a key. */
export interface PlaygroundOwner {
  workspace: string;
  person: string;
}

export interface PlaygroundRow {
  id: string;
  scopes: string[];
  account: string;
  available: number;
  expiresAt: Date;
  models: string[] | null;
  hasLimits: boolean;
  isSuspended: boolean;
  isInDebt: boolean;
}

/** Neither a key that expires during the create, nor one that was rotated: somebody has its successor's secret. */
export async function selectPlaygroundKey(
  db: Queryable,
  { workspace, person }: PlaygroundOwner,
  scope?: string,
): Promise<PlaygroundRow | undefined> {
  const [row] = await db.query<PlaygroundRow>(
    `select k.id, k.scopes, k.account, a.available, k.expires_at as "expiresAt", k.models,
       k.spender is not null as "hasLimits", ${STANDING}
     from playground_key p join api_key k on k.id = p.api_key join account a on a.id = k.account
     where p.workspace = $1 and p.person = $2 and k.revoked_at is null and k.rotated_to is null
       and k.expires_at > now() + interval '30 s' and ($3::text is null or $3 = any (k.scopes))
     order by p.api_key desc limit 1`,
    [workspace, person, scope ?? null],
  );
  return row;
}

/** The account of an earlier key of the person, without holds: limits add up every account of a workspace. */
export async function selectPlaygroundAccount(
  tx: Queryable,
  { workspace, person }: PlaygroundOwner,
): Promise<string | undefined> {
  const [row] = await tx.query<{ account: string }>(
    `select k.account from playground_key p join api_key k on k.id = p.api_key join account a on a.id = k.account
     where p.workspace = $1 and p.person = $2 and a.held = 0 order by p.api_key desc limit 1`,
    [workspace, person],
  );
  return row?.account;
}

/** Until the transaction ends, nobody else creates one for this person. */
export async function lockPlayground(
  tx: Queryable,
  { workspace, person }: PlaygroundOwner,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 2))", [
    workspace,
    person,
  ]);
}

export async function insertPlaygroundKey(
  tx: Queryable,
  { workspace, person }: PlaygroundOwner,
  key: string,
): Promise<void> {
  await tx.query('insert into playground_key (api_key, workspace, person) values ($1, $2, $3)', [
    key,
    workspace,
    person,
  ]);
}

export async function selectWallet(
  db: Queryable,
  workspace: string,
): Promise<{ account: string; available: number }> {
  const [row] = await db.query<{ account: string; available: number }>(
    `select id as account, available from account where workspace = $1 and kind = 'wallet'`,
    [workspace],
  );
  return row!;
}
