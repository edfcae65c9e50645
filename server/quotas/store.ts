/** The SQL of quotas: what the operator has set, and how much is used. */
import type { Queryable } from '../platform/db/pool.ts';
import { QUEUES_OF_MACHINES, type QuotaDefaults, type QuotaName } from './quotas.ts';

/**
 * How much of each quota is used, by workspace; a workspace without a row uses nothing. `$1` is the only workspace, or
 * null.
 */
const USED = `
  select workspace, name, bytes as used from stored_bytes where $1::uuid is null or workspace = $1
  union all
  select d.workspace, v.name, v.used from span_day d
  cross join lateral (values ('spans', d.spans), ('span_bytes', d.bytes)) v (name, used)
  where d.day = (now() at time zone 'UTC')::date and ($1::uuid is null or d.workspace = $1)
  union all
  select d.workspace, v.name, v.used from traffic_day d
  cross join lateral (values ('received_bytes', d.received), ('downloaded_bytes', d.downloaded)) v (name, used)
  where d.day = (now() at time zone 'UTC')::date and ($1::uuid is null or d.workspace = $1)
  union all
  select u.workspace, v.name, v.used from (
    select q.workspace, sum((m.terms ->> 'cpuMillis')::bigint)::bigint as cpu,
      sum((m.terms ->> 'memoryMb')::bigint)::bigint as memory
    from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
    where q.queue like any (array[${QUEUES_OF_MACHINES}]) and ($1::uuid is null or q.workspace = $1) group by q.workspace
  ) u cross join lateral (values ('compute_cpu', u.cpu), ('compute_memory', u.memory)) v (name, used)
  union all
  select c.workspace, 'customers', c.made_ahead from customer_setting c where $1::uuid is null or c.workspace = $1`;

/** For the quota `u`: the UTC day of the oldest of what the workspace `w` has stored, and when the first stored export expires. */
const EXPIRY = `case u.name
    when 'stored_outputs' then (
      select (to_timestamp(('x' || left(replace(o.owner::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date
      from stored_output o where o.workspace = w.id order by o.owner limit 1)
    when 'stored_content' then (select min(c.day) from content_day c where c.workspace = w.id)
    when 'stored_spans' then (select min(d.day) from span_day d where d.workspace = w.id and d.bytes > 0)
  end::text as oldest,
  case u.name when 'stored_outputs' then (
    select min(m.expires_at) from made_export m
    join stored_output o on o.workspace = m.workspace and o.owner = m.id where m.workspace = w.id)
  end as "exportExpiresAt"`;

export interface UseRow {
  name: QuotaName;
  used: number;
  /** What the operator has set for the workspace. */
  most: number | null;
  /** The day of the oldest of it, as YYYY-MM-DD. */
  oldest: string | null;
  /** Of the first export that was made in the background and is stored. What is older may expire later. */
  exportExpiresAt: Date | null;
  /** How long the workspace keeps content. */
  contentDays: number | null;
}

/** What is used, and what is set; a quota without a row has neither. */
export function selectUses(db: Queryable, workspace: string): Promise<UseRow[]> {
  return db.query<UseRow>(
    `select coalesce(u.name, q.name) as name, coalesce(u.used, 0) as used, q.most, ${EXPIRY},
       w.content_days as "contentDays"
     from (${USED}) u full join (select * from quota where workspace = $1) q on q.name = u.name
     join workspace w on w.id = $1`,
    [workspace],
  );
}

interface SetQuota {
  workspace: string;
  name: QuotaName;
  most: number;
}

export function selectQuotas(db: Queryable): Promise<SetQuota[]> {
  return db.query<SetQuota>('select workspace, name, most from quota', [], 'select_quotas');
}

/** Of all workspaces, what is stored and has reached its quota. */
export function selectReached(
  db: Queryable,
  defaults: QuotaDefaults,
): Promise<(UseRow & { workspace: string })[]> {
  return db.query(
    `select u.workspace, u.name, u.bytes as used, q.most, ${EXPIRY}, w.content_days as "contentDays"
     from stored_bytes u
     left join quota q on q.workspace = u.workspace and q.name = u.name
     join workspace w on w.id = u.workspace
     where u.bytes >= coalesce(q.most, ($1::json ->> u.name)::bigint)`,
    [JSON.stringify(defaults)],
    'select_reached_quotas',
  );
}

export interface QuotaSum {
  name: QuotaName;
  /** Of all workspaces together. */
  used: number;
  /** The largest share of a quota that a workspace has used. */
  share: number;
  /** Workspaces that have used up theirs. */
  reached: number;
}

