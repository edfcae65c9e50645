/** The SQL of comparing payments with those of the payment provider. */
import type { Queryable } from '../platform/db/pool.ts';
import type { Movement } from './provider.ts';
import { PAYMENT, type Payment } from './store.ts';

/**
 * - `missing_here`: the provider was paid, and no wallet was credited.
 * - `missing_there`: a wallet was credited, and the provider was not paid.
 * - `amount`: both, but another amount or currency.
 * - `returned`: the payer has back, or contests, another amount than is saved here.
 */
export type DifferenceKind = 'missing_here' | 'missing_there' | 'amount' | 'returned';

export interface Difference {
  kind: DifferenceKind;
  /** Its UUID, as the provider's record names it. */
  payment: string;
  workspace: string | undefined;
  /** The provider's name for it. */
  reference: string | undefined;
  /** In units. */
  here: number | undefined;
  there: number | undefined;
}

export interface ComparedDay {
  /** In UTC. */
  day: string;
  /** Payments in the provider's list, and those that were credited here. */
  there: number;
  here: number;
  /** False if there was too much to compare, or too much that differs. */
  isWhole: boolean;
  differences: Difference[];
  /** What changed the provider's balance, by currency and kind; null if there was too much to read. */
  moved: Movement[] | null;
  comparedAt: Date;
}

const DAY = `day::text as day, there, here, is_whole as "isWhole", differences, moved, compared_at as "comparedAt"`;

export async function saveDay(
  db: Queryable,
  { day, there, here, isWhole, differences, moved }: Omit<ComparedDay, 'comparedAt'>,
): Promise<ComparedDay> {
  const [row] = await db.query<ComparedDay>(
    `insert into payment_day as d (day, there, here, is_whole, differences, moved) values ($1, $2, $3, $4, $5, $6)
     on conflict (day) do update set there = $2, here = $3, is_whole = $4, differences = $5, moved = $6, compared_at = now()
     returning ${DAY}`,
    [day, there, here, isWhole, JSON.stringify(differences), moved && JSON.stringify(moved)],
  );
  return row!;
}

/** When a day that is over has all of its events. */
const SETTLED_AT = `(d.day + interval '26 hours') at time zone 'UTC'`;

/** Of the days up to the last one, those that were not compared since they were over, and then those that differed. */
export async function selectDaysDue(
  db: Queryable,
  { last, count, limit }: { last: string; count: number; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select g.day::date::text as day
     from generate_series($1::date - $2::integer + 1, $1::date, interval '1 day') as g (day)
     left join payment_day d on d.day = g.day::date
     where d.day is null and g.day >= (select min(created_at) from payment)::date
       or not d.is_whole or d.differences::text <> '[]' or d.compared_at < ${SETTLED_AT}
     order by d.compared_at nulls first, g.day limit $3`,
    [last, count, limit],
  );
  return rows.map(({ day }) => day);
}

/** Newest first. */
export function selectDays(db: Queryable, count: number): Promise<ComparedDay[]> {
  return db.query<ComparedDay>(
    `select ${DAY} from payment_day where day >= (now() at time zone 'UTC')::date - $1::integer order by payment_day.day desc`,
    [count],
  );
}

/** The day in UTC of the first payment, and that of today; undefined if there is no payment. */
export async function selectDaysOfPayments(
  db: Queryable,
): Promise<{ first: string; last: string } | undefined> {
  const [row] = await db.query<{ first: string | null; last: string }>(
    `select (min(created_at) at time zone 'UTC')::date::text as first,
       (now() at time zone 'UTC')::date::text as last from payment`,
  );
  return row?.first == null ? undefined : { first: row.first, last: row.last };
}

/** Of the days since then that were over when they were read. */
export function selectMoved(
  db: Queryable,
  from: string,
): Promise<{ day: string; moved: Movement[] }[]> {
  return db.query<{ day: string; moved: Movement[] }>(
    `select d.day::text as day, d.moved from payment_day d
     where d.day >= $1::date and d.moved is not null and d.compared_at >= ${SETTLED_AT}`,
    [from],
  );
}

/** What was paid by card, taxes included, and what of it the payers have back. Sums can exceed the largest amount. */
export async function sumPayments(db: Queryable): Promise<{ paid: bigint; returned: bigint }> {
  const [row] = await db.query<{ paid: string; returned: string }>(
    `select coalesce(sum(amount + tax), 0)::text as paid,
       coalesce(sum(returned + trunc(tax::numeric * returned / amount)), 0)::text as returned
     from payment where state = 'succeeded'`,
  );
  return { paid: BigInt(row!.paid), returned: BigInt(row!.returned) };
}

/** Whether a day differed, when it was last compared. */
export async function isAnyDayDifferent(db: Queryable, count: number): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(
    `select exists (select from payment_day where day >= (now() at time zone 'UTC')::date - $1::integer
       and (not is_whole or differences::text <> '[]')) as is`,
    [count],
  );
  return row!.is;
}

export function selectPaymentsById(db: Queryable, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.query<Payment>(`select ${PAYMENT} from payment where id = any ($1::uuid[])`, [ids]);
}

/** Those that ended in the span, by id. A payment ends within days of its beginning. */
export function selectCredited(
  db: Queryable,
  span: { from: Date; to: Date; after: string | undefined; limit: number },
): Promise<Payment[]> {
  return db.query<Payment>(
    `select ${PAYMENT} from payment
     where created_at >= $1::timestamptz - interval '10 days' and created_at < $2 and state = 'succeeded'
       and ended_at >= $1 and ended_at < $2 and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [span.from, span.to, span.after ?? null, span.limit],
  );
}
