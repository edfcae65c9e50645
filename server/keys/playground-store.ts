/** The SQL of the keys with which people run something from the pages of the dashboard. */
import type { Queryable } from '../platform/db/pool.ts';

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
}

/** Neither a key that expires during the create, nor one that was rotated: somebody has its successor's secret. */
export async function selectPlaygroundKey(
  db: Queryable,
  { workspace, person }: PlaygroundOwner,
  scope?: string,
): Promise<PlaygroundRow | undefined> {
  const [row] = await db.query<PlaygroundRow>(
    `select k.id, k.scopes, k.account, a.available, k.expires_at as "expiresAt", k.models,
       k.spender is not null as "hasLimits"
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
