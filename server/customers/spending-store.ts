/** The SQL of what the runs of customers were charged, by the entries that the statement of the time adds up. */

import { CAPTURES } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { BUDGETS, type CustomerSummary, type ReadCustomer, SUMMARY, TODAY, USED } from './store.ts';

interface SpendingQuery {
  workspace: string;
  from: Date;
  to: Date;
  state: string | null;
  hasBudgets: boolean | null;
  /** A part of the name or of the end user. */
  search: string | null;
  sort: 'spent' | 'newest' | 'name';
  after: SpendingPosition | null;
  limit: number;
}

/**
 * Of a customer in the list: the number and the text that it is sorted by, its id, and `at` of the sums of the first page.
 */
export interface SpendingPosition {
  number: number;
  text: string;
  id: string;
  at: string;
}

export type CustomerSpending = CustomerSummary &
  Omit<SpendingPosition, 'at'> &
  Pick<ReadCustomer, 'budgets' | 'used' | 'readAt'> & {
    runs: number;
    charged: number;
    /** Of its balance; null if it has none. */
    prepaidLimit: number | null;
  };

export interface SpendingSums {
  /** Of the customers that match. */
  customers: number;
  runs: number;
  charged: number;
  /** Of the workspace, also of runs of no customer. */
  allRuns: number;
  allCharged: number;
  /** The time of the last charge that the first page counted. Later pages count no charge after it. */
  at: string;
}

/**
 * How many runs these entries charged, without grouping by run: each has an entry of the provider's part, but one that was
 * only charged a fee.
 */
const CHARGED = `count(*) filter (where e.kind = 'capture_provider' or r.charged_amount = r.fee_amount)`;

/** The sums are those of all pages. Later pages count the charges that the first one counted, so the order stays. */
export async function selectCustomersBySpending(
  db: Queryable,
  query: SpendingQuery,
): Promise<{ customers: CustomerSpending[]; sums: SpendingSums }> {
  const rows = await db.query<CustomerSpending & { sums: SpendingSums }>(
    `with spent as materialized (
       select r.end_user_id, ${CHARGED} as runs, sum(e.amount) as charged, max(e.created_at) as last
       from (${CAPTURES}) e left join run r on r.workspace = $1 and r.id = e.run
       where $12::timestamptz is null or e.created_at <= $12::timestamptz group by 1
     ), listed as materialized (
       select c.workspace, c.end_user_id, c.id, coalesce(s.runs, 0) as runs, coalesce(s.charged, 0) as charged,
         case $7::text when 'spent' then -coalesce(s.charged, 0)
           when 'newest' then -floor(extract(epoch from c.created_at) * 1000) else 0 end::bigint as number,
         case when $7::text = 'name' then lower(left(coalesce(c.name, c.end_user_id), 64)) else '' end collate "C" as text
       from customer c left join spent s on s.end_user_id = c.end_user_id
       where c.workspace = $1 and ($4::text is null or c.state = $4) and ($5::boolean is null or c.has_budgets = $5)
         and ($6::text is null or strpos(lower(c.end_user_id), lower($6)) > 0 or strpos(lower(c.name), lower($6)) > 0)
     ), page as (
       select * from listed l
       where $8::bigint is null or (l.number, l.text, l.id) > ($8::bigint, $9::text collate "C", $10::uuid)
       order by l.number, l.text, l.id limit $11
     )
     select sums.value as sums, one.* from (
       select json_build_object('customers', l.customers, 'runs', l.runs, 'charged', l.charged, 'allRuns', s.runs,
         'allCharged', s.charged, 'at', coalesce($12::timestamptz, s.last, now())) as value
       from (
         select count(*) as customers, coalesce(sum(runs), 0) as runs, coalesce(sum(charged), 0) as charged from listed
       ) l cross join (
         select coalesce(sum(runs), 0) as runs, coalesce(sum(charged), 0) as charged, max(last) as last from spent
       ) s
     ) sums left join (
       select ${SUMMARY}, ${BUDGETS}, ${USED}, now() as "readAt",
         c.prepaid_limit as "prepaidLimit", p.runs, p.charged::bigint, p.number, p.text
       from page p join customer c on c.workspace = p.workspace and c.end_user_id = p.end_user_id cross join ${TODAY}
       left join customer_setting d on d.workspace = c.workspace
       left join customer_spending s on s.workspace = c.workspace and s.customer = c.id
     ) one on true
     order by one.number, one.text, one.id`,
    [
      ...[query.workspace, query.from, query.to, query.state, query.hasBudgets, query.search],
      ...[query.sort, query.after?.number ?? null, query.after?.text ?? null],
      ...[query.after?.id ?? null, query.limit, query.after?.at ?? null],
    ],
  );
  return { customers: rows.filter(({ id }) => id !== null), sums: rows[0]!.sums };
}

export interface SpentInMonth {
  /** The number of the month, from 1. */
  month: number;
  kind: string;
  runs: number;
  charged: number;
}

/**
 * By month and kind; `starts` are the first instants of the months, and that of the month after the last one. A run is
 * looked for from a month before them on: none goes on for longer.
 */
export function selectSpentInMonths(
  db: Queryable,
  { workspace, endUser, starts }: { workspace: string; endUser: string; starts: readonly Date[] },
): Promise<SpentInMonth[]> {
  return db.query<SpentInMonth>(
    `select width_bucket(e.created_at, $3::timestamptz[]) as month, r.kind, count(distinct e.run) as runs,
       sum(e.amount)::bigint as charged
     from run r join ledger_entry e on e.workspace = r.workspace and e.run = r.id
     where r.workspace = $1 and r.end_user_id = $2 and r.id >= run_id_bound(($3::timestamptz[])[1] - interval '32 days')
       and e.kind in ('capture_provider', 'capture_fee')
       and e.created_at >= ($3::timestamptz[])[1] and e.created_at < ($3::timestamptz[])[array_length($3, 1)]
     group by 1, 2`,
    [workspace, endUser, starts],
  );
}
