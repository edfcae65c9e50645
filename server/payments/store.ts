/** The SQL of payments by card. Their money is in the ledger. */
import { type Actor, keyOf, userOf } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface Payment {
  workspace: string;
  id: string;
  amount: number;
  state: 'open' | 'succeeded' | 'expired' | 'failed';
  checkout: string | null;
  checkoutUrl: string | null;
  receiptUrl: string | null;
  invoiceUrl: string | null;
  /** What was paid on top of the amount. */
  tax: number;
  /** The user or the key that began it; neither, if the auto-recharge did. */
  createdBy: string | null;
  byKey: string | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  lookUps: number;
  /** What the payer has back, or contests. */
  returned: number;
  /** What of it the wallet has given back. */
  takenBack: number;
  /** How often the wallet gave something back or got it again. */
  returns: number;
  isDisputed: boolean;
  isChargedBack: boolean;
  /** The card of an automatic payment, as the provider names it. */
  customer: string | null;
  method: string | null;
  /** Why the card was declined. */
  decline: string | null;
}

/** Of the ids by which callers know payments. */
export const PAYMENT_PREFIX = 'pay';

export const PAYMENT = `workspace, id, amount, state, checkout, checkout_url as "checkoutUrl", receipt_url as "receiptUrl",
  invoice_url as "invoiceUrl", tax,
  created_by as "createdBy", by_key as "byKey", created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt",
  look_ups as "lookUps", returned, taken_back as "takenBack", returns, is_disputed as "isDisputed",
  charged_back_at is not null as "isChargedBack",
  customer, method, decline`;

/** The payment of the request key: the new one, or the one that was saved before. */
export async function insertPayment(
  tx: Queryable,
  payment: Pick<Payment, 'workspace' | 'id' | 'amount' | 'expiresAt'> & {
    requestKey: string;
    actor: Actor;
  },
): Promise<Payment> {
  const { workspace, id, requestKey, amount, actor, expiresAt } = payment;
  await tx.query(
    `insert into payment (workspace, id, request_key, amount, created_by, by_key, expires_at, next_look_up)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (workspace, request_key) do nothing`,
    [workspace, id, requestKey, amount, userOf(actor) ?? null, keyOf(actor) ?? null, expiresAt],
  );
  const [row] = await tx.query<Payment>(
    `select ${PAYMENT} from payment where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row!;
}

export async function countOpen(tx: Queryable, workspace: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from payment where workspace = $1 and state = 'open' and expires_at > now()`,
    [workspace],
  );
  return row!.count;
}

export async function saveCheckout(
  tx: Queryable,
  id: string,
  checkout: { reference: string; url: string | undefined; nextLookUp: Date },
): Promise<Payment | undefined> {
  const [row] = await tx.query<Payment>(
    `update payment set checkout = $2, checkout_url = $3, next_look_up = $4
     where id = $1 and state = 'open' returning ${PAYMENT}`,
    [id, checkout.reference, checkout.url ?? null, checkout.nextLookUp],
  );
  return row;
}

