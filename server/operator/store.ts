/**
 * The SQL of what operators see of workspaces: sums, counts and balances, and never what a run was asked or answered.
 * Hours that are closed are read as they are, so that no sum depends on the number of runs.
 */
import type { Act } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface WorkspaceSums {
  since: Date;
  runs: number;
  failedRuns: number;
  charged: number;
  /** Of the charges. */
  fee: number;
  /** What stored bytes cost, paid or not. */
  storage: number;
  /** What the deployment bore, also of what stored bytes cost. */
  lost: number;
  toppedUp: number;
  /** By card, less what payers got back. */
  paid: number;
}

export interface WorkspaceRow extends WorkspaceSums {
  id: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  suspendedFor: string | null;
  available: number;
  held: number;
  spent: number;
  walletAvailable: number;
  pendingRuns: number;
  debt: number;
}

/** Of the workspace `p`, since `$1` hours: `b` has the first entry of the ledger that counts. */
const SUMS = `
  cross join lateral (
    select coalesce((select c.until from usage_closed c where c.workspace = p.id), '1970-01-02') as closed
  ) t
  cross join lateral (
    select coalesce(sum(a.runs), 0)::bigint as runs, coalesce(sum(a.runs) filter (where a.state = 'failed'), 0)::bigint as failed,
      coalesce(sum(a.charged), 0)::bigint as charged, coalesce(sum(a.fee), 0)::bigint as fee
    from (
      select u.state, u.runs, u.charged, u.fee from usage_hour u
      where u.workspace = p.id and u.hour >= b.since and u.hour < t.closed
      union all
      select r.state, 1, coalesce(r.charged_amount, 0),
        case when r.charged_amount is null then 0 else coalesce(r.fee_amount, 0) end
      from run r
      where r.workspace = p.id and r.created_at >= greatest(b.since, t.closed)
        and r.id >= run_id_bound(greatest(b.since, t.closed) - interval '10 minutes')
    ) a
  ) u
  cross join lateral (
    select coalesce(sum(e.amount) filter (where e.kind = 'loss'), 0)::bigint as lost,
      coalesce(sum(e.amount) filter (where e.kind = 'top_up'), 0)::bigint as topped_up,
      coalesce(sum(case when e.kind = 'refund' then -e.amount else e.amount end)
        filter (where e.kind in ('payment', 'refund', 'refund_reversed')), 0)::bigint as paid
    from ledger_entry e
    where e.workspace = p.id and e.kind in ('top_up', 'payment', 'refund', 'refund_reversed', 'loss')
      and e.id >= b.entry and e.created_at >= b.since
  ) e
  cross join lateral (
    select coalesce(sum(s.amount), 0)::bigint as amount from storage_charge s
    where s.workspace = p.id and s.day >= (b.since at time zone 'UTC')::date
  ) s`;

const SINCE = `
  select s.since, entry_bound(s.since) as entry
  from (select date_trunc('hour', now()) - $1::integer * interval '1 hour' as since) s`;

const SUMMED = `
  b.since, u.runs, u.failed as "failedRuns", u.charged, u.fee, s.amount as storage, e.lost, e.topped_up as "toppedUp", e.paid`;

/**
 * Newest first, from before the workspace `before`: all of them, or those with this text in their names and the one with
 * this id. The statement has no name, so that it is planned for what is given.
 */
export function selectWorkspaces(
  db: Queryable,
  page: {
    hours: number;
    search: string | undefined;
    id: string | undefined;
    before: string | undefined;
    limit: number;
  },
): Promise<WorkspaceRow[]> {
  return db.query<WorkspaceRow>(
    `with b as materialized (${SINCE}), p as materialized (
       select w.id, w.name, w.created_at, w.suspended_at, w.suspended_for from workspace w
       where ($2::text is null and $3::uuid is null or strpos(lower(w.name), lower($2)) > 0 or w.id = $3)
         and ($4::uuid is null or w.id < $4)
       order by w.id desc limit $5
     )
     select p.id, p.name, p.created_at as "createdAt", p.suspended_at as "suspendedAt",
       p.suspended_for as "suspendedFor", a.*,
       (select coalesce(sum(y.returned - y.taken_back), 0)::bigint from payment y
        where y.workspace = p.id and y.returned > y.taken_back) as debt,
       ${SUMMED}
     from p cross join b
     cross join lateral (
       select sum(a.available)::bigint as available, sum(a.held)::bigint as held, sum(a.spent)::bigint as spent,
         sum(a.available) filter (where a.kind = 'wallet')::bigint as "walletAvailable", sum(a.pending)::bigint as "pendingRuns"
       from account a where a.workspace = p.id
     ) a
     ${SUMS}
     order by p.id desc`,
    [page.hours, page.search ?? null, page.id ?? null, page.before ?? null, page.limit],
  );
}

