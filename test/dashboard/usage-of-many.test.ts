/** Usage of a workspace with very many groups: no scan repeats for each of what the planner assumes to be few. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectUsage, type UsageQuery } from '../../server/metrics/store.ts';
import type { Queryable } from '../../server/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const ROWS = 30_000;
/** How often the steps of a plan may handle each row; a scan for each hour would handle it hundreds of times. */
const MOST_TIMES = 40;
const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2026-01-15T00:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A row of usage in each of 336 hours, by turns: of as many end users, or of as many prompts. */
async function makeRows(workspace: string): Promise<void> {
  const { db } = database;
  await db.query('insert into usage_closed values ($1, $2)', [workspace, TO]);
  const row = `$2::timestamptz + (i % 336) * interval '1 hour', 'model_run'`;
  const rest = `1, 1000, 50, '{"promptTokens": 3, "completionTokens": 2}',
    int2send((200 + i % 40)::smallint) || int4send(1) from generate_series(1, $3::integer) i`;
  const values = [workspace, FROM, ROWS];
  await db.query(
    `insert into usage_hour_of_end_user (workspace, hour, kind, end_user_id, state, error_code, runs, charged, fee,
       usage, latencies) select $1, ${row}, 'user ' || i, 'completed', '', ${rest}`,
    values,
  );
  await db.query(
    `insert into usage_hour (workspace, hour, kind, subject, api_key, prompt_id, prompt_version, state, error_code,
       runs, charged, fee, usage, latencies)
     select $1, ${row}, 'model ' || i % 25, $1, 'p', i::text, 'completed', '', ${rest}`,
    values,
  );
  await db.query('analyze usage_hour');
  await db.query('analyze usage_hour_of_end_user');
}

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** The rows that all steps of a plan have handled. */
function handledRows(plan: Plan): number {
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0);
  const below = (plan.Plans ?? []).reduce((sum, step) => sum + handledRows(step), 0);
  return each * plan['Actual Loops'] + below;
}

/** Counts the rows that the steps of its statements handle. */
function counting(tx: Queryable): Queryable & { handled: number } {
  const counted = {
    ...tx,
    handled: 0,
    async query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
      if (text.startsWith('set ')) return tx.query<Row>(text, values);
      const [explained] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      counted.handled += handledRows(explained!['QUERY PLAN'][0].Plan);
      return tx.query<Row>(text, values);
    },
  };
  return counted;
}

test('does not read rows in proportion to the product of hours and groups', async () => {
  const workspace = randomUUID();
  await makeRows(workspace);
  const hours = (TO.getTime() - FROM.getTime()) / 3_600_000;
  const bounds = Array.from(
    { length: hours + 1 },
    (_, i) => new Date(FROM.getTime() + i * 3_600_000),
  );
  const query = { workspace, bounds, mostGroups: 20 };
  for (const groupBy of ['none', 'model', 'endUser'] satisfies UsageQuery['groupBy'][]) {
    const { row, handled } = await database.db.transaction(async (tx) => {
      const counted = counting(tx);
      return { row: await selectUsage(counted, { ...query, groupBy }), handled: counted.handled };
    });
    expect(row.totals.reduce((sum, { runs }) => sum + runs, 0)).toBe(ROWS);
    expect(handled, groupBy).toBeGreaterThan(ROWS);
    expect(handled, groupBy).toBeLessThan(MOST_TIMES * ROWS);
  }
});