export function sumUses(db: Queryable, defaults: QuotaDefaults): Promise<QuotaSum[]> {
  return db.query<QuotaSum>(
    `select u.name, sum(u.used)::double precision as used,
       max(u.used::double precision / greatest(coalesce(q.most, ($2::json ->> u.name)::bigint), 1)) as share,
       (count(*) filter (where u.used >= coalesce(q.most, ($2::json ->> u.name)::bigint)))::integer as reached
     from (${USED}) u left join quota q on q.workspace = u.workspace and q.name = u.name
     group by u.name`,
    [null, JSON.stringify(defaults)],
  );
}

export async function saveQuota(tx: Queryable, { workspace, name, most }: SetQuota): Promise<void> {
  await tx.query(
    `insert into quota (workspace, name, most) values ($1, $2, $3)
     on conflict (workspace, name) do update set most = excluded.most`,
    [workspace, name, most],
  );
}

export async function deleteQuota(tx: Queryable, workspace: string, name: string): Promise<void> {
  await tx.query('delete from quota where workspace = $1 and name = $2', [workspace, name]);
}

/** Counts the outputs of an owner once, however often it is called. */
export async function countOutputs(
  db: Queryable,
  { workspace, owner, bytes }: { workspace: string; owner: string; bytes: number },
): Promise<void> {
  await db.query(
    `with counted as (
       insert into stored_output (workspace, owner, bytes) values ($1, $2, $3) on conflict do nothing returning bytes
     )
     insert into stored_bytes as s (workspace, name, bytes) select $1, 'stored_outputs', c.bytes from counted c
     on conflict (workspace, name) do update set bytes = s.bytes + excluded.bytes`,
    [workspace, owner, bytes],
    'count_outputs',
  );
}

export async function uncountOutputs(
  db: Queryable,
  workspace: string,
  owners: readonly string[],
): Promise<void> {
  await db.query(
    `with gone as (
       delete from stored_output where workspace = $1 and owner = any ($2::uuid[]) returning bytes
     )
     update stored_bytes set bytes = bytes - (select coalesce(sum(g.bytes), 0) from gone g)
     where workspace = $1 and name = 'stored_outputs'`,
    [workspace, owners],
    'uncount_outputs',
  );
}

/** Workspaces with outputs of what was created more than this many whole days of UTC ago, and the first id that stays. */
export function selectExpired(
  db: Queryable,
  { days, workspace, now }: { days: number; workspace: string | null; now: Date | null },
): Promise<{ workspace: string; before: string }[]> {
  return db.query(
    `select s.workspace, b.before from stored_bytes s cross join (
       select run_id_bound((date_trunc('day', coalesce($3::timestamptz, now()) at time zone 'UTC')
         - $1::integer * interval '1 day') at time zone 'UTC') as before
     ) b
     where s.name = 'stored_outputs' and ($2::uuid is null or s.workspace = $2) and exists (
       select from stored_output o where o.workspace = s.workspace and o.owner < b.before)`,
    [days, workspace, now],
  );
}

/** Counts content and spans that are stored; returns whether another call has something to do. */
export async function countStored(db: Queryable, atMost: number): Promise<boolean> {
  const [row] = await db.query<{ more: boolean }>('select count_stored($1) as more', [atMost]);
  return row!.more;
}

/** The bytes of each workspace that stores any. */
export function selectStored(db: Queryable): Promise<{ workspace: string; bytes: number }[]> {
  return db.query(
    `select workspace, sum(bytes)::bigint as bytes from stored_bytes
     group by workspace having sum(bytes) > 0 order by workspace`,
  );
}

/** Something was removed out of turn: the next calls of `countStored` count all content of the workspace again. */
export async function forgetContent(db: Queryable, workspace: string): Promise<void> {
  await db.query(
    `with days as (delete from content_day where workspace = $1)
     delete from content_counted where workspace = $1`,
    [workspace],
  );
}

export interface Traffic {
  received: number;
  downloaded: number;
}

type TrafficOf = Traffic & { workspace: string };

/** Adds to today's bytes; returns the day and its sums. */
export function addTraffic(
  db: Queryable,
  traffic: readonly TrafficOf[],
): Promise<(TrafficOf & { day: string })[]> {
  return db.query(
    `insert into traffic_day as d (workspace, day, received, downloaded)
     select t.workspace, (now() at time zone 'UTC')::date, t.received, t.downloaded
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (workspace, received, downloaded) order by t.workspace
     on conflict (workspace, day) do update
       set received = d.received + excluded.received, downloaded = d.downloaded + excluded.downloaded
     returning workspace, day::text, received, downloaded`,
    [
      traffic.map(({ workspace }) => workspace),
      traffic.map(({ received }) => received),
      traffic.map(({ downloaded }) => downloaded),
    ],
    'add_traffic',
  );
}

/** Days that are over count for nothing. */
export async function deleteTraffic(db: Queryable): Promise<void> {
  await db.query("delete from traffic_day where day < (now() at time zone 'UTC')::date - 7");
}
