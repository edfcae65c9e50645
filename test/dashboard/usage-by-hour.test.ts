/** Usage whose hours are closed, compared with the sums of the runs: equal to the last unit, whatever is closed. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { closeEndedHours, spendOfKeys } from '../../server/runs/index.ts';
import { seed } from '../fuzz/seed.ts';
import { type Fixtures, makeFixtures } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.now();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Made {
  /** Before now. */
  minutesAgo: number;
  durationMs: number;
  state: 'completed' | 'failed' | 'needs_reconciliation';
  charged: number;
  endUser: string | null;
  subject: string;
}

const made: fc.Arbitrary<Made> = fc.record({
  minutesAgo: fc.integer({ min: 0, max: 60 * 50 }),
  durationMs: fc.integer({ min: 0, max: 100_000 }),
  state: fc.constantFrom('completed', 'completed', 'completed', 'failed'),
  charged: fc.integer({ min: 0, max: 1_000 }),
  endUser: fc.constantFrom(null, 'a', 'b'),
  subject: fc.constantFrom('x', 'y'),
});

/** A run as it is in the tables, with an id of its time. */
async function insert({ workspace, wallet, key }: Fixtures, runs: Made[]): Promise<void> {
  await database.db.query(
    `insert into run (workspace, id, kind, api_key, account, idempotency_key, subject, provider, state, terms,
       currency, scale, fee_basis_points, reserved_amount, charged_amount, fee_amount, facts, error, deadline,
       end_user_id, created_at, updated_at, finished_at)
     select $1, r.id, 'model_run', $2, $3, r.id::text, r.subject, 'nobody', r.state, '{}', 'USD', 9, 500, 1000,
       case when r.state = 'completed' then r.charged end, case when r.state = 'completed' then r.charged / 20 end,
       case when r.state = 'completed' then '{"usage": {"promptTokens": 3, "completionTokens": 2}}'::json end,
       case when r.state = 'failed' then '{"code": "provider_refused"}'::json end, now(), r.end_user,
       r.created_at, r.created_at,
       case when r.state in ('completed', 'failed') then r.created_at + r.ms * interval '1 ms' end
     from json_to_recordset($4) r (id uuid, subject text, state text, charged bigint, end_user text,
       created_at timestamptz, ms bigint)`,
    [
      workspace,
      key.id,
      wallet,
      JSON.stringify(
        runs.map(({ minutesAgo, durationMs, endUser, ...run }) => {
          const at = NOW - minutesAgo * 60_000;
          return {
            ...run,
            id: at.toString(16).padStart(12, '0') + newUuid().replaceAll('-', '').slice(12),
            end_user: endUser,
            created_at: new Date(at).toISOString(),
            ms: durationMs,
          };
        }),
      ),
    ],
  );
}

/** By hour and group, in one order: of the closed hours and later runs, or of the runs alone. */
function usage(source: 'usage_by_hour' | 'usage_of_runs', fixtures: Fixtures, byEndUser: boolean) {
  const texts = {
    usage_by_hour: 'select u::text as text from usage_by_hour($1, $2, $3, $4) u order by 1',
    usage_of_runs: 'select u::text as text from usage_of_runs($1, $2, $3, $4) u order by 1',
  };
  const day = 24 * HOUR_MS;
  const from = new Date(Math.floor(NOW / day) * day - 4 * day);
  const to = new Date(Math.floor(NOW / HOUR_MS) * HOUR_MS + HOUR_MS);
  return database.db.query(texts[source], [fixtures.workspace, from, to, byEndUser]);
}

async function expectEqual(fixtures: Fixtures): Promise<void> {
  for (const byEndUser of [false, true]) {
    expect(await usage('usage_by_hour', fixtures, byEndUser)).toEqual(
      await usage('usage_of_runs', fixtures, byEndUser),
    );
  }
  const [charged] = await database.db.query<{ sum: number }>(
    'select coalesce(sum(charged_amount), 0)::bigint as sum from run where workspace = $1',
    [fixtures.workspace],
  );
  expect((await spendOfKeys(database.db, fixtures.workspace))(fixtures.key.id).spent).toBe(
    charged!.sum,
  );
}

const closedOf = async ({ workspace }: Fixtures) => {
  const [row] = await database.db.query<{ until: Date }>(
    'select until from usage_closed where workspace = $1',
    [workspace],
  );
  return row?.until.getTime();
};

/** The beginning of the hour that is not over yet, or has only just ended. */
const OPEN_FROM = Math.floor((NOW - 15 * 60_000) / HOUR_MS) * HOUR_MS;

test('closed hours and later runs are the sums of all runs', async () => {
  const histories = fc.sample(fc.array(made, { minLength: 1, maxLength: 60 }), {
    seed,
    numRuns: 20,
  });
  const allFixtures = await Promise.all(histories.map(() => makeFixtures(database.db)));
  await Promise.all(histories.map((runs, i) => insert(allFixtures[i]!, runs)));
  for (const fixtures of allFixtures) await expectEqual(fixtures);
  await Promise.all([closeEndedHours(database.db), closeEndedHours(database.db)]);
  await closeEndedHours(database.db);
  for (const [i, fixtures] of allFixtures.entries()) {
    await expectEqual(fixtures);
    const hasOld = histories[i]!.some(({ minutesAgo }) => NOW - minutesAgo * 60_000 < OPEN_FROM);
    const until = await closedOf(fixtures);
    expect(until === undefined).toBe(!hasOld);
    if (until !== undefined) expect(until).toBeLessThanOrEqual(OPEN_FROM);
  }
  // Late runs, of hours that are not closed, and a second closing change nothing that was closed.
  const late = allFixtures[0]!;
  await insert(late, [{ ...histories[0]![0]!, minutesAgo: 1 }]);
  await closeEndedHours(database.db);
  await expectEqual(late);
});

test('an hour stays open until the last of its runs has ended', async () => {
  const fixtures = await makeFixtures(database.db);
  const run: Made = {
    ...{ minutesAgo: 600, durationMs: 5, state: 'completed', charged: 7 },
    ...{ endUser: null, subject: 'x' },
  };
  await insert(fixtures, [
    { ...run, minutesAgo: 1_200 },
    { ...run, state: 'needs_reconciliation' },
  ]);
  await database.db.query(
    `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
     select workspace, id, 'model_run/nobody', 'reconcile', now(), now() from run
     where workspace = $1 and state = 'needs_reconciliation'`,
    [fixtures.workspace],
  );
  await closeEndedHours(database.db);
  const open = await closedOf(fixtures);
  expect(open).toBeLessThanOrEqual(NOW - 600 * 60_000);
  await expectEqual(fixtures);

  await database.db.query('delete from run_queue where workspace = $1', [fixtures.workspace]);
  await database.db.query(
    `update run set state = 'completed', finished_at = now(), charged_amount = 9, fee_amount = 0
     where workspace = $1 and finished_at is null`,
    [fixtures.workspace],
  );
  await closeEndedHours(database.db);
  await closeEndedHours(database.db);
  expect(await closedOf(fixtures)).toBeGreaterThan(open!);
  await expectEqual(fixtures);
});

test('durations are within 2 % of the exact percentiles', async () => {
  const [row] = await database.db.query<{ worst: number }>(
    `select max(abs(round(power(1.03, ceil(ln(ms) / ln(1.03)) - 0.5)) / ms - 1))::double precision as worst
     from generate_series(100, 1000000, 7) ms`,
  );
  expect(row!.worst).toBeLessThan(0.02);
});
