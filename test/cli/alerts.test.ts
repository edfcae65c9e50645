/** `alerts` on the command line, as an operator uses it for a workspace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAlerts } from '../../server/alerts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(() => database.drop());

const cli = (...args: string[]) => run(['alerts', ...args], environment);
const shown = (...args: string[]) => json(['alerts', ...args], environment);

test('thresholds are set one by one and removed, and what was raised is listed', async () => {
  const most = ['--key-limit-percent', '80', '--failure-rate-percent', '20'];
  await cli('set', 'acme', '--low-balance', '5.00', ...most, '--failure-window-minutes', '30');
  const set = await shown('set', 'acme', '--key-limit-percent', 'none', '--mail-to', 'admins');
  expect(set).toEqual({
    ...{ lowBalanceAmount: 5_000_000_000, keyLimitPercent: null, failureRatePercent: 20 },
    ...{ failureWindowMinutes: 30, failureMinRuns: 20, mailTo: 'admins', sendsMail: false },
  });
  expect(await shown('settings', 'acme')).toEqual(set);
  expect((await cli('settings', 'acme')).stdout).toMatch(
    /^low balance +5\.00 USD\nkey limit +none\nfailure rate +20 % of at least 20 runs in 30 min/,
  );

  expect((await cli('list', 'acme')).stdout).toBe('There is none.\n');
  await checkAlerts(database.db, false);
  const open = ['list', 'acme', '--state', 'open'];
  expect((await cli(...open)).stdout).toMatch(
    /\ncredit\.low +\d{4}-\S+ \S+Z +- +0\.00 USD is available and 0\.00 USD is held, less than /,
  );
  expect(await shown(...open, '--kind', 'credit.low')).toMatchObject({
    alerts: [
      { kind: 'credit.low', recoveredAt: null, detail: { lowBalanceAmount: 5_000_000_000 } },
    ],
  });
  await cli('set', 'acme', '--low-balance', 'none');
  await checkAlerts(database.db, false);
  expect((await cli(...open)).stdout).toBe('There is none.\n');
  const trail = await database.db.query<{ detail: object }>(
    `select detail from audit_event where kind = 'alert_settings_changed' order by id desc limit 1`,
  );
  expect(trail).toEqual([{ detail: { lowBalanceAmount: null } }]);
});

test('a value out of range is refused in one line, and changes nothing', async () => {
  const before = await shown('settings', 'acme');
  for (const wrong of [
    ['--key-limit-percent', '101'],
    ['--failure-window-minutes', '4'],
    ['--failure-min-runs', '1.5'],
    ['--low-balance', '-1'],
    ['--mail-to', 'everybody'],
  ]) {
    const { code, stderr } = await cli('set', 'acme', ...wrong);
    expect(code, wrong.join(' ')).toBe(1);
    expect(stderr).toMatch(/^error: /);
  }
  expect(await shown('settings', 'acme')).toEqual(before);
});
