/** The SQL of grants: their rows, and what decides how much of them is left. */

import type { Queryable } from '../platform/db/pool.ts';
import type { CountedGrant, HeldRun, Sums } from './attribution.ts';

export const REASONS = ['welcome', 'goodwill', 'promotion'] as const;
export type Reason = (typeof REASONS)[number];

export interface Grant {
  workspace: string;
  id: string;
  reference: string;
  reason: Reason;
  note: string | null;
  amount: number;
  createdAt: Date;
  expiresAt: Date;
  /** When it expires, or when it was revoked before. */
  endsAt: Date;
  state: CountedGrant['state'];
  spent: number;
  expired: number;
}

/** A grant that has not ended. What counts is what the accounts of the workspace have been charged. */
export interface OpenGrant extends Grant, CountedGrant {
  takes: number;
}

const GRANT = `g.workspace, g.id, g.reference, g.reason, g.note, g.amount, g.created_at as "createdAt",
  g.expires_at as "expiresAt", g.ends_at as "endsAt", g.state, g.spent, g.expired`;

/** What a grant `g` of a workspace or a customer keeps for runs. The workspace is `$1`. */
export const KEPT = `coalesce((
    select json_agg(json_build_object('run', m.id, 'amount', k.amount,
      'charged', case when m.state in ('completed', 'failed') then coalesce(m.charged_amount, 0) end) order by m.id)
    from unnest(g.held_runs, g.kept_amounts) as k (run, amount) join run m on m.workspace = $1 and m.id = k.run
  ), '[]') as kept`;

export function keptColumns({ kept }: Pick<CountedGrant, 'kept'>) {
  return {
    held_runs: kept.map(({ run }) => run),
    kept_amounts: kept.map(({ amount }) => amount),
  };
}

/** All accounts of the workspace: afterwards nothing is held or charged until the transaction ends. */
export async function lockWorkspace(tx: Queryable, workspace: string): Promise<void> {
  await tx.query('select from account where workspace = $1 order by id for no key update', [
    workspace,
  ]);
}

export async function hasGrants(db: Queryable, workspace: string): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(
    `select exists (select from credit_grant where workspace = $1 and state <> 'ended') as is`,
    [workspace],
  );
  return row!.is;
}

/**
 * Grants that have not ended, in the order in which they are spent, and the sums: one statement, so that they belong
 * together. Those that have expired come first. One that is revoked keeps its place until then.
 */
export async function selectCounted(
  db: Queryable,
  workspace: string,
): Promise<{ grants: OpenGrant[]; sums: Sums }> {
  const rows = await db.query<Sums & OpenGrant>(
    `select s.charged, s.credit, ${GRANT}, g.takes, g.recorded, g.counted,
       g.ends_at <= clock_timestamp() as "isOver",
       ${KEPT}
     from (
       select coalesce(sum(spent), 0)::bigint as charged, coalesce(sum(available + held), 0)::bigint as credit
       from account where workspace = $1
     ) s left join credit_grant g on g.workspace = $1 and g.state <> 'ended'
     order by g.state <> 'expiring', g.expires_at, g.id`,
    [workspace],
  );
  const { charged, credit } = rows[0]!;
  return { sums: { charged, credit }, grants: rows.filter(({ id }) => id !== null) };
}

export async function selectGrant(db: Queryable, id: string): Promise<Grant | undefined> {
  const [row] = await db.query<Grant>(`select ${GRANT} from credit_grant g where g.id = $1`, [id]);
  return row;
}

export async function selectByReference(
  db: Queryable,
  workspace: string,
  reference: string,
): Promise<Grant | undefined> {
  const [row] = await db.query<Grant>(
    `select ${GRANT} from credit_grant g where g.workspace = $1 and g.reference = $2`,
    [workspace, reference],
  );
  return row;
}

/** The workspace that had welcome credit first among those that use the card. A concurrent twin waits for this transaction. */
export async function claimCard(
  tx: Queryable,
  { cardHash, workspace }: { cardHash: Buffer; workspace: string },
): Promise<string> {
  await tx.query(
    'insert into welcomed_card (card_hash, workspace) values ($1, $2) on conflict do nothing',
    [cardHash, workspace],
  );
  const [row] = await tx.query<{ workspace: string }>(
    'select workspace from welcomed_card where card_hash = $1',
    [cardHash],
  );
  return row!.workspace;
}

export interface GrantPage {
  limit: number;
  /** The id of the last grant of the page before. */
  before?: string;
  createdAfter?: Date;
  createdBefore?: Date;
}

