/**
 * The SQL of customers. A create of a run reads a customer and its budgets under the lock of the wallet, and saves the
 * row of an end user who is new: so every change holds that lock.
 */

import type { Queryable } from '../platform/db/pool.ts';

/** The most that runs may cost in a day and a month, in UTC, and in all; null if there is no such budget. */
export interface Budgets {
  dayLimit: number | null;
  monthLimit: number | null;
  totalLimit: number | null;
}

export type CustomerState = 'active' | 'blocked' | 'erasing';

export interface CustomerSummary {
  id: string;
  endUserId: string;
  name: string | null;
  metadata: Record<string, string> | null;
  state: CustomerState;
  hasBudgets: boolean;
  /** Whether it is prepaid. */
  hasBalance: boolean;
  createdAt: Date;
}

interface Used {
  spent: number;
  held: number;
}

export interface ReadCustomer extends CustomerSummary {
  /** Its own, or those of the workspace. */
  budgets: Budgets;
  /** What counts against budgets. */
  used: { day: Used; month: Used; total: Used };
  monthSpent: number;
  readAt: Date;
}

interface CustomerKey {
  workspace: string;
  endUser: string;
}

export const SUMMARY = `c.id, c.end_user_id as "endUserId", c.name, c.metadata, c.state, c.has_budgets as "hasBudgets",
  c.prepaid_limit is not null as "hasBalance", c.created_at as "createdAt"`;

/** A sum of an earlier day or month counts for nothing. */
export const USED = `json_build_object(
  'day', json_build_object('spent', coalesce(case when s.day >= t.today then s.day_spent end, 0),
    'held', coalesce(case when s.day >= t.today then s.day_held end, 0)),
  'month', json_build_object('spent', coalesce(case when s.day >= t.month then s.month_spent end, 0),
    'held', coalesce(case when s.day >= t.month then s.month_held end, 0)),
  'total', json_build_object('spent', coalesce(s.total_spent, 0), 'held', coalesce(s.total_held, 0))) as used`;

export const BUDGETS = `json_build_object(
  'dayLimit', case when c.has_budgets then c.day_limit else d.day_limit end,
  'monthLimit', case when c.has_budgets then c.month_limit else d.month_limit end,
  'totalLimit', case when c.has_budgets then c.total_limit else d.total_limit end) as budgets`;

/** What the runs of the month were charged. Ids carry the clock of the process that made them. */
const MONTH_SPENT = `coalesce((
  select sum(r.charged_amount) from run r
  where r.end_user_id = c.end_user_id and r.workspace = c.workspace
    and r.id >= run_id_bound((t.month::timestamp at time zone 'UTC') - interval '10 minutes')
    and r.created_at >= t.month::timestamp at time zone 'UTC'), 0)::bigint as "monthSpent"`;

export const TODAY = `(select (now() at time zone 'UTC')::date as today,
  date_trunc('month', now() at time zone 'UTC')::date as month) t`;

export async function selectCustomer(
  db: Queryable,
  { workspace, endUser }: CustomerKey,
): Promise<ReadCustomer | undefined> {
  const [row] = await db.query<ReadCustomer>(
    `select ${SUMMARY}, ${BUDGETS}, ${USED}, ${MONTH_SPENT}, now() as "readAt"
     from customer c cross join ${TODAY}
     left join customer_setting d on d.workspace = c.workspace
     left join customer_spending s on s.workspace = c.workspace and s.customer = c.id
     where c.workspace = $1 and c.end_user_id = $2`,
    [workspace, endUser],
    'select_customer',
  );
  return row;
}

/** By the UUID of the customer, without those that are not there or no longer are. */
export async function selectEndUsers(
  db: Queryable,
  workspace: string,
  customers: readonly string[],
): Promise<Map<string, string>> {
  if (customers.length === 0) return new Map();
  const rows = await db.query<{ id: string; endUserId: string }>(
    `select id, end_user_id as "endUserId" from customer where workspace = $1 and id = any ($2::uuid[])`,
    [workspace, customers],
  );
  return new Map(rows.map(({ id, endUserId }) => [id, endUserId]));
}

export interface MadeCustomer {
  endUserId: string;
  requestHash: Buffer;
}

