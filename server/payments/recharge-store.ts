/** The SQL of auto-recharge: its terms, the cards that people save, and the payments that it makes. */
import { type Actor, actorOf, keyOf, userOf } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import type { SavedCard } from './provider.ts';
import { PAYMENT, type Payment } from './store.ts';

/** Amounts are in units. */
export interface Terms {
  threshold: number;
  amount: number;
  monthCap: number;
}

export interface AutoRecharge extends Terms {
  isOn: boolean;
  /** In a row. */
  declines: number;
  decline: string | null;
  declinedAt: Date | null;
  notBefore: Date;
}

/** A page on which somebody saves a card. */
export interface CardSetup {
  workspace: string;
  id: string;
  checkout: string | null;
  checkoutUrl: string | null;
  expiresAt: Date;
}

const RECHARGE = `is_on as "isOn", threshold, amount, month_cap as "monthCap", declines, decline,
  declined_at as "declinedAt", not_before as "notBefore"`;
const SETUP = `workspace, id, checkout, checkout_url as "checkoutUrl", expires_at as "expiresAt"`;
const CARD = `customer, method, brand, last4, expires_in as "expiresIn"`;
const MONTH = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
const IS_SUSPENDED = `exists (
  select from workspace w where w.id = r.workspace and w.suspended_at is not null)`;
/** `r` is due: nothing is under way, owed or contested, the workspace may spend, and the wallet is low. */
const IS_DUE = `r.is_on and r.not_before <= now() and not ${IS_SUSPENDED}
  and exists (select from account a
    where a.workspace = r.workspace and a.kind = 'wallet' and a.available < r.threshold)
  and not exists (select from payment p
    where p.workspace = r.workspace and p.method is not null and p.state = 'open')
  and not exists (select from payment p where p.workspace = r.workspace and p.returned > p.taken_back)
  and not exists (select from payment p where p.workspace = r.workspace and p.is_disputed)`;

export async function selectRecharge(
  db: Queryable,
  workspace: string,
): Promise<AutoRecharge | undefined> {
  const [row] = await db.query<AutoRecharge>(
    `select ${RECHARGE} from auto_recharge where workspace = $1`,
    [workspace],
  );
  return row;
}

/**
 * Turns it on. While it is on, earlier declines and their pause stay: otherwise repeated requests would charge a card that
 * declines again and again. Returns whether anything changed.
 */
