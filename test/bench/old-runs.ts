/**
 * Three years of ended runs, to see what a service costs whose tables are large. Each is a copy of a real run with
 * its payload, request key and ledger entries, under an id of its time.
 */
import type { Db } from '../../server/db/pool.ts';

const CHUNK = 100_000;
const YEARS = 3;

/** The workspace's ended runs are what is copied: there has to be one. */
export async function addOldRuns(
  db: Db,
  count: number,
  onStep: (step: string) => void,
): Promise<void> {
  const [model] = await db.query<{ workspace: string; id: string }>(
    "select workspace, id from run where state = 'completed' limit 1",
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
      for (const [table, changes] of Object.entries(COPIES)) {
        const columns = await tx.query<{ name: string }>(
          `select column_name as name from information_schema.columns
           where table_schema = 'public' and table_name = $1 and is_identity = 'NO' order by ordinal_position`,
          [table],
        );
        const names = columns.map(({ name }) => name);
        const values = names.map((name) => changes.values[name] ?? `t.${name}`);
        await tx.query(
          `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
           from old cross join ${table} t where t.workspace = $1 and t.${changes.run} = $2 order by old.n`,
          [model.workspace, model.id],
        );
      }
    });
  }
  onStep('vacuum of the old runs');
  // As if the hours were closed long ago: nothing of them is left to be added up.
  await db.query(
    `insert into usage_closed (workspace, until) values ($1, date_trunc('hour', now()))
     on conflict (workspace) do update set until = excluded.until`,
    [model.workspace],
  );
  await closeBalances(db);
  for (const table of Object.keys(COPIES)) await db.query(`vacuum analyze ${table}`);
}

/** All of them, as if they were closed long ago, while no worker closes any. */
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

/** For each table, the column that names the run, and the columns that are not copied as they are. */
const COPIES: Record<string, { run: string; values: Record<string, string> }> = {
  run: {
    run: 'id',
    values: {
      id: 'old.id',
      idempotency_key: 'md5(old.id::text)',
      created_at: 'uuid_extract_timestamp(old.id)',
      updated_at: 'uuid_extract_timestamp(old.id)',
      finished_at: 'uuid_extract_timestamp(old.id)',
    },
  },
  run_payload: { run: 'run', values: { run: 'old.id' } },
  request_key: { run: 'run', values: { run: 'old.id', idempotency_key: 'md5(old.id::text)' } },
  ledger_entry: {
    run: 'run',
    values: { run: 'old.id', created_at: 'uuid_extract_timestamp(old.id)' },
  },
};
