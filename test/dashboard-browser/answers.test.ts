/** What people come to find out: where the money goes, what a key does, and how to find a thing by its name. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Customer, callTool, endOfCall } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, eventually, heading, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;
let runId: string;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  runId = runOf(await tenant.create(request('sandbox/refused'))).id;
  await tenant.end(runId);
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await endOfCall(tenant, await callTool(tenant, 'fails'));
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

it('the overview leads with what is available, and its failures open exactly those that it counts', async () => {
  await page.goto(pathOf(customer, 'overview'));
  await heading(page, 'Overview').waitFor();
  const tiles = page.getByRole('term');
  await tiles.first().waitFor();
  await eventually(() => tiles.allInnerTexts()).toEqual([
    ...['Available', 'Spend this month', 'Runway', 'Failures, last 24 hours'],
  ]);
  await page
    .getByRole('region', { name: 'Why runs failed' })
    .getByText('provider_refused')
    .waitFor();
  // A model run and a tool run have failed.
  await page.getByRole('definition').getByRole('link', { name: '2', exact: true }).click();
  await heading(page, 'Usage').waitFor();
  const failures = page.getByRole('region', { name: 'Failures', exact: true });
  await eventually(() => failures.locator('td.bad').allInnerTexts()).toEqual(['1', '1']);
  await failures.getByRole('link', { name: 'Model runs' }).click();
  await heading(page, 'Runs').waitFor();
  await page.getByRole('link', { name: new RegExp(runId.slice(-6)) }).waitFor();
  await eventually(() => page.locator('main').getByRole('link', { name: /run_/ }).count()).toBe(1);
});

it('a run is found by the end of its id with the keyboard alone', async () => {
  await page.keyboard.press('Control+K');
  await dialog(page, 'Search').waitFor();
  await page.keyboard.type(runId.slice(-6));
  await dialog(page, 'Search')
    .getByRole('button', { name: /sandbox\/refused/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await heading(page, new RegExp(runId.slice(-8))).waitFor();
  await page.getByRole('term').filter({ hasText: 'Duration' }).waitFor();
  // Once, by the figures at the top; the tab is named by what the run is of.
  expect(
    await page
      .getByRole('term')
      .filter({ hasText: /^(State|Duration|Elapsed)$/ })
      .count(),
  ).toBe(2);
  expect(await page.title()).toMatch(/^sandbox\/refused · Run …/);
});

it('a key is renamed on its page, which is confirmed in sight', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('region', { name: 'Limits' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page, /^Edit/);
  await form.getByLabel('Name').fill('Nightly reports');
  await submit(form, 'Save');
  await heading(page, 'Nightly reports').waitFor();
  await page.locator('.toast', { hasText: 'Saved Nightly reports.' }).waitFor();
});

it('credit is set aside on the page of the key, out of the wallet', async () => {
  await page.getByRole('button', { name: 'Set aside credit' }).click();
  const form = dialog(page, /^Credit of/);
  await form.getByLabel('Credit left for this key').fill('0.002');
  await form.getByText('moves from the wallet to this key').waitFor();
  await submit(form, 'Save credit');
  await eventually(() => page.getByRole('region', { name: 'Credit' }).innerText()).toContain(
    '$0.002',
  );
});

it('a month’s statement begins and ends with a balance, and so does each entry of the ledger', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const statement = page.getByRole('region', { name: 'Statement', exact: true });
  for (const line of ['Opening balance', 'Credit added', /^Provider cost of/, 'Balance so far']) {
    await statement.getByRole('rowheader', { name: line }).waitFor();
  }
  const transactions = page.getByRole('region', { name: 'Transactions', exact: true });
  await transactions.getByRole('columnheader', { name: 'Transaction' }).waitFor();
  expect(await transactions.getByText('Balance').count()).toBe(0);
  await transactions.getByRole('radio', { name: 'Ledger' }).click();
  await transactions.getByRole('columnheader', { name: 'Balance', exact: true }).waitFor();
  const available = page.getByRole('definition').first().locator('data');
  const ofWallet = transactions.locator('tbody tr').filter({ hasText: 'Wallet' });
  const newest = ofWallet.first().locator('td.movement-balance data');
  expect(await newest.getAttribute('value')).toBe(await available.getAttribute('value'));
  // Each balance is the one before it, with the amount of its own row.
  const rows = await page.evaluate<[direction: string, amount: number, balance: number][]>(`
    [...document.querySelectorAll('[aria-label="Table: Entries"] tbody tr')]
      .filter((row) => row.textContent.includes('Wallet'))
      .map((row) => {
        const amount = row.querySelector('.movement-amount');
        const direction = ['in', 'out'].find((each) => amount.querySelector('.' + each)) ?? 'none';
        return [direction, ...[...row.querySelectorAll('data')].map(({ value }) => Number(value))];
      })`);
  expect(rows.length).toBeGreaterThan(2);
  const signs: Record<string, number> = { in: 1, out: -1, none: 0 };
  for (const [index, [direction, amount, balance]] of rows.slice(0, -1).entries())
    expect(balance - signs[direction]! * amount).toBe(rows[index + 1]![2]);
});
