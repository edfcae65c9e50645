/** Limits of keys as people set them: with a new key, and later, next to what is used of them. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import { dialog, fillInKey, keepSecret, pickKeyAction, readSecret, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

it('a key is made with limits, shows what is used of them, and is refused beyond them', async () => {
  await page.goto(pathOf(customer, 'keys'));
  const form = await fillInKey(page, { name: 'Bounded' });
  await form.getByText('Limit spending or models').click();
  await form.getByLabel('Daily limit').fill('0.001');
  await form.getByLabel('Allowed models').fill('sandbox/echo, other/*');
  await submit(form, 'Create key');
  const shown = dialog(page, /The secret of/);
  const { secret } = await readSecret(shown);
  await keepSecret(shown);

  const bounded = customer.tenant.as({ ...customer.tenant.key, key: secret });
  problemOf(await bounded.create(request('sandbox/slow')), 'model_not_allowed');
  await bounded.end(runOf(await bounded.create(request('sandbox/echo'))).id);

  await page.reload();
  const row = page.getByRole('row', { name: /^Bounded/ });
  await row.getByText(/^\$0\.0\S+ of \$0\.001\S* today$/).waitFor();
  await row.getByText('Only sandbox/echo, other/*').waitFor();
});

it('limits are changed, refused at their field, and taken away', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await pickKeyAction(page, 'Bounded', 'Limits');
  const form = dialog(page, 'Limits of “Bounded”');
  expect(await form.getByLabel('Daily limit').inputValue()).toBe('0.001');
  await form.getByLabel('Monthly limit').fill('25');
  await form.getByText('That is $25.00.').waitFor();
  await form.getByLabel('Allowed models').fill('sand*');
  await submit(form, 'Save limits');
  await form.locator('.fault', { hasText: /\S/ }).waitFor();
  fixtures.takeFaults(/^400 PATCH/);
  await form.getByLabel('Allowed models').fill('');
  await submit(form, 'Save limits');
  await form.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /^Bounded/ });
  await row.getByText(/ of \$25\.00 this month$/).waitFor();
  expect(await row.getByText('Only ').count()).toBe(0);

  await pickKeyAction(page, 'Bounded', 'Limits');
  await form.getByText(/^This month: .* spent, .* held, .* left\./).waitFor();
  await form.getByLabel('Daily limit').fill('');
  await form.getByLabel('Monthly limit').fill('');
  await submit(form, 'Save limits');
  await form.waitFor({ state: 'hidden' });
  await row.getByText(/ of \$25\.00 this month$/).waitFor({ state: 'hidden' });
});