/** The sums of one workspace. */
export async function selectSums(
  db: Queryable,
  { workspace, hours }: { workspace: string; hours: number },
): Promise<WorkspaceSums> {
  const [row] = await db.query<WorkspaceSums>(
    `with b as materialized (${SINCE}), p as (select $2::uuid as id)
     select ${SUMMED} from p cross join b ${SUMS}`,
    [hours, workspace],
    'operator_sums',
  );
  return row!;
}

export interface UsageGroup {
  kind: string;
  /** The code of the error; empty for runs that did not fail. */
  error: string;
  isFailed: boolean;
  runs: number;
  charged: number;
}

/** The runs of a workspace by kind and by why they failed. */
export function selectUsageGroups(
  db: Queryable,
  { workspace, hours }: { workspace: string; hours: number },
): Promise<UsageGroup[]> {
  return db.query<UsageGroup>(
    `with b as (
       select date_trunc('hour', now()) - $1::integer * interval '1 hour' as since,
         coalesce((select c.until from usage_closed c where c.workspace = $2), '1970-01-02') as closed
     )
     select a.kind, a.error, a.state = 'failed' as "isFailed", sum(a.runs)::bigint as runs, sum(a.charged)::bigint as charged
     from (
       select u.kind, u.state, u.error_code as error, u.runs, u.charged from usage_hour u, b
       where u.workspace = $2 and u.hour >= b.since and u.hour < b.closed
       union all
       select r.kind, r.state, coalesce(r.error ->> 'code', ''), 1, coalesce(r.charged_amount, 0) from run r
       where r.workspace = $2 and r.created_at >= (select greatest(since, closed) from b)
         and r.id >= (select run_id_bound(greatest(since, closed) - interval '10 minutes') from b)
     ) a group by a.kind, a.error, a.state = 'failed'`,
    [hours, workspace],
    'operator_usage_groups',
  );
}

export interface WorkspaceCounts {
  activeKeys: number;
  endedKeys: number;
  members: number;
  owners: number;
  withSecondFactor: number;
}

export async function selectCounts(db: Queryable, workspace: string): Promise<WorkspaceCounts> {
  const [row] = await db.query<WorkspaceCounts>(
    `select k.active as "activeKeys", k.ended as "endedKeys", m.members, m.owners, m.proving as "withSecondFactor"
     from (
       select count(*) filter (where k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))::integer as active,
         count(*) filter (where k.revoked_at is not null or k.expires_at <= now())::integer as ended
       from api_key k
       where k.workspace = $1 and not exists (select from playground_key p where p.api_key = k.id)
     ) k, (
       select count(*)::integer as members, count(*) filter (where m.role = 'owner')::integer as owners,
         count(*) filter (where exists (
           select from second_factor f where f.user_id = m.user_id and f.confirmed_at is not null))::integer as proving
       from membership m where m.workspace = $1
     ) m`,
    [workspace],
    'operator_counts',
  );
  return row!;
}

export interface SoldRow {
  kind: string;
  subject: string;
  /** The code of the error; empty for runs that did not fail. */
  error: string;
  isFailed: boolean;
  runs: number;
  charged: number;
  fee: number;
  /** See `platform/lib/latencies.ts`, as hexadecimal digits; null if no run completed. */
  latencies: string | null;
}

