/** The SQL of prepaid balances: what a customer was granted, and what decides how much of it is left. */

import { type CountedGrant, KEPT, keptColumns } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface CustomerGrant extends Pick<CountedGrant, 'amount' | 'spent' | 'expired'> {
  id: string;
  note: string | null;
  createdAt: Date;
  /** When it expires, or was revoked before; null if it never does. */
  endsAt: Date | null;
}

/** A grant that has not ended. What counts is what the runs of the customer have been charged. */
export interface OpenGrant extends CustomerGrant, CountedGrant {
  /** Nobody gave it: it is for the runs that were pending when the balance began. */
  isOpening: boolean;
  /** Part of no balance, or of an earlier one that was ended. */
  isFormer: boolean;
}

/** The balance of a customer, as it was last brought up to date, with what its runs have been charged and hold in all. */
export interface CountedBalance {
  /** The most that they may be charged and hold; null if the customer has no balance. */
  limit: number | null;
  /** What they had been charged before it. */
  from: number;
  /** The sum of its grants. */
  granted: number;
  charged: number;
  held: number;
  /** In the order in which they are spent. */
  grants: OpenGrant[];
  /** How many grants the customer was ever given. */
  given: number;
}

export interface OfCustomer {
  workspace: string;
  /** The UUID of its row. */
  customer: string;
}

const GRANT = `g.id, g.note, g.amount, g.spent, g.expired, g.created_at as "createdAt", g.ends_at as "endsAt"`;

/**
 * One statement, so that the sums and the grants belong together. Those that expire come first. Nothing, if the customer
 * no longer is.
 */
export async function selectBalance(
  db: Queryable,
  { workspace, customer }: OfCustomer,
): Promise<CountedBalance> {
  const rows = await db.query<Omit<CountedBalance, 'grants'> & OpenGrant>(
    `select c.prepaid_limit as "limit", coalesce(c.prepaid_from, 0) as "from", coalesce(c.prepaid_granted, 0) as granted,
       coalesce(s.total_spent, 0) as charged, coalesce(s.total_held, 0) as held,
       (select count(*)::integer from customer_grant a where a.workspace = $1 and a.customer = $2) as given,
       ${GRANT}, g.state, g.recorded, g.counted, g.request_key is null as "isOpening", g.is_former as "isFormer",
       coalesce(g.ends_at <= clock_timestamp(), false) as "isOver",
       ${KEPT}
     from (values (true)) as always
     left join customer c on c.workspace = $1 and c.id = $2
     left join customer_spending s on s.workspace = $1 and s.customer = $2
     left join customer_grant g on g.workspace = $1 and g.customer = $2 and g.state <> 'ended'
     order by g.state <> 'expiring', g.ends_at nulls last, g.id`,
    [workspace, customer],
  );
  const { limit, from, granted, charged, held, given } = rows[0]!;
  const grants = rows.filter(({ id }) => id !== null);
  return { limit, from, granted, charged, held, given, grants };
}

/** Afterwards no run of the customer is settled until the transaction ends. The caller holds the lock of the wallet. */
export async function lockSpending(
  tx: Queryable,
  { workspace, customer }: OfCustomer,
): Promise<void> {
  await tx.query(
    'select from customer_spending where workspace = $1 and customer = $2 for no key update',
    [workspace, customer],
  );
}

export type BalanceSums = Pick<CountedBalance, 'limit' | 'from' | 'granted'>;

/** Endpoints are told again of a balance once it has been granted more. */
export async function setBalance(
  tx: Queryable,
  { workspace, customer }: OfCustomer,
  { limit, from, granted }: BalanceSums,
): Promise<void> {
  const values = limit === null ? [null, null, null] : [limit, from, granted];
  await tx.query(
    `update customer set prepaid_limit = $3, prepaid_from = $4, prepaid_granted = $5,
       told = case when $5 > coalesce(prepaid_granted, 0) then told - 'balance' else told end
     where workspace = $1 and id = $2`,
    [workspace, customer, ...values],
  );
}

