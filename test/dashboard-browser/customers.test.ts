/** Customers as a shop keeps them in a browser: added, given budgets, blocked, erased, and what each month cost. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { jsonOf, problemOf, RUNS, request, runOf } from '../support/service.ts';
import { dialog, eventually, goTo, heading, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspectDialog } from './inspection.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const runFor = (endUserId: string) =>
  customer.tenant.create(request('sandbox/echo', { attribution: { endUserId } }));
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const rowOf = (name: string | RegExp) => page.getByRole('row', { name });
/** What the row shows as charged, in units. */
const chargedOf = async (name: string | RegExp) =>
  Number(await rowOf(name).locator('td[data-label="Charged"] data').getAttribute('value'));

async function open(name: string): Promise<void> {
  await goTo(page, 'Customers');
  await page.getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
}

it('a customer is added ahead with budgets, and its page opens', async () => {
  await goTo(page, 'Customers');
  await page.getByText('No customers yet').waitFor();
  await press('Add customer');
  const form = dialog(page, 'Add a customer');
  await form.getByLabel('Customer ID').fill(' a/b?c=1&d #% ');
  await form.getByLabel('Name').fill('Ada’s bakery');
  await form.getByLabel('Labels').fill('no label');
  await form.getByText('Write each line as name: value.').waitFor();
  await form.getByLabel('Labels').fill('plan: starter\nregion: eu');
  await form.getByText('Give it budgets of its own').click();
  await form.getByLabel('Monthly budget').fill('5');
  await inspectDialog(page, 'dialog-add-customer');
  await submit(form, 'Add customer');
  await heading(page, 'Ada’s bakery').waitFor();
  await page.getByText('plan: starter').waitFor();
  await page.getByText('Nothing charged yet').waitFor();
  const budgets = page.getByRole('region', { name: 'Budgets' });
  await budgets.getByText('Resets').waitFor();
  await budgets.getByText('$5.00', { exact: true }).waitFor();
  await eventually(() => page.title()).toBe('Customer · Ada’s bakery · Model Run API');
});

