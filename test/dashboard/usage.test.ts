/** Usage over time, compared with the same sums of the runs themselves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admitRun } from '../ledger/fixtures.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import { type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Usage = BodyOf<'getUsage'>;

let dashboard: Dashboard;
let customer: Customer;
let charged = 0;

const DAY = 86_400_000;
const TODAY = new Date(Math.floor(Date.now() / DAY) * DAY);
const ago = (days: number) => new Date(TODAY.getTime() - days * DAY).toISOString();

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const { tenant } = customer;
  const models = ['sandbox/echo', 'sandbox/echo', 'sandbox/thinker', 'sandbox/refused'];
  const runs = await Promise.all(
    models.map(async (model, i) => {
      const attribution = i === 0 ? {} : { attribution: { endUserId: `user-${i % 2}` } };
      return tenant.end(runOf(await tenant.create(request(model, attribution))).id);
    }),
  );
  charged = runs.reduce((sum, run) => sum + (run.chargedAmount ?? 0), 0);
});
afterAll(() => dashboard.close());

const read = (query: string, at = customer) =>
  at.owner.get<Usage>(`${at.path}/usage?from=${ago(1)}&to=${ago(-1)}&${query}`);

test('the sums of a day are those of its runs', async () => {
  const usage = await read('interval=day');
  expect(usage).toMatchObject({ from: ago(1), to: ago(-1), isCut: false });
  expect(usage.totals).toHaveLength(1);
  const [total] = usage.totals;
  expect(total).toMatchObject({ runs: 4, completed: 3, failed: 1, pending: 0 });
  expect(total!.chargedAmount).toBe(charged);
  expect(total!.providerAmount + total!.feeAmount).toBe(charged);
  expect(total!.errors).toEqual([{ code: 'provider_refused', count: 1 }]);
  const { p50, p95, p99 } = total!.latencyMs!;
  expect(p50).toBeLessThanOrEqual(p95);
  expect(p95).toBeLessThanOrEqual(p99);
  const parts = usage.buckets.reduce((sum, bucket) => sum + bucket.runs, 0);
  expect(parts).toBe(4);
  // With so few runs, the last percentile is the slowest run in any case.
  const slowest = usage.buckets.map(({ latencyMs }) => latencyMs?.p99 ?? 0);
  expect(Math.max(...slowest)).toBe(p99);
  for (const { completed, latencyMs } of usage.buckets)
    expect(latencyMs === undefined).toBe(completed === 0);
});

test('the money is what the ledger has captured, by whatever price a run was charged', async () => {
  const other = await dashboard.customer();
  const { db } = dashboard.service.database;
  const { workspace, key } = other.tenant;
  const [wallet] = await db.query<{ id: string }>('select id from account where workspace = $1', [
    workspace,
  ]);
  const [row] = await db.query<{ id: string }>('select id from api_key where workspace = $1', [
    workspace,
  ]);
  expect(key).toBeDefined();
  const priced = { list_amount: 200, fee_amount: 10, charged_amount: 210 };
  const absorbed = {
    provider_amount: 500,
    fee_amount: 25,
    charged_amount: 300,
    absorbed_amount: 225,
  };
  for (const amounts of [priced, absorbed]) {
    const account = wallet!.id;
    const run = await admitRun(db, { workspace, apiKey: row!.id, account, reserved: 300 });
    const end = { ord: 1, workspace, id: run.id, from_states: ['reserved'], to_state: 'completed' };
    await db.query('select * from advance_runs($1, $2)', [
      JSON.stringify([{ ...end, ...amounts }]),
      [null],
    ]);
  }
  const captured = await db.query<{ kind: string; sum: number }>(
    `select kind, sum(amount)::bigint as sum from ledger_entry
     where workspace = $1 and kind in ('capture_fee', 'capture_provider') group by kind order by kind`,
    [workspace],
  );
  const [total] = (await read('', other)).totals;
  expect(total).toMatchObject({ chargedAmount: 510, providerAmount: 475, feeAmount: 35 });
  expect(captured.map(({ sum }) => sum)).toEqual([total!.feeAmount, total!.providerAmount]);
});

test('hours begin at whole hours of UTC, whatever was asked for', async () => {
  const from = new Date(TODAY.getTime() + 90_000).toISOString();
  const to = new Date(TODAY.getTime() + DAY - 90_000).toISOString();
  const path = `${customer.path}/usage?from=${from}&to=${to}&interval=hour`;
  const usage = await customer.owner.get<Usage>(path);
  expect(usage).toMatchObject({ from: TODAY.toISOString(), to: ago(-1) });
  for (const { start } of usage.buckets) expect(start).toMatch(/T\d\d:00:00\.000Z$/);
});

test('groups come by what they cost, with the names that people know', async () => {
  const byModel = await read('groupBy=model');
  expect(byModel.totals.map(({ group }) => group).sort()).toEqual([
    ...['sandbox/echo', 'sandbox/refused', 'sandbox/thinker'],
  ]);
  const costs = byModel.totals.map(({ chargedAmount }) => chargedAmount);
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(byModel.totals[0]!.groupName).toMatch(/^Sandbox/);
  const byKey = await read('groupBy=key');
  expect(byKey.totals).toMatchObject([
    { group: expect.stringMatching(/^key_/), groupName: 'test', runs: 4 },
  ]);
});

test('runs without an end user are a group without a name', async () => {
  const { totals } = await read('groupBy=endUser');
  const runs = Object.fromEntries(totals.map((total) => [total.group ?? '', total.runs]));
  expect(runs).toEqual({ '': 1, 'user-0': 1, 'user-1': 2 });
  expect(totals.every(({ isRest }) => isRest === undefined)).toBe(true);
});

test('twenty groups are listed, and the rest is one group, even if an end user is called other', async () => {
  const many = await dashboard.customer();
  await Promise.all(
    Array.from({ length: 23 }, async (_, i) => {
      const attribution = { endUserId: i === 0 ? 'other' : `user-${i}` };
      const created = await many.tenant.create(request('sandbox/echo', { attribution }));
      await many.tenant.end(runOf(created).id);
    }),
  );
  const usage = await read('groupBy=endUser', many);
  expect(usage.isCut).toBe(true);
  expect(usage.totals).toHaveLength(21);
  const rest = usage.totals.at(-1)!;
  expect(rest).toMatchObject({ isRest: true, runs: 3 });
  expect(rest.group).toBeUndefined();
  expect(usage.buckets.reduce((sum, bucket) => sum + bucket.runs, 0)).toBe(23);
});

test('a workspace without runs has used nothing', async () => {
  const empty = await dashboard.customer();
  const usage = await read('', empty);
  expect(usage.buckets).toEqual([]);
  expect(usage.totals).toMatchObject([{ runs: 0, chargedAmount: 0, errors: [] }]);
  expect((await read('groupBy=model', empty)).totals).toEqual([]);
});

test.each([
  ['the end before the beginning', ago(0), ago(1), 'day'],
  ['more than 92 days', ago(93), ago(0), 'day'],
  ['more than 14 days by the hour', ago(15), ago(0), 'hour'],
  ['what ends after the year 9999', '9999-12-30T00:00:00Z', '9999-12-31T23:30:00Z', 'day'],
  ['hours after it', '9999-12-31T00:00:00Z', '9999-12-31T23:30:00Z', 'hour'],
  ['what is all after it', '9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59-23:59', 'day'],
  ['a time before all runs', '0000-01-01T00:00:00+23:59', '0000-01-02T00:00:00Z', 'day'],
  ['a second 60', '2026-01-01T00:00:60Z', '2026-01-02T00:00:00Z', 'day'],
])('refuses %s', async (_, from, to, interval) => {
  const span = new URLSearchParams({ from, to, interval });
  const answer = await customer.owner.send({ path: `${customer.path}/usage?${span}` });
  const { errors } = problemOf(answer, 'invalid_request');
  expect(errors).toMatchObject([{ parameter: expect.stringMatching(/^(from|to)$/) }]);
});