export async function selectPayment(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<Payment | undefined> {
  const [row] = await db.query<Payment>(
    `select ${PAYMENT} from payment where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row;
}

export interface PaymentPage {
  limit: number;
  before?: string | undefined;
  /** In one of these states. */
  states?: readonly string[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** Newest first, from before the payment `before`. */
export function selectPayments(
  db: Queryable,
  workspace: string,
  { limit, before, states, createdAfter, createdBefore }: PaymentPage,
): Promise<Payment[]> {
  return db.query<Payment>(
    `select ${PAYMENT} from payment where workspace = $1 and ($2::uuid is null or id < $2)
       and ($4::text[] is null or state = any ($4))
       and created_at > coalesce($5::timestamptz, '-infinity') and created_at < coalesce($6::timestamptz, 'infinity')
     order by id desc limit $3`,
    [
      ...[workspace, before ?? null, limit, states ?? null],
      ...[createdAfter ?? null, createdBefore ?? null],
    ],
  );
}

/**
 * Payments whose look-up is due, and when the next one is; no other process gets them meanwhile. A disputed one waits for
 * its bank, and one with a fault for a person, a day each time.
 */
export function takeDue(db: Queryable, take: { limit: number; nextAfterMs: number }) {
  return db.query<Payment>(
    `update payment set look_ups = look_ups + 1,
       next_look_up = now() + case when state = 'open' and fault is null then $2 * least(power(2, look_ups), 64) * interval '1 ms'
         else interval '1 day' end
     where id in (
       select id from payment where next_look_up <= now() order by next_look_up limit $1 for update skip locked
     ) returning ${PAYMENT}`,
    [take.limit, take.nextAfterMs],
  );
}

/** Locked until the transaction ends. */
export async function lockPayment(tx: Queryable, id: string): Promise<Payment | undefined> {
  const [row] = await tx.query<Payment>(
    `select ${PAYMENT} from payment where id = $1 for no key update`,
    [id],
  );
  return row;
}

/** A payment that was given up can still succeed, but never the other way round. */
export async function endPayment(
  tx: Queryable,
  id: string,
  end: {
    state: 'succeeded' | 'expired' | 'failed';
    checkout: string | null;
    receiptUrl?: string | undefined;
    invoiceUrl?: string | undefined;
    tax?: number;
    decline?: string | undefined;
  },
): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `update payment set state = $2, checkout = $3, receipt_url = $4, decline = $5, invoice_url = $6, tax = $7,
       ended_at = now(), next_look_up = null, fault = null
     where id = $1 returning ${PAYMENT}`,
    [
      ...[id, end.state, end.checkout, end.receiptUrl ?? null, end.decline ?? null],
      ...[end.invoiceUrl ?? null, end.tax ?? 0],
    ],
    'end_payment',
  );
  return row!;
}

/** Whether it is a new one. */
export async function saveFault(
  tx: Queryable,
  id: string,
  fault: 'amount' | 'balance',
): Promise<boolean> {
  const rows = await tx.query(
    `update payment set fault = $2, next_look_up = now() + interval '1 day'
     where id = $1 and fault is distinct from $2 returning id`,
    [id, fault],
  );
  return rows.length > 0;
}

export type Returns = Pick<Payment, 'returned' | 'isDisputed' | 'isChargedBack'>;

/** What the provider says that the payer has back, or contests. */
export async function saveReturned(
  tx: Queryable,
  id: string,
  { returned, isDisputed, isChargedBack }: Returns,
): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `update payment set returned = least($2, amount), is_disputed = $3, fault = null,
       charged_back_at = case when $4 then coalesce(charged_back_at, now()) end,
       next_look_up = case when $3 then now() + interval '1 day' end
     where id = $1 returning ${PAYMENT}`,
    [id, returned, isDisputed, isChargedBack],
  );
  return row!;
}

/** How many payments of the workspace have been charged back since then. */
export async function countChargedBack(
  tx: Queryable,
  workspace: string,
  since: Date,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from payment where workspace = $1 and charged_back_at >= $2',
    [workspace, since],
  );
  return row!.count;
}

export async function saveTakenBack(tx: Queryable, id: string, amount: number): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `update payment set taken_back = $2, returns = returns + 1 where id = $1 returning ${PAYMENT}`,
    [id, amount],
  );
  return row!;
}

export async function sumOfDebts(db: Queryable, workspace: string): Promise<number> {
  const [row] = await db.query<{ sum: number }>(
    `select coalesce(sum(returned - taken_back), 0)::bigint as sum from payment
     where workspace = $1 and returned > taken_back`,
    [workspace],
  );
  return row!.sum;
}

/**
 * Payments of which something is owed, while the wallet has something available that is not of a grant: what accounts
 * have been charged since their grants were last brought up to date was spent from the grants first.
 */
export function selectCollectable(db: Queryable, limit: number): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `select p.id from payment p join account a on a.workspace = p.workspace and a.kind = 'wallet'
     cross join lateral (
       select sum(amount - spent - expired) as credit, max(counted) as counted from credit_grant g
       where g.workspace = p.workspace and g.state <> 'ended'
     ) g
     where p.returned > p.taken_back and a.available > 0 and (g.credit is null or a.available + a.held > (
       select greatest(g.credit - (sum(w.spent) - g.counted), 0) from account w where w.workspace = p.workspace
     )) order by p.id limit $1`,
    [limit],
  );
}

/** Whether somebody began a payment since then. */
export async function hasPayments(db: Queryable, since: Date): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(
    'select exists (select from payment where created_at >= $1) as is',
    [since],
  );
  return row!.is;
}

/** Where in the provider's lists the next page begins; null at their beginning. */
export async function selectSearch(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ cursor: string | null }>('select cursor from payment_search');
  return row!.cursor;
}

export async function saveSearch(db: Queryable, cursor: string | undefined): Promise<void> {
  await db.query('update payment_search set cursor = $1', [cursor ?? null]);
}

/** The provider's name for the workspace; `customer` is the one to save if there is none. */
export async function saveCustomer(
  db: Queryable,
  workspace: string,
  customer: string,
): Promise<string> {
  await db.query(
    'insert into payment_customer (workspace, customer) values ($1, $2) on conflict (workspace) do nothing',
    [workspace, customer],
  );
  return (await selectCustomer(db, workspace))!;
}

/** Nothing if another one has taken its place. */
export async function deleteCustomer(
  db: Queryable,
  workspace: string,
  customer: string,
): Promise<void> {
  await db.query('delete from payment_customer where workspace = $1 and customer = $2', [
    ...[workspace, customer],
  ]);
}

export async function selectCustomer(
  db: Queryable,
  workspace: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ customer: string }>(
    'select customer from payment_customer where workspace = $1',
    [workspace],
  );
  return row?.customer;
}