it('its run is in the list, its months and its statement, with one sum', async () => {
  const { id } = runOf(await runFor('a/b?c=1&d #%'));
  await customer.tenant.end(id);
  await customer.tenant.end(runOf(await runFor('somebody else')).id);
  await goTo(page, 'Customers');
  await eventually(() => rowOf(/Ada’s bakery/).count()).toBe(1);
  const charged = await chargedOf(/Ada’s bakery/);
  expect(charged).toBeGreaterThan(0);
  await eventually(() => chargedOf(/All 2 customers/)).toBe(2 * charged);
  await open('Ada’s bakery');
  // The page has been open before the run; what it read less than two seconds ago, it does not read again.
  await page.reload();
  for (const table of ['Spend by month', 'Charges']) {
    const sum = page.locator(`[aria-label="Table: ${table}"] tfoot data`).last();
    await eventually(async () => Number(await sum.getAttribute('value'))).toBe(charged);
  }
  const tile = page.locator('.tile', { hasText: 'Charged in twelve months' }).locator('data');
  await eventually(async () => Number(await tile.first().getAttribute('value'))).toBe(charged);
  const parts = page
    .locator('[aria-label="Table: Charges"] .charge-part')
    .filter({ visible: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(() => parts.count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await eventually(() => parts.count()).toBeGreaterThan(0);
  const latest = page.getByRole('region', { name: 'Latest model runs' });
  await latest.getByText('Completed').waitFor();
  await latest.getByRole('link', { name: 'All runs' }).click();
  await page.getByText('Customer a/b?c=1&d #%').waitFor();
  const rows = page.locator('.run-link');
  await eventually(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Without the customer' }).click();
  await eventually(() => rows.count()).toBe(2);
});

it('the list is searched, and the address keeps the search', async () => {
  await goTo(page, 'Customers');
  await page.getByLabel('Search', { exact: true }).fill('SOMEbody');
  await rowOf(/Matching 1 customer/).waitFor();
  await page.reload();
  await rowOf(/Matching 1 customer/).waitFor();
  await page.getByLabel('Search', { exact: true }).fill('nobody at all');
  await page.getByText('No matching customers').waitFor();
  await press('Clear the filters');
  await rowOf(/All 2 customers/).waitFor();
});

it('a budget that is too small refuses its next run', async () => {
  await open('Ada’s bakery');
  await press('Change budgets');
  const form = dialog(page, 'Budgets of “Ada’s bakery”');
  await form.getByLabel('Total budget').fill('0.000000001');
  await form.getByLabel('Monthly budget').fill('1,5');
  expect(await form.getByRole('button', { name: 'Save budgets' }).isDisabled()).toBe(true);
  await form.getByLabel('Monthly budget').fill('');
  await inspectDialog(page, 'dialog-budgets');
  await submit(form, 'Save budgets');
  await page.getByText('Never resets.').waitFor();
  problemOf(await runFor('a/b?c=1&d #%'), 'end_user_budget_reached');
  await press('Change budgets');
  await form.getByText('Default budgets').click();
  await submit(form, 'Save budgets');
  await page.getByText('No budget: its runs may cost any amount.').waitFor();
});

it('a package is granted, spent, revoked, and its balance ends', async () => {
  const card = page.getByRole('region', { name: 'Prepaid balance' });
  await card.getByText('If it buys a package').waitFor();
  await press('Grant credit');
  const form = dialog(page, 'Grant credit to “Ada’s bakery”');
  await form.getByLabel('Amount').fill('5');
  await form.getByLabel('Note').fill('Starter package');
  await form.getByLabel('Expires').fill('2020-01-01T10:00');
  await inspectDialog(page, 'dialog-grant');
  await form.getByRole('button', { name: 'Grant $5.00' }).click();
  await form.getByText('The grant must expire in the future.').waitFor();
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Expires').fill('2099-12-31T10:00');
  await submit(form, 'Grant $5.00');
  await card.getByText('Starter package').waitFor();
  await customer.tenant.end(runOf(await runFor('a/b?c=1&d #%')).id);
  await page.reload();
  await card.getByText('spent').waitFor();
  await card.getByRole('button', { name: 'Revoke' }).click();
  await inspectDialog(page, 'dialog-revoke-grant');
  await submit(dialog(page, 'Revoke “Starter package”?'), 'Revoke grant');
  await card.getByText(/^Over, given/).waitFor();
  problemOf(await runFor('a/b?c=1&d #%'), 'end_user_budget_reached');
  await press('End balance');
  await submit(dialog(page, 'End the balance of “Ada’s bakery”?'), 'End balance');
  await card.getByText('The balance has ended.').waitFor();
});

it('a block refuses its runs until it ends, and a new name is in the list', async () => {
  await press('Block');
  await inspectDialog(page, 'dialog-block');
  await submit(dialog(page, 'Block “Ada’s bakery”?'), 'Block customer');
  await page.getByText('Blocked', { exact: true }).waitFor();
  problemOf(await runFor('a/b?c=1&d #%'), 'customer_blocked');
  await press('Unblock');
  await submit(dialog(page, 'Unblock “Ada’s bakery”?'), 'Unblock customer');
  await page.getByText('Active', { exact: true }).waitFor();
  await press('Edit');
  const form = dialog(page, 'Edit “Ada’s bakery”');
  await form.getByLabel('Name').fill('Bakery of Ada');
  await inspectDialog(page, 'dialog-edit-customer');
  await submit(form, 'Save');
  await heading(page, 'Bakery of Ada').waitFor();
});

it('default budgets hold for who appears by use', async () => {
  await goTo(page, 'Customers');
  await press('Default budgets');
  const form = dialog(page, 'Default budgets');
  await form.getByLabel('Daily budget').fill('0.000000001');
  await inspectDialog(page, 'dialog-default-budgets');
  await submit(form, 'Save budgets');
  await form.waitFor({ state: 'hidden' });
  problemOf(await runFor('a new one'), 'end_user_budget_reached');
});

it('an erasure is confirmed with the ID, and leaves the charges of the workspace', async () => {
  const before = await chargedOf(/All 2 customers/);
  await open('Bakery of Ada');
  await press('Erase');
  const form = dialog(page, 'Erase “Bakery of Ada”?');
  const erase = form.getByRole('button', { name: 'Erase customer' });
  expect(await erase.isDisabled()).toBe(true);
  await inspectDialog(page, 'dialog-erase');
  await form.getByLabel('Customer ID, to confirm').fill('a/b?c=1&d #%');
  await erase.click();
  const done = dialog(page, 'Customer erased');
  await done.getByText('Erased 2 runs and 0 spans.').waitFor();
  await inspectDialog(page, 'dialog-erased');
  await submit(done, 'Done');
  await rowOf(/All 1 customer/).waitFor();
  await eventually(() => chargedOf(/All runs of/)).toBe(before);
});

it('a member reads the customers and the default budgets, and changes nothing', async () => {
  const { workspace } = customer.tenant;
  page = await fixtures.visit(await fixtures.dashboard.person(workspace, 'member'));
  await page.goto(pathOf(customer, 'start'));
  await goTo(page, 'Customers');
  expect(await page.getByRole('button', { name: 'Add customer' }).count()).toBe(0);
  await press('Default budgets');
  await dialog(page, 'Default budgets').getByText('Admins set them.').waitFor();
  await inspectDialog(page, 'dialog-default-budgets-read');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'somebody else', exact: true }).click();
  await page.getByRole('region', { name: 'Budgets' }).waitFor();
  expect(await page.getByRole('button', { name: /Block|Erase|Edit|Change/ }).count()).toBe(0);
});

it('an erasure with a run in progress says so, refuses new ones, and is over when it is repeated', async () => {
  // Without a worker, the run stays open.
  const quiet = await openFixtures({ parts: ['api'] });
  onTestFinished(() => quiet.close());
  const of = await quiet.dashboard.customer();
  const body = request('sandbox/echo', { attribution: { endUserId: 'open' } });
  const { id } = runOf(await of.tenant.create(body));
  page = await quiet.visit(of.owner);
  await page.goto(pathOf(of, 'customers?id=open'));
  const erase = async () => {
    await press('Erase');
    const form = dialog(page, 'Erase “open”?');
    await form.getByLabel('Customer ID, to confirm').fill('open');
    await submit(form, 'Erase customer');
  };
  await erase();
  const first = dialog(page, 'Not all is erased yet');
  await first.getByText('1 run still in progress').waitFor();
  await first.getByText('Erased 0 runs and 0 spans.').waitFor();
  await inspectDialog(page, 'dialog-not-erased');
  await submit(first, 'Done');
  await page.getByText('Being erased', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Block', exact: true }).count()).toBe(0);
  problemOf(await of.tenant.create(body), 'customer_blocked');
  const cancel = await of.tenant.send({ method: 'POST', path: `${RUNS}/${id}/cancel` });
  expect(jsonOf(cancel)).toMatchObject({ state: 'failed' });
  await erase();
  const last = dialog(page, 'Customer erased');
  await last.getByText('Erased 1 run and 0 spans.').waitFor();
  await submit(last, 'Done');
  await page.getByText('No customers yet').waitFor();
  expect(quiet.takeFaults()).toEqual([]);
});
