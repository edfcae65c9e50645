/** The SQL of comparing payments with those of the payment provider. */
import type { Queryable } from '../platform/db/pool.ts';
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
  comparedAt: Date;
}

const DAY = `day::text as day, there, here, is_whole as "isWhole", differences, compared_at as "comparedAt"`;

export async function saveDay(
  db: Queryable,
  { day, there, here, isWhole, differences }: Omit<ComparedDay, 'comparedAt'>,
): Promise<ComparedDay> {
  const [row] = await db.query<ComparedDay>(
    `insert into payment_day as d (day, there, here, is_whole, differences) values ($1, $2, $3, $4, $5)
     on conflict (day) do update set there = $2, here = $3, is_whole = $4, differences = $5, compared_at = now()
     returning ${DAY}`,
    [day, there, here, isWhole, JSON.stringify(differences)],
  );
  return row!;
}

/** Of the days up to the last one, those that were never compared, and then those that differed. */
export async function selectDaysDue(
  db: Queryable,
  { last, count, limit }: { last: string; count: number; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select g.day::date::text as day
     from generate_series($1::date - $2::integer + 1, $1::date, interval '1 day') as g (day)
     left join payment_day d on d.day = g.day::date
     where d.day is null and g.day >= (select min(created_at) from payment)::date
       or not d.is_whole or d.differences::text <> '[]'
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