/** All that have not ended, with the sums of the customer, which say whether settlements have to read the grants. */
export async function saveGrants(
  tx: Queryable,
  { workspace, customer }: OfCustomer,
  grants: readonly OpenGrant[],
): Promise<void> {
  const rows = grants.map(
    ({ id, state, spent, expired, recorded, counted, endsAt, isFormer, kept }) => ({
      ...{ id, state, spent, expired, recorded, counted, ends_at: endsAt, is_former: isFormer },
      ...keptColumns({ kept }),
    }),
  );
  await tx.query(
    `with saved as (
       update customer_grant g set state = r.state, spent = r.spent, expired = r.expired, recorded = r.recorded,
         counted = r.counted,
         ends_at = r.ends_at, is_former = r.is_former, held_runs = r.held_runs, kept_amounts = r.kept_amounts
       from json_to_recordset($1) as r (id uuid, state text, spent bigint, expired bigint, recorded bigint, counted bigint,
         ends_at timestamptz, is_former boolean, held_runs uuid[], kept_amounts bigint[])
       where g.id = r.id
     )
     update customer_spending set has_kept = $4 where workspace = $2 and customer = $3 and has_kept <> $4`,
    [
      ...[JSON.stringify(rows), workspace, customer],
      grants.some(({ state }) => state === 'expiring'),
    ],
  );
}

/** Null for an opening grant. */
export type GrantRequest = { key: string; hash: Buffer } | null;

export async function insertGrant(
  tx: Queryable,
  { workspace, customer }: OfCustomer,
  grant: OpenGrant,
  request: GrantRequest,
): Promise<void> {
  const { held_runs, kept_amounts } = keptColumns(grant);
  await tx.query(
    `with kept as (
       update customer_spending set has_kept = true where workspace = $1 and customer = $2 and $9 = 'expiring'
     )
     insert into customer_grant (workspace, customer, id, request_key, request_hash, note, amount, ends_at, state, held_runs,
       kept_amounts, counted, is_former)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[workspace, customer, grant.id, request?.key ?? null, request?.hash ?? null, grant.note],
      ...[grant.amount, grant.endsAt, grant.state, held_runs, kept_amounts],
      ...[grant.counted, grant.isFormer],
    ],
  );
}

export interface GivenGrant {
  id: string;
  requestHash: Buffer;
}

export async function selectGrantOfRequest(
  db: Queryable,
  workspace: string,
  requestKey: string,
): Promise<GivenGrant | undefined> {
  const [row] = await db.query<GivenGrant>(
    `select id, request_hash as "requestHash" from customer_grant where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row;
}

export interface GrantPage {
  limit: number;
  /** The UUID of the last grant of the page before. */
  before?: string | undefined;
}

/** Newest first, without opening grants. */
export function selectGrants(
  db: Queryable,
  { workspace, customer }: OfCustomer,
  { limit, before }: GrantPage,
): Promise<CustomerGrant[]> {
  return db.query<CustomerGrant>(
    `select ${GRANT} from customer_grant g
     where g.workspace = $1 and g.customer = $2 and g.request_key is not null and ($3::uuid is null or g.id < $3)
     order by g.id desc limit $4`,
    [workspace, customer, before ?? null, limit],
  );
}

export async function selectGrant(
  db: Queryable,
  { workspace, customer }: OfCustomer,
  id: string,
): Promise<CustomerGrant | undefined> {
  const [row] = await db.query<CustomerGrant>(
    `select ${GRANT} from customer_grant g
     where g.workspace = $1 and g.customer = $2 and g.request_key is not null and g.id = $3`,
    [workspace, customer, id],
  );
  return row;
}

/**
 * Customers with a grant whose time is over, or that waits for a run that has ended: the one due for longest of each
 * workspace, then the second of each, so that a workspace with many does not hold up the others.
 */
export function selectDue(db: Queryable, limit: number): Promise<OfCustomer[]> {
  return db.query<OfCustomer>(
    `select g.workspace, g.customer from customer_grant g
     where g.state <> 'ended' and g.ends_at <= now() and (g.state = 'open' or cardinality(g.held_runs) = 0
       or cardinality(g.held_runs) > (select count(*) from run_queue q where q.run = any (g.held_runs)))
     group by g.workspace, g.customer
     order by row_number() over (partition by g.workspace order by min(g.ends_at)), min(g.ends_at) limit $1`,
    [limit],
  );
}
