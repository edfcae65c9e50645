/**
 * Three years of ended runs, to see what a service costs whose tables are large. Each is a copy of a real run with
 * its payload, request key and ledger entries, under an id of its time. It fills the tables of any version that there
 * has been, as that version has them.
 */
import type { Db } from '../../server/db/pool.ts';
import { copyStatement } from '../support/copied-rows.ts';

const CHUNK = 100_000;
const YEARS = 3;

/** The workspace's ended runs are what is copied: there has to be one. */
export async function addOldRuns(
  db: Db,
  count: number,
  onStep: (step: string) => void,
): Promise<void> {
  const copies = await copiesOf(db);
  const [model] = await db.query<{ workspace: string; id: string }>(
    `select workspace, id from ${copies[0]!.table} where state = 'completed' limit 1`,
  );
  if (!model) throw new Error('no run has ended');
  for (let done = 0; done < count; done += CHUNK) {
    onStep(`${done.toLocaleString('en')} of ${count.toLocaleString('en')} old runs`);
    await db.transaction(async (tx) => {
      await tx.query(
        `create temporary table old on commit drop as
         select n, uuidv7(-(($1::integer - n) * (interval '1 year' * $2 / $1))) as id
         from generate_series($3::integer, $4::integer) n`,
        [count, YEARS, done, Math.min(done + CHUNK, count) - 1],
      );
      for (const { run, statement } of copies) {
        await tx.query(
          `${statement} cross join old where t.workspace = $1 and t.${run} = $2 order by old.n`,
          [model.workspace, model.id],
        );
      }
    });
  }
  onStep('vacuum of the old runs');
  await closeBooks(db, model.workspace);
  for (const { table } of copies) await db.query(`vacuum analyze ${table}`);
}

interface Copy {
  table: string;
  /** The column that names the run. */
  run: string;
  statement: string;
}

/** In the order of TABLES, so that the runs come first. */
async function copiesOf(db: Db): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const { names, run, changes } of TABLES) {
    for (const table of names) {
      const statement = await copyStatement(db, table, changes);
      if (statement !== undefined) copies.push({ table, run, statement });
    }
  }
  return copies;
}

/** As if hours and balances were closed long ago, in a version that closes them: nothing is left to be added up. */
async function closeBooks(db: Db, workspace: string): Promise<void> {
  const [has] = await db.query<{ hours: boolean; balances: boolean }>(
    `select to_regclass('usage_closed') is not null as hours,
       to_regprocedure('close_balances_1(integer)') is not null as balances`,
  );
  if (has!.hours) {
    await db.query(
      `insert into usage_closed (workspace, until) values ($1, date_trunc('hour', now()))
       on conflict (workspace) do update set until = excluded.until`,
      [workspace],
    );
  }
  if (has!.balances) await closeBalances(db);
}

/** While no worker closes any. */
function closeBalances(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('close_balances', 0))");
    for (let isOver = false; !isOver; ) {
      const [row] = await tx.query<{ more: boolean }>(
        'select close_balances_1(1000000000) as more',
      );
      isOver = row!.more === false;
    }
  });
}

/** Each table under the names that it has had, the column that names the run, and what is not copied as it is. */
const TABLES: { names: string[]; run: string; changes: Record<string, string> }[] = [
  {
    names: ['run', 'model_run'],
    run: 'id',
    changes: {
      id: 'old.id',
      idempotency_key: 'md5(old.id::text)',
      created_at: 'uuid_extract_timestamp(old.id)',
      updated_at: 'uuid_extract_timestamp(old.id)',
      finished_at: 'uuid_extract_timestamp(old.id)',
    },
  },
  { names: ['run_payload', 'model_run_payload'], run: 'run', changes: { run: 'old.id' } },
  {
    names: ['request_key'],
    run: 'run',
    changes: { run: 'old.id', idempotency_key: 'md5(old.id::text)' },
  },
  {
    names: ['ledger_entry'],
    run: 'run',
    changes: { run: 'old.id', created_at: 'uuid_extract_timestamp(old.id)' },
  },
];
