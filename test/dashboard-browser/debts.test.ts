/**
 * A workspace whose payer has contested a payment after its credit was spent, with the setting that stops its runs: every
 * page that speaks of money says what is owed, until it is paid.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BodyOf, bodyOf, type Customer } from '../dashboard/fixtures.ts';
import { consoleOf } from '../operator/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf, unique } from '../support/service.ts';
import { heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspect, settled } from './inspection.ts';

type Payment = BodyOf<'getPayment'>;

const DOLLAR = 1_000_000_000;
const STOPS = /^The workspace owes \$17\.00 for .* no run starts until then\.$/;

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures({ environment: { RUNS_IN_DEBT: 'refused' } });
  customer = await fixtures.dashboard.customer();
  const { owner, path, tenant } = customer;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  const payment = await paid();
  const { availableAmount } = await owner.get<BodyOf<'getWallet'>>(`${path}/wallet`);
  await tenant.newKey({ name: 'Reports', credit: availableAmount - 3 * DOLLAR });
  await press(payment.receiptUrl!, { act: 'contest' });
  await owner.get(`${path}/payments/${payment.id}`);
  page = await fixtures.visit(owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

/** What a button of the payment sandbox does. */
const press = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function paid(): Promise<Payment> {
  const { owner, path } = customer;
  const body = { amount: 20 * DOLLAR };
  const headers = { 'Idempotency-Key': unique('payment') };
  const made = bodyOf<Payment>(await owner.send({ path: `${path}/payments`, body, headers }));
  await press(made.checkoutUrl!, { card: 'succeeds' });
  return owner.get(`${path}/payments/${made.id}`);
}

it('the overview names the debt, and not the empty wallet', async () => {
  await page.goto(pathOf(customer, 'overview'));
  const card = page.getByRole('region', { name: 'Needs attention' });
  await card.getByText('The workspace owes $17.00').waitFor();
  expect(await card.innerText()).not.toContain('empty');
  await settled(page, 'Overview');
  await inspect(page, 'debt-overview');
  await card.getByRole('link', { name: 'Pay it' }).click();
  await heading(page, 'Wallet').waitFor();
});

it('the wallet says that runs are refused until it is paid', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  await page.getByText('Runs are refused until a debt is paid').waitFor();
  await page.getByText('Contested').waitFor();
  await settled(page, 'Wallet');
  await inspect(page, 'debt-wallet');
});

it('the playground names it instead of asking for fewer tokens', async () => {
  await page.goto(pathOf(customer, 'playground'));
  await page.getByText(STOPS).waitFor();
  await page.getByRole('region', { name: 'Messages' }).getByRole('textbox').fill('Hello');
  await page.getByText('Costs at most').waitFor();
  expect(await page.getByText('Lower the max output tokens').count()).toBe(0);
});

it('the operator sees what it owes, in the list and on its page', async () => {
  const { operator } = await consoleOf(fixtures.dashboard);
  const theirs = await fixtures.visit(await operator(customer.tenant.workspace, 'viewer'));
  await theirs.goto('/operator/workspaces');
  await theirs.getByText('owes $17.00').waitFor();
  await theirs.goto(`/operator/workspaces/${customer.id}`);
  await theirs.getByText('and creates no runs until that is paid.').waitFor();
  await settled(theirs);
  await inspect(theirs, 'operator-workspace-debt');
});

it('nothing names it any more once it is paid', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  await page.getByText('The workspace owes').waitFor();
  await paid();
  await page.getByText('The workspace owes').waitFor({ state: 'hidden' });
  await page.goto(pathOf(customer, 'playground'));
  await page.getByRole('region', { name: 'Messages' }).getByRole('textbox').fill('Hello');
  await page.getByText('Costs at most').waitFor();
  expect(await page.getByText('The workspace owes').count()).toBe(0);
});
