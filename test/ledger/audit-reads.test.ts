/** The audit holds no snapshot for long: none of its transactions reads more of large books than of small ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, closeBalances } from '../../server/money/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { admitRuns, endRuns, type Fixtures, makeFixtures } from './fixtures.ts';

const RUNS = 2_000;
const PER_PART = 200;
/** For each run its row, its payload, its request key and up to four entries, and the index entries for them. */
const ROWS_PER_RUN = 9;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const [ended, pending] = [await makeFixtures(db, 1_000_000), await makeFixtures(db, 1_000_000)];
  for (let count = 0; count < RUNS; count += PER_PART) {
    await buyRuns(ended);
    await buyRuns(pending);
  }
  // Its hour stays open.
  await admitTo(pending);
  await db.query("select close_usage(10, interval '-2 hours')");
  await closeBalances(db, 60_000);
  // Not vacuumed, so that PostgreSQL also counts rows that an index alone would answer.
  await asOwner(database, (owner) => owner.query('analyze'));
});
afterAll(() => database.drop());

function admitTo({ workspace, wallet, key }: Fixtures) {
  const run = { workspace, apiKey: key.id, account: wallet, reserved: 9 };
  return admitRuns(database.db, run, PER_PART);
}

async function buyRuns(fixtures: Fixtures): Promise<void> {
  const endings = (await admitTo(fixtures)).map(({ id }, i) => ({
    ...{ workspace: fixtures.workspace, id },
    ...(i % 3 > 0 && { charged: 5, fee: 1 }),
  }));
  await endRuns(database.db, endings);
}

/** The same, but it counts the rows that each transaction has read. */
function counted(db: Db, counts: number[]): Db {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        let before: number | undefined;
        const result = await work({
          ...tx,
          async query<Row>(text: string, values?: unknown[]) {
            const rows = await tx.query<Row>(text, values);
            // After the first statement, which sets the isolation level and must come first.
            before ??= await rowsRead(tx);
            return rows;
          },
        });
        counts.push((await rowsRead(tx)) - before!);
        return result;
      }),
  };
}

/** By this connection since its last report to the statistics, which it sends between transactions. */
async function rowsRead(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as rows from pg_stat_xact_user_tables`,
  );
  return row!.rows;
}

test.each([false, true])('with every entry added up again: %s', async (fromTheStart) => {
  const most: Record<string, number> = {};
  const counts: number[] = [];
  const db = counted(database.db, counts);
  for await (const { name, faults } of audit(db, { fromTheStart, perPart: PER_PART })) {
    expect(faults, name).toEqual([]);
    most[name] = Math.max(...counts.splice(0));
  }
  const tooMany = Object.entries(most).filter(([, rows]) => rows > PER_PART * ROWS_PER_RUN);
  expect(tooMany).toEqual([]);
});
