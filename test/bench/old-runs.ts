/**
 * Years of ended runs, to measure a service with large tables. Each is a copy of a real run with its payload, request
 * key and ledger entries, under an id of its time.
 */
import type { Db } from '../../server/platform/db/pool.ts';
import { copyStatement } from '../support/copied-rows.ts';

const CHUNK = 100_000;
const SHORTEST_MONTH = 28;

export interface OldRuns {
  count: number;
  /** The days until now over which they are spread; by default, three years. */
  days?: number;
  /** Columns of `run` that the copies change; `old.n` counts the runs. */
  changes?: Record<string, string>;
  /** Whether their hours still have to be added up. */
  leavesHours?: boolean;
}

/** Copies the workspace's ended runs: there must be one. `db` has one connection. */
export async function addOldRuns(
  db: Db,
  { count, days = 3 * 365, changes = {}, leavesHours = false }: OldRuns,
  onStep: (step: string) => void,
): Promise<void> {
  const [model] = await db.query<{ workspace: string; id: string }>(
    `select workspace, id from run where state = 'completed' limit 1`,
  );
  if (!model) throw new Error('no run has ended');
  await db.query("select keep_payload_months($1, (now() - interval '1 day' * $2)::date)", [
    Math.ceil(days / SHORTEST_MONTH),
    days,
  ]);
  const copies = await copiesOf(db, model, changes);
  // Building an index of all rows at once takes a small part of the time.
  const restore = await prepareTables(
    db,
    copies.map(({ table }) => table),
  );
  for (let done = 0; done < count; done += CHUNK) {
    onStep(`${done.toLocaleString('en')} of ${count.toLocaleString('en')} old runs`);
    await db.transaction(async (tx) => {
      await tx.query(
        `create temporary table old on commit drop as
         select n, uuidv7(-(($1::integer - n) * (interval '1 day' * $2 / $1))) as id
         from generate_series($3::integer, $4::integer) n`,
        [count, days, done, Math.min(done + CHUNK, count) - 1],
      );
      for (const { statement } of copies) await tx.query(`${statement} order by old.n`);
    });
  }
  await db.query("set maintenance_work_mem = '1GB'");
  for (const [i, statement] of restore.entries()) {
    onStep(`${i} of ${restore.length} indexes and constraints of the old runs`);
    await db.query(statement);
  }
  onStep('vacuum of the old runs');
  if (!leavesHours) await closeHours(db, model.workspace);
  await chargeAccounts(db, model, count);
  await closeBalances(db);
  for (const { table } of copies) await db.query(`vacuum analyze ${table}`);
}

interface Copy {
  table: string;
  /** Copies the rows of the model for each of `old`. */
  statement: string;
}

async function copiesOf(
  db: Db,
  model: { workspace: string; id: string },
  ofRuns: Record<string, string>,
): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const { table, run, changes } of TABLES) {
    const from = `model_of_${table}`;
    const all = table === 'run' ? { ...changes, ...ofRuns } : changes;
    const statement = await copyStatement(db, table, all, from);
    await db.query(
      `create temporary table ${from} as select * from ${table} where workspace = $1 and ${run} = $2`,
      [model.workspace, model.id],
    );
    copies.push({ table, statement: `${statement} cross join old` });
  }
  return copies;
}

/**
 * Drops indexes and constraints, and makes pages fill up, as changes fill those of old runs: otherwise each new run
 * goes into a gap of another old page, and an image of that page into the log. Returns the statements that restore
 * everything.
 */
async function prepareTables(db: Db, tables: string[]): Promise<string[]> {
  const found = await db.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where conrelid = any ($1::text[]::regclass[]) and contype in ('p', 'u', 'c')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = indexrelid)
     union all
     select format('alter table %s set (fillfactor = 100)', oid::regclass),
       format('alter table %s set (%s)', oid::regclass, array_to_string(reloptions, ', '))
     from pg_class where oid = any ($1::text[]::regclass[]) and reloptions is not null`,
    [tables],
  );
  for (const { drop } of found) await db.query(drop);
  return found.map(({ restore }) => restore);
}

/** Marks the hours as closed long ago: nothing is left to add up. */
async function closeHours(db: Db, workspace: string): Promise<void> {
  await db.query(
    `insert into usage_closed (workspace, until) values ($1, date_trunc('hour', now()))
     on conflict (workspace) do update set until = excluded.until`,
    [workspace],
  );
}

/** Moves on the accounts what the copied entries moved. */
async function chargeAccounts(
  db: Db,
  { workspace, id }: { workspace: string; id: string },
  count: number,
): Promise<void> {
  await db.query(
    `update account a set available = a.available + $3 * m.available, held = a.held + $3 * m.held,
       spent = a.spent + $3 * m.spent
     from (
       select account,
         sum(case when credit_bucket = 'available' then amount when debit_bucket = 'available' then -amount else 0 end)
           as available,
         sum(case when credit_bucket = 'held' then amount when debit_bucket = 'held' then -amount else 0 end) as held,
         sum(case when credit_bucket in ('provider', 'fee') then amount else 0 end) as spent
       from ledger_entry where workspace = $1 and run = $2 group by account
     ) m where a.id = m.account`,
    [workspace, id, count],
  );
}

/** Does the same for balances, while no worker closes any. */
async function closeBalances(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('close_balances', 0))");
    for (let isOver = false; !isOver; ) {
      const [row] = await tx.query<{ more: boolean }>('select close_balances(1000000000) as more');
      isOver = row!.more === false;
    }
  });
}

/** Each table, the column that names the run, and the columns that copies change. */
const TABLES: { table: string; run: string; changes: Record<string, string> }[] = [
  {
    table: 'run',
    run: 'id',
    changes: {
      id: 'old.id',
      idempotency_key: 'md5(old.id::text)',
      created_at: 'uuid_extract_timestamp(old.id)',
      updated_at: 'uuid_extract_timestamp(old.id)',
      finished_at: 'uuid_extract_timestamp(old.id)',
    },
  },
  { table: 'run_payload', run: 'run', changes: { run: 'old.id' } },
  {
    table: 'request_key',
    run: 'run',
    changes: { run: 'old.id', idempotency_key: 'md5(old.id::text)' },
  },
  {
    table: 'ledger_entry',
    run: 'run',
    changes: { run: 'old.id', created_at: 'uuid_extract_timestamp(old.id)' },
  },
];