export async function upsertRecharge(
  tx: Queryable,
  set: Terms & { workspace: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into auto_recharge as r (workspace, threshold, amount, month_cap) values ($1, $2, $3, $4)
     on conflict (workspace) do update set threshold = $2, amount = $3, month_cap = $4, is_on = true,
       declines = case when r.is_on then r.declines else 0 end, decline = case when r.is_on then r.decline end,
       declined_at = case when r.is_on then r.declined_at end,
       not_before = case when r.is_on and r.declines > 0 then r.not_before else now() end
     where not r.is_on or (r.threshold, r.amount, r.month_cap) <> ($2, $3, $4)
     returning workspace`,
    [set.workspace, set.threshold, set.amount, set.monthCap],
  );
  return rows.length > 0;
}

export async function deleteRecharge(tx: Queryable, workspace: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from auto_recharge where workspace = $1 returning workspace',
    [workspace],
  );
  return rows.length > 0;
}

interface Month {
  sum: number;
  isDisputed: boolean;
  isSuspended: boolean;
}

/** What stops it besides its own row, and what the month has come to. */
export async function selectMonth(db: Queryable, workspace: string): Promise<Month> {
  const [row] = await db.query<Month>(
    `select coalesce((select sum(amount) from payment where workspace = $1 and method is not null
         and state in ('open', 'succeeded') and created_at >= ${MONTH}), 0)::bigint as sum,
       exists (select from payment where workspace = $1 and is_disputed) as "isDisputed",
       exists (select from workspace where id = $1 and suspended_at is not null) as "isSuspended"`,
    [workspace],
  );
  return row!;
}

/** Workspaces whose wallet is low, the one first that has waited longest. */
export async function selectLow(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ workspace: string }>(
    `select r.workspace from auto_recharge r
     join saved_card c on c.workspace = r.workspace and c.state = 'saved'
     where ${IS_DUE} order by r.not_before limit $1`,
    [limit],
    'select_low',
  );
  return rows.map(({ workspace }) => workspace);
}

/**
 * The payment that is due now, saved before the provider is asked. Undefined if there is none: another worker was faster,
 * a condition has changed, or the month has come to its cap, and then nothing is due before the next month. The lock
 * makes others wait, so that the sum includes what they have saved.
 */
export async function insertDue(
  tx: Queryable,
  {
    workspace,
    id,
    openMs,
    lookUpMs,
  }: { workspace: string; id: string; openMs: number; lookUpMs: number },
): Promise<Payment | undefined> {
  await tx.query('select from auto_recharge where workspace = $1 for no key update', [workspace]);
  const [row] = await tx.query<Payment>(
    `with due as (
       select r.workspace, r.amount, c.customer, c.method,
         r.amount + coalesce((select sum(p.amount) from payment p where p.workspace = r.workspace
           and p.method is not null and p.state in ('open', 'succeeded') and p.created_at >= ${MONTH}), 0) <= r.month_cap as fits
       from auto_recharge r join saved_card c on c.workspace = r.workspace and c.state = 'saved'
       where r.workspace = $1 and ${IS_DUE}
     ), capped as (
       update auto_recharge r set not_before = (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'
       from due d where r.workspace = d.workspace and not d.fits
     )
     insert into payment (workspace, id, request_key, amount, expires_at, next_look_up, customer, method)
     select d.workspace, $2::uuid, 'auto-recharge ' || $2::uuid, d.amount, now() + $3 * interval '1 ms',
       now() + $4 * interval '1 ms', d.customer, d.method
     from due d where d.fits returning ${PAYMENT}`,
    [workspace, id, openMs, lookUpMs],
    'insert_due',
  );
  return row;
}

/** Whether the card of an automatic payment may still be charged. */
export async function mayCharge(
  db: Queryable,
  { workspace, method }: { workspace: string; method: string },
): Promise<boolean> {
  const [row] = await db.query<{ may: boolean }>(
    `select exists (select from auto_recharge r
       join saved_card c on c.workspace = r.workspace and c.state = 'saved' and c.method = $2
       where r.workspace = $1 and r.is_on and not ${IS_SUSPENDED}) as may`,
    [workspace, method],
  );
  return row!.may;
}

export async function saveSuccess(tx: Queryable, workspace: string): Promise<void> {
  await tx.query(
    `update auto_recharge set declines = 0, decline = null, declined_at = null, not_before = now()
     where workspace = $1 and is_on and declines > 0`,
    [workspace],
  );
}

/** Undefined if there is no auto-recharge any more, or it is off already. `pausesMs` has a pause for each decline but the last. */
export async function saveDecline(
  tx: Queryable,
  {
    workspace,
    decline,
    pausesMs,
  }: { workspace: string; decline: string; pausesMs: readonly number[] },
): Promise<{ isOn: boolean; declines: number } | undefined> {
  const [row] = await tx.query<{ isOn: boolean; declines: number }>(
    `update auto_recharge set declines = declines + 1, decline = $2, declined_at = now(),
       is_on = declines < cardinality($3::bigint[]),
       not_before = now() + coalesce(($3::bigint[])[declines + 1], 0) * interval '1 ms'
     where workspace = $1 and is_on returning is_on as "isOn", declines`,
    [workspace, decline, pausesMs],
  );
  return row;
}

export async function selectCard(db: Queryable, workspace: string): Promise<SavedCard | undefined> {
  const [row] = await db.query<SavedCard>(
    `select ${CARD} from saved_card where workspace = $1 and state = 'saved'`,
    [workspace],
  );
  return row;
}

/** The page that is open, or a new one. */
export async function insertSetup(
  tx: Queryable,
  setup: { workspace: string; id: string; actor: Actor; expiresAt: Date; lookUpMs: number },
): Promise<CardSetup> {
  await tx.query(
    `insert into saved_card (workspace, id, saved_by, by_key, expires_at, next_look_up)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms') on conflict (workspace, state) where state <> 'removed' do nothing`,
    [
      ...[setup.workspace, setup.id, userOf(setup.actor) ?? null, keyOf(setup.actor) ?? null],
      ...[setup.expiresAt, setup.lookUpMs],
    ],
  );
  return (await selectSetup(tx, setup.workspace))!;
}

export async function selectSetup(
  db: Queryable,
  workspace: string,
): Promise<CardSetup | undefined> {
  const [row] = await db.query<CardSetup>(
    `select ${SETUP} from saved_card where workspace = $1 and state = 'open'`,
    [workspace],
  );
  return row;
}

export async function saveSetupPage(
  db: Queryable,
  id: string,
  page: { reference: string; url: string },
): Promise<void> {
  await db.query(
    `update saved_card set checkout = $2, checkout_url = $3 where id = $1 and state = 'open'`,
    [id, page.reference, page.url],
  );
}

/**
 * Undefined if the page was not open. The card takes the place of the one before, and turns the auto-recharge on. If that
 * was removed meanwhile, nobody wants the card any more.
 */
export async function saveCard(
  tx: Queryable,
  id: string,
  { customer, method, brand, last4, expiresIn }: SavedCard,
): Promise<{ workspace: string; actor: Actor | undefined } | undefined> {
  // The auto-recharge first, as where it is removed.
  await tx.query(
    `select from auto_recharge where workspace = (select workspace from saved_card where id = $1) for no key update`,
    [id],
  );
  const [row] = await tx.query<{ workspace: string; savedBy: string | null; byKey: string | null }>(
    `select workspace, saved_by as "savedBy", by_key as "byKey" from saved_card where id = $1 and state = 'open' for no key update`,
    [id],
  );
  if (!row) return undefined;
  await removeCards(tx, row.workspace);
  await tx.query(
    `update saved_card c set customer = $2, method = $3, brand = $4, last4 = $5, expires_in = $6,
       state = case when exists (select from auto_recharge r where r.workspace = c.workspace) then 'saved' else 'removed' end,
       next_look_up = now()
     where id = $1`,
    [id, customer, method, brand, last4, expiresIn],
  );
  await tx.query(
    `update auto_recharge set is_on = true, declines = 0, decline = null, declined_at = null, not_before = now()
     where workspace = $1 and (not is_on or declines > 0)`,
    [row.workspace],
  );
  return { workspace: row.workspace, actor: actorOf(row.savedBy, row.byKey) };
}

/** Marks the saved card: the provider forgets it next. */
export async function removeCards(tx: Queryable, workspace: string): Promise<void> {
  await tx.query(
    `update saved_card set state = 'removed', next_look_up = now() where workspace = $1 and state = 'saved'`,
    [workspace],
  );
}

export async function deleteCard(db: Queryable, id: string): Promise<void> {
  await db.query(`delete from saved_card where id = $1 and state <> 'saved'`, [id]);
}

/** Open pages to look up, and removed cards that the provider has yet to forget; no other process gets them meanwhile. */
export function takeDueCards(
  db: Queryable,
  take: { limit: number; nextAfterMs: number },
): Promise<(CardSetup & { method: string | null })[]> {
  return db.query(
    `update saved_card set next_look_up = now() + $2 * interval '1 ms' where id in (
       select id from saved_card where state <> 'saved' and next_look_up <= now()
       order by next_look_up limit $1 for update skip locked
     ) returning ${SETUP}, method`,
    [take.limit, take.nextAfterMs],
  );
}