/** Newest first. */
export function selectGrants(
  db: Queryable,
  workspace: string,
  { limit, before, createdAfter, createdBefore }: GrantPage,
): Promise<Grant[]> {
  return db.query<Grant>(
    `select ${GRANT} from credit_grant g where g.workspace = $1 and ($2::uuid is null or g.id < $2)
       and g.created_at > coalesce($3::timestamptz, '-infinity')
       and g.created_at < coalesce($4::timestamptz, 'infinity')
     order by g.id desc limit $5`,
    [workspace, before ?? null, createdAfter ?? null, createdBefore ?? null, limit],
  );
}

/** From now on, what the workspace is charged is spent from it, in its turn. */
export async function insertGrant(
  tx: Queryable,
  grant: Pick<Grant, 'workspace' | 'id' | 'reference' | 'reason' | 'note' | 'amount' | 'expiresAt'>,
  { charged }: Sums,
): Promise<Grant> {
  const [row] = await tx.query<Grant>(
    `insert into credit_grant as g
       (workspace, id, reference, reason, note, amount, expires_at, ends_at, counted, charged_from)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8)
     returning ${GRANT}`,
    [
      ...[grant.workspace, grant.id, grant.reference, grant.reason, grant.note],
      ...[grant.amount, grant.expiresAt, charged],
    ],
  );
  return row!;
}

/** Its time is over now, unless it has ended. Cut to milliseconds: rounded, it would be in the future half of the time. */
export async function endGrantNow(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update credit_grant set ends_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 and state = 'open' and ends_at > clock_timestamp()`,
    [id],
  );
}

/** With the accounts of the workspace, which say whether settlements have to read the grants. */
export async function saveCounted(
  tx: Queryable,
  workspace: string,
  grants: readonly OpenGrant[],
): Promise<void> {
  const rows = grants.map(({ id, state, kept, spent, expired, takes, recorded, counted }) => ({
    ...{ id, state, spent, expired, takes, recorded, counted },
    ...keptColumns({ kept }),
  }));
  await tx.query(
    `with saved as (
       update credit_grant g set state = r.state, held_runs = r.held_runs, kept_amounts = r.kept_amounts, spent = r.spent,
         expired = r.expired, takes = r.takes, recorded = r.recorded, counted = r.counted,
         charged_to = coalesce(g.charged_to, case when r.state <> 'open' then r.counted end)
       from json_to_recordset($1) as r (id uuid, state text, held_runs uuid[], kept_amounts bigint[], spent bigint,
         expired bigint, takes integer, recorded bigint, counted bigint)
       where g.id = r.id
     )
     update account set has_kept = $3 where workspace = $2 and has_kept <> $3`,
    [JSON.stringify(rows), workspace, grants.some(({ state }) => state === 'expiring')],
  );
}

/** Runs of the workspace, or of one customer of it, that have not ended and hold something, the oldest first. */
export function selectHeldRuns(
  tx: Queryable,
  workspace: string,
  customer?: string,
): Promise<HeldRun[]> {
  return tx.query<HeldRun>(
    `select m.id, m.reserved_amount as reserved
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
     where q.workspace = $1 and ($2::uuid is null or m.customer = $2) and m.reserved_amount > 0
       and m.state not in ('completed', 'failed')
     order by m.id`,
    [workspace, customer ?? null],
  );
}

/**
 * Takes this much of what the workspace has available, from its wallet first: one entry for each account. Takes less if
 * less is available. The caller has locked the accounts.
 */
export async function insertExpiry(
  tx: Queryable,
  expiry: { workspace: string; amount: number; reference: string; takes: number },
): Promise<{ taken: number; entries: number }> {
  const rows = await tx.query<{ amount: number }>(
    `with part as materialized (
       select a.id, row_number() over way as n,
         least(a.available, greatest($2::bigint - (sum(a.available) over way - a.available), 0))::bigint as amount
       from account a where a.workspace = $1 and a.available > 0
       window way as (order by a.kind = 'wallet' desc, a.id)
     ), taken as (
       update account a set available = a.available - p.amount from part p where a.id = p.id and p.amount > 0
       returning a.id, p.n, p.amount
     )
     insert into ledger_entry
       (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     select $1, id, 'grant_expired', 'available', 'external', amount, $3::text || '/' || ($4::integer + n)
     from taken order by n returning amount`,
    [expiry.workspace, expiry.amount, expiry.reference, expiry.takes],
  );
  return { taken: rows.reduce((sum, { amount }) => sum + amount, 0), entries: rows.length };
}

/**
 * Workspaces with a grant whose time is over, or that waits for a run that has ended. Those that are due for longest
 * first.
 */
export async function selectDue(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ workspace: string }>(
    `select g.workspace from credit_grant g
     where g.state <> 'ended' and g.ends_at <= now() and (g.state = 'open' or cardinality(g.held_runs) = 0
       or cardinality(g.held_runs) > (select count(*) from run_queue q where q.run = any (g.held_runs)))
     group by g.workspace order by min(g.ends_at) limit $1`,
    [limit],
  );
  return rows.map(({ workspace }) => workspace);
}
