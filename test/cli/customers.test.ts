/** `customers` on the command line, as an operator uses it for a workspace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const cli = (...args: string[]) => run(['customers', ...args], environment);

interface Shown {
  endUserId: string;
  state: string;
  hasOwnBudgets: boolean;
  budgets: { period: string; limit: number; available: number }[];
}

const shown = (...args: string[]) => json<Shown>(['customers', ...args], environment);

test('a customer is made, given budgets, blocked, listed and erased', async () => {
  const made = await shown('create', 'acme', 'bakery', '--name', 'Ada', '--month', '5.00');
  expect(made).toMatchObject({
    ...{ endUserId: 'bakery', name: 'Ada', state: 'active', hasOwnBudgets: true },
    budgets: [{ period: 'month', limit: 5_000_000_000, available: 5_000_000_000 }],
  });
  const bounded = await cli('budgets', 'acme', 'bakery', '--total', '7', '--day', '1');
  expect(bounded.stdout).toMatch(/budget \(total\) +7\.00 USD, of which 7\.00 USD is left\n/);
  expect(bounded.stdout).toMatch(/budget \(day\) +1\.00 USD, .* until \d{4}-/);
  expect(bounded.stdout).not.toContain('budget (month)');
  expect(await shown('budgets', 'acme', 'bakery', '--month', '0')).toMatchObject({
    budgets: [{ period: 'month', limit: 0, available: 0 }],
  });
  expect(await shown('budgets', 'acme', 'bakery', '--default')).toMatchObject({
    ...{ hasOwnBudgets: false, budgets: [] },
  });
  expect(await shown('block', 'acme', 'bakery')).toMatchObject({ state: 'blocked' });
  await cli('create', 'acme', 'butcher');
  const listed = await json<{ customers: Shown[] }>(['customers', 'list', 'acme'], environment);
  expect(listed.customers.map(({ endUserId }) => endUserId)).toEqual(['butcher', 'bakery']);
  expect((await cli('list', 'acme', '--state', 'blocked')).stdout).not.toContain('butcher');
  expect(await shown('unblock', 'acme', 'bakery')).toMatchObject({ state: 'active' });
  expect((await cli('erase', 'acme', 'bakery')).code).toBe(0);
  expect(await cli('show', 'acme', 'bakery')).toMatchObject({ code: 1 });
  const trail = await database.db.query<{ kind: string; key: string | null }>(
    `select kind, detail ->> 'by_key' as key from audit_event where kind like 'customer_%' order by id`,
  );
  expect(trail.map(({ kind }) => kind)).toEqual([
    ...['customer_created', 'customer_changed', 'customer_changed', 'customer_changed'],
    ...['customer_changed', 'customer_created', 'customer_changed'],
  ]);
  expect(trail.every(({ key }) => key === null)).toBe(true);
});

test('a customer is granted packages, which are listed and revoked, and its balance ends', async () => {
  await cli('create', 'acme', 'florist');
  const order = ['grant', 'acme', 'florist', '--amount', '5.00', '--reference', 'order-1'];
  const given = await json<{ id: string }>(['customers', ...order], environment);
  expect(given).toMatchObject({ amount: 5_000_000_000, left: 5_000_000_000, expiresAt: null });
  expect(await json<object>(['customers', ...order], environment)).toEqual(given);
  const more = ['--reference', 'order-2', '--expires', '2099-12-31', '--note', 'Summer'];
  expect((await cli('grant', 'acme', 'florist', '--amount', '2', ...more)).stdout).toMatch(
    /granted +2\.00 USD\n.*expires +2099-12-31 00:00:00Z\nnote +Summer\n/s,
  );
  expect((await cli('show', 'acme', 'florist')).stdout).toMatch(
    /balance +7\.00 USD of 7\.00 USD granted\n/,
  );
  expect((await cli('revoke', 'acme', 'florist', given.id)).stdout).toMatch(/expired +5\.00 USD\n/);
  const listed = await json<{ grants: { left: number }[] }>(
    ['customers', 'grants', 'acme', 'florist'],
    environment,
  );
  expect(listed.grants.map(({ left }) => left)).toEqual([2_000_000_000, 0]);
  expect(await shown('end-balance', 'acme', 'florist')).toMatchObject({ balance: null });
  expect((await cli('grants', 'acme', 'florist', '--limit', '1')).stdout).toContain('Summer');
  expect((await cli('revoke', 'acme', 'florist', 'cgr_0')).code).toBe(1);
});

test('what is not there and what is no amount is refused in one line', async () => {
  const nobody = await cli('block', 'acme', 'nobody');
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toMatch(/^error: .+\n$/);
  expect((await cli('create', 'acme', 'dear', '--day', 'much')).stderr).toContain('much');
  expect((await cli('create', 'acme', 'butcher')).stderr).toContain('already');
});