/** What was sold of each subject, over all workspaces, with the most runs first. */
export function selectSold(
  db: Queryable,
  { hours, atMost }: { hours: number; atMost: number },
): Promise<SoldRow[]> {
  return db.query<SoldRow>(
    `with rows as materialized (
       select a.* from workspace w
       cross join lateral (
         select date_trunc('hour', now()) - $1::integer * interval '1 hour' as since,
           coalesce((select c.until from usage_closed c where c.workspace = w.id), '1970-01-02') as closed
       ) t
       cross join lateral (
         select u.kind, u.subject, u.state = 'failed' as failed, u.error_code as error, u.runs, u.charged, u.fee, u.latencies
         from usage_hour u where u.workspace = w.id and u.hour >= t.since and u.hour < t.closed
         union all
         select r.kind, r.subject, r.state = 'failed', coalesce(r.error ->> 'code', ''), 1, coalesce(r.charged_amount, 0),
           case when r.charged_amount is null then 0 else coalesce(r.fee_amount, 0) end,
           case when r.state = 'completed' then
             int2send(ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::smallint)
               || int4send(1)
           end
         from run r
         where r.workspace = w.id and r.created_at >= greatest(t.since, t.closed)
           and r.id >= run_id_bound(greatest(t.since, t.closed) - interval '10 minutes')
       ) a
     ), durations as (
       select l.kind, l.subject, encode(string_agg(int2send(l.bucket::smallint) || int4send(l.runs::integer), ''), 'hex') as latencies
       from (
         select r.kind, r.subject, c.bucket, sum(c.runs) as runs
         from rows r cross join lateral latency_counts(r.latencies) c where r.latencies <> '' group by 1, 2, 3
       ) l group by 1, 2
     )
     select s.*, d.latencies from (
       select r.kind, r.subject, r.error, r.failed as "isFailed", sum(r.runs)::bigint as runs,
         sum(r.charged)::bigint as charged, sum(r.fee)::bigint as fee
       from rows r group by r.kind, r.subject, r.error, r.failed
     ) s left join durations d on d.kind = s.kind and d.subject = s.subject and not s."isFailed"
     order by s.runs desc limit $2`,
    [hours, atMost],
    'operator_sold',
  );
}

export interface UnknownRunRow {
  id: string;
  kind: string;
  workspace: string;
  workspaceName: string;
  state: string;
  subject: string;
  provider: string;
  reference: string | null;
  reason: string | null;
  held: number;
  lookUps: number;
  lastLookUpAt: Date | null;
  nextLookUpAt: Date | null;
  isCanceled: boolean;
  createdAt: Date;
  deadline: Date;
}

/** Runs that wait for a look-up, newest first, from before the run `before`. */
export function selectUnknownRuns(
  db: Queryable,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<UnknownRunRow[]> {
  return db.query<UnknownRunRow>(
    `select m.id, m.kind, w.id as workspace, w.name as "workspaceName", m.state, m.subject, m.provider,
       left(m.provider_reference, 4096) as reference, left(m.unknown_reason, 4096) as reason, m.reserved_amount as held,
       m.look_ups as "lookUps", m.last_looked_up_at as "lastLookUpAt", m.next_check_at as "nextLookUpAt",
       m.cancel_requested_at is not null as "isCanceled", m.created_at as "createdAt",
       coalesce(m.settle_deadline, q.give_up_at) as deadline
     from (
       select q.workspace, q.run, q.give_up_at from run_queue q
       where q.step in ('reconcile', 'price') and ($1::uuid is null or q.run < $1) order by q.run desc limit $2
     ) q
     cross join lateral (select r.* from run r where r.workspace = q.workspace and r.id = q.run offset 0) m
     join workspace w on w.id = q.workspace
     order by q.run desc`,
    [before ?? null, limit],
    'operator_unknown_runs',
  );
}

/** An act of an operator, with the names of whom and what it concerns. */
export interface ActRow extends Pick<Act, 'kind' | 'via' | 'workspace' | 'detail'> {
  id: number;
  at: Date;
  reason: string | null;
  workspaceName: string | null;
  by: Named | null;
  /** Whom it concerns. */
  person: Named | null;
}

interface Named {
  id: string;
  name: string;
  email: string;
}

const NAMED = `json_build_object('id', u.id, 'name', u.name, 'email', u.email)`;

/** Newest first, from before the act `before`; of all workspaces unless one is named. */
export function selectActs(
  db: Queryable,
  page: { workspace?: string | undefined; before: number; limit: number },
): Promise<ActRow[]> {
  const { workspace, before, limit } = page;
  return db.query<ActRow>(
    `select a.id, a.created_at as at, a.kind, a.via, a.reason, a.detail, a.workspace, w.name as "workspaceName",
       (select ${NAMED} from app_user u where u.id = a.actor) as by,
       (select ${NAMED} from app_user u where u.id = (a.detail ->> 'user')::uuid) as person
     from operator_act a left join workspace w on w.id = a.workspace
     where a.id < $1 and ($3::uuid is null or a.workspace = $3) order by a.id desc limit $2`,
    [before, limit, workspace ?? null],
  );
}