export async function selectCustomerOfRequest(
  db: Queryable,
  workspace: string,
  requestKey: string,
): Promise<MadeCustomer | undefined> {
  const [row] = await db.query<MadeCustomer>(
    `select end_user_id as "endUserId", request_hash as "requestHash" from customer
     where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row;
}

export interface NewCustomer extends Budgets {
  workspace: string;
  id: string;
  endUser: string;
  name: string | null;
  metadata: Record<string, string> | null;
  state: CustomerState;
  hasBudgets: boolean;
  requestKey: string;
  requestHash: Buffer;
}

/** False if the customer is there already. */
export async function insertCustomer(tx: Queryable, customer: NewCustomer): Promise<boolean> {
  const rows = await tx.query(
    `insert into customer (workspace, end_user_id, id, name, metadata, state, has_budgets, day_limit, month_limit,
       total_limit, request_key, request_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now())
     on conflict (workspace, end_user_id) do nothing returning id`,
    [
      ...[customer.workspace, customer.endUser, customer.id, customer.name, customer.metadata],
      ...[customer.state, customer.hasBudgets, customer.dayLimit, customer.monthLimit],
      ...[customer.totalLimit, customer.requestKey, customer.requestHash],
    ],
  );
  return rows.length > 0;
}

/** Counts customers that are made ahead, or no longer are; returns how many there are now. */
export async function countMadeAhead(
  tx: Queryable,
  workspace: string,
  change: 1 | -1,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `insert into customer_setting as d (workspace, made_ahead) values ($1, greatest($2, 0))
     on conflict (workspace) do update set made_ahead = d.made_ahead + $2 returning made_ahead as count`,
    [workspace, change],
  );
  return row!.count;
}

export async function selectDefaults(db: Queryable, workspace: string): Promise<Budgets> {
  const [row] = await db.query<Budgets>(
    `select day_limit as "dayLimit", month_limit as "monthLimit", total_limit as "totalLimit" from customer_setting
     where workspace = $1`,
    [workspace],
  );
  return row ?? { dayLimit: null, monthLimit: null, totalLimit: null };
}

export async function setDefaults(
  tx: Queryable,
  workspace: string,
  { dayLimit, monthLimit, totalLimit }: Budgets,
): Promise<void> {
  await tx.query(
    `insert into customer_setting (workspace, day_limit, month_limit, total_limit) values ($1, $2, $3, $4)
     on conflict (workspace) do update set day_limit = excluded.day_limit, month_limit = excluded.month_limit,
       total_limit = excluded.total_limit`,
    [workspace, dayLimit, monthLimit, totalLimit],
  );
}

export type CustomerChange = Pick<CustomerSummary, 'name' | 'metadata' | 'state' | 'hasBudgets'> &
  Budgets;

export async function setCustomer(
  tx: Queryable,
  { workspace, endUser }: CustomerKey,
  change: CustomerChange,
): Promise<void> {
  await tx.query(
    `update customer set name = $3, metadata = $4, state = $5, has_budgets = $6, day_limit = $7, month_limit = $8,
       total_limit = $9
     where workspace = $1 and end_user_id = $2`,
    [
      ...[workspace, endUser, change.name, change.metadata, change.state, change.hasBudgets],
      ...[change.dayLimit, change.monthLimit, change.totalLimit],
    ],
  );
}

/** Counts what the customer has used; fails with a lock timeout if a settlement is under way. */
export async function beginBudgets(
  tx: Queryable,
  { workspace, endUser, customer }: CustomerKey & { customer: string },
): Promise<void> {
  await tx.query('select begin_budgets($1, $2, $3)', [workspace, endUser, customer]);
}

export interface Block {
  endUserId: string;
  /** Of the key that blocks; undefined if a person does. */
  keyId: string | undefined;
}

/**
 * In the transaction of the block. An endpoint whose message about an earlier block of the customer still waits for its first
 * attempt gets no other one: the lock keeps that from being sent before this block is saved.
 */
export async function tellOfBlock(tx: Queryable, workspace: string, data: Block): Promise<void> {
  await tx.query(
    `insert into webhook_delivery (workspace, endpoint, type, data, due_at)
     select e.workspace, e.id, 'customer.blocked', $2, now() from webhook_endpoint e
     where e.workspace = $1 and e.disabled_at is null and 'customer.blocked' = any (e.event_types)
       and not exists (
         select from webhook_delivery d
         where d.workspace = e.workspace and d.endpoint = e.id and d.type = 'customer.blocked'
           and d.data ->> 'endUserId' = $3 and d.attempts = 0 and d.due_at is not null
         for update skip locked)
     for key share of e`,
    [workspace, JSON.stringify(data), data.endUserId],
  );
}

/** From now on, creates for the end user are refused, also if there was no row for it. */
export async function setErasing(
  tx: Queryable,
  { workspace, endUser, id }: CustomerKey & { id: string },
): Promise<void> {
  await tx.query(
    `insert into customer (workspace, end_user_id, id, state, created_at) values ($1, $2, $3, 'erasing', now())
     on conflict (workspace, end_user_id) do update set state = 'erasing'`,
    [workspace, endUser, id],
  );
}

export async function removeCustomer(
  tx: Queryable,
  { workspace, endUser }: CustomerKey,
): Promise<{ wasMadeAhead: boolean } | undefined> {
  const [row] = await tx.query<{ wasMadeAhead: boolean }>(
    `with gone as (
       delete from customer where workspace = $1 and end_user_id = $2
       returning workspace, id, request_key is not null as "wasMadeAhead"
     ), uncounted as (
       delete from customer_spending s using gone g where s.workspace = g.workspace and s.customer = g.id
     ), ungranted as (
       delete from customer_grant a using gone g where a.workspace = g.workspace and a.customer = g.id
     )
     select "wasMadeAhead" from gone`,
    [workspace, endUser],
  );
  return row;
}

export interface CustomerScan {
  workspace: string;
  before: string;
  after: string;
  state: string | null;
  hasBudgets: boolean | null;
  scanAtMost: number;
  takeAtMost: number;
}

export type ScannedCustomer = CustomerSummary & { scanned: number; last: string | null };

/** Newest first, from a limited number of rows; returns at least one row, perhaps without a customer. */
export function scanCustomers(db: Queryable, scan: CustomerScan): Promise<ScannedCustomer[]> {
  return db.query<ScannedCustomer>(
    `with scanned as materialized (
       select c.* from customer c where c.workspace = $1 and c.id < $2 and c.id > $3 order by c.id desc limit $6
     ), page as (
       select c.* from scanned c where ($4::text is null or c.state = $4) and ($5::boolean is null or c.has_budgets = $5)
       order by c.id desc limit $7
     ), edge as (
       select count(*)::integer as scanned, (array_agg(id order by id))[1] as last from scanned
     )
     select edge.scanned, edge.last, ${SUMMARY} from edge left join page c on true order by c.id desc`,
    [
      ...[scan.workspace, scan.before, scan.after, scan.state, scan.hasBudgets],
      ...[scan.scanAtMost, scan.takeAtMost],
    ],
    'scan_customers',
  );
}
