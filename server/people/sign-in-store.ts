/** The SQL of failed sign-ins: each statement counts and decides at once, so that no two attempts count as one. */
import type { Queryable } from '../platform/db/pool.ts';

export interface Failures {
  failures: number;
  endsInMs: number;
}

/** Counts one more in the window of the key, which begins with its first attempt. */
export async function countFailure(
  db: Queryable,
  key: string,
  windowMs: number,
): Promise<Failures> {
  const [row] = await db.query<Failures>(
    `insert into sign_in_attempt as a (key, failures, ends_at)
     values ($1, 1, now() + $2::double precision * interval '1 ms')
     on conflict (key) do update set
       failures = case when a.ends_at <= now() then 1 else a.failures + 1 end,
       ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
     returning failures,
       (extract(epoch from ends_at - now()) * 1000)::double precision as "endsInMs"`,
    [key, windowMs],
    'count_failed_sign_in',
  );
  return row!;
}

export interface Waits {
  /** Failures without a wait after them. */
  free: number;
  firstMs: number;
  longestMs: number;
  /** After this long without a failure, all of them are forgotten. */
  rememberedMs: number;
}

/** Counts one more, or returns how long the key has to wait, in milliseconds. */
export async function countUnlessWaiting(
  db: Queryable,
  key: string,
  { free, firstMs, longestMs, rememberedMs }: Waits,
): Promise<number> {
  const counted = await db.query(
    `insert into sign_in_attempt as a (key, failures, ends_at, waits_until)
     values ($1, 1, now() + $5::double precision * interval '1 ms',
       case when 1 >= $2::integer
         then now() + least($4::double precision, $3::double precision) * interval '1 ms' end)
     on conflict (key) do update set
       failures = case when a.ends_at <= now() then 1 else a.failures + 1 end,
       ends_at = excluded.ends_at,
       waits_until = case
         when a.ends_at <= now() then excluded.waits_until
         when a.failures + 1 >= $2::integer then now() + least($4::double precision,
           $3::double precision * 2 ^ least(a.failures + 1 - $2::integer, 30)) * interval '1 ms' end
     where a.waits_until is null or a.waits_until <= now()
     returning key`,
    [key, free, firstMs, longestMs, rememberedMs],
    'count_unless_waiting',
  );
  if (counted.length > 0) return 0;
  const [row] = await db.query<{ ms: number }>(
    `select (extract(epoch from waits_until - now()) * 1000)::double precision as ms
     from sign_in_attempt where key = $1`,
    [key],
    'wait_of_sign_in',
  );
  return Math.max(1, row?.ms ?? 1);
}

/** The attempt does not count: its counts are given back, and `forgotten` starts over. */
export async function giveBackFailures(
  db: Queryable,
  { forgotten, counted }: { forgotten: string; counted: string[] },
): Promise<void> {
  await db.query('delete from sign_in_attempt where key = $1', [forgotten], 'forget_sign_in');
  if (counted.length === 0) return;
  await db.query(
    `update sign_in_attempt set failures = failures - 1
     where key in (select a.key from sign_in_attempt a where a.key = any ($1::text[])
       and a.failures > 0 and a.ends_at > now() order by a.key for update)`,
    [counted],
    'give_back_sign_ins',
  );
}

export async function deleteEndedAttempts(db: Queryable): Promise<void> {
  await db.query('delete from sign_in_attempt where ends_at < now()');
}
