/** Reads the books: the checks, the bounds of what one query reads, and the sums that several queries add up. */
import type { Queryable } from '../../platform/db/pool.ts';
import { type Check, HOUR, MOVED } from './checks.ts';

export interface FaultRow {
  kind: 'deployment' | 'workspace' | 'account' | 'key' | 'run';
  /** Null for the deployment. */
  id: string | null;
  fault: string;
}

/** First in a transaction: all its reads see one snapshot, and it writes nothing. */
export async function beginSnapshot(tx: Queryable): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
}

export async function readFaults(
  tx: Queryable,
  check: Check,
  parameters: readonly unknown[],
): Promise<FaultRow[]> {
  if (check.reads === 'runs') await addUpOnce(tx);
  // From the same snapshot as the balances, and known when PostgreSQL plans the query.
  const until = check.reads === 'balances' ? [await selectClosedUntil(tx)] : [];
  return tx.query<FaultRow>(check.sql, [...parameters, ...until]);
}

/** Without statistics, as in a new database, the planner would add up entries once per run. */
async function addUpOnce(tx: Queryable): Promise<void> {
  await tx.query('set local enable_nestloop = off');
}

async function selectClosedUntil(tx: Queryable): Promise<number | undefined> {
  const [row] = await tx.query<{ until: number }>('select until from ledger_closed');
  return row?.until;
}

export async function selectWorkspaces(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select id from workspace order by id');
  return rows.map(({ id }) => id);
}

/** The last id of this many runs of the workspace after this one. */
export async function runFurtherOn(
  tx: Queryable,
  workspace: string,
  from: string,
  count: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'select id from run where workspace = $1 and id > $2 order by id offset $3 limit 1',
    [workspace, from, count - 1],
  );
  return row?.id;
}

/** The next operation after this one for which the workspace has request keys. */
export async function nextOperation(
  tx: Queryable,
  workspace: string,
  from: string | undefined,
): Promise<string | undefined> {
  const [row] = await tx.query<{ operation: string }>(
    `select operation from request_key where workspace = $1 and ($2::text is null or operation > $2)
     order by operation limit 1`,
    [workspace, from],
  );
  return row?.operation;
}

export async function keyFurtherOn(
  tx: Queryable,
  { workspace, operation }: { workspace: string; operation: string },
  from: string,
  count: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ key: string }>(
    `select idempotency_key as key from request_key
     where workspace = $1 and operation = $2 and idempotency_key > $3 order by idempotency_key offset $4 limit 1`,
    [workspace, operation, from, count - 1],
  );
  return row?.key;
}

/** Until when the workspace's hours are closed. */
export async function selectUsageUntil(
  tx: Queryable,
  workspace: string,
): Promise<Date | undefined> {
  const [row] = await tx.query<{ until: Date }>(
    'select until from usage_closed where workspace = $1',
    [workspace],
  );
  return row?.until;
}

/** The beginnings of the days on which something counts against limits. */
export async function selectLimitedDays(tx: Queryable, workspace: string): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(
    `select distinct day::text || 'T00:00:00Z' as day from key_spending where workspace = $1 order by 1`,
    [workspace],
  );
  return rows.map(({ day }) => day);
}

interface HourRow {
  hour: string;
  runs: number;
  captured: string;
}

/** The sums of the runs whose ids are above `from` and at most `to`, and that were created before `until`. */
export async function addUpHours(
  tx: Queryable,
  range: { workspace: string; from: string; to: string; until: Date },
): Promise<HourRow[]> {
  await addUpOnce(tx);
  return tx.query<HourRow>(
    `select to_char(date_trunc('hour', m.created_at, 'UTC') at time zone 'UTC', ${HOUR}) as hour,
       count(*) as runs, coalesce(sum(e.captured), 0) as captured
     from run m left join (
       select run, sum(amount) filter (where kind in ('capture_provider', 'capture_fee')) as captured
       from ledger_entry where workspace = $1 and run > $2 and run <= $3 group by run
     ) e on e.run = m.id
     where m.workspace = $1 and m.id > $2 and m.id <= $3 and m.created_at < $4 group by 1`,
    [range.workspace, range.from, range.to, range.until],
  );
}

interface SumRow {
  workspace: string;
  account: string;
  available: string;
  held: string;
  spent: string;
  last: number;
}

/** The sums of this many entries after the entry `from`, among those that are in closed balances. */
export function addUpClosedEntries(tx: Queryable, from: number, count: number): Promise<SumRow[]> {
  return tx.query<SumRow>(
    `select workspace, account, sum(available) as available, sum(held) as held, sum(spent) as spent, max(id) as last
     from (
       select id, workspace, account, ${MOVED} from ledger_entry
       where id > $1 and id <= (select until from ledger_closed) order by id limit $2
     ) e group by workspace, account`,
    [from, count],
  );
}
