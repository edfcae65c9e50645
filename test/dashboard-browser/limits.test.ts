/**
 * Limits of keys as people set them: with a new key, and later, next to what is used of them; and the quotas of the
 * workspace, with what is used.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { QUOTA_NAMES, setQuota } from '../../server/quotas/index.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { quotasOf } from '../support/quotas.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import {
  dialog,
  eventually,
  fillInKey,
  keepSecret,
  pickKeyAction,
  readSecret,
  submit,
} from './actions.ts';
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
  await row
    .getByText(/^\$0\.0\S+ of \$0\.001\S* today$/)
    .last()
    .waitFor();
  await row.getByText('Only sandbox/echo, other/*').waitFor();
});

it('limits are changed, refused at their field, and taken away', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await pickKeyAction(page, 'Bounded', 'Limits');
  const form = dialog(page, 'Limits of “Bounded”');
  await eventually(() => form.getByLabel('Daily limit').inputValue()).toBe('0.001');
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

it('a quota that is nearly used up needs attention, and its link leads to the figures', async () => {
  const { workspace } = customer.tenant;
  const { db } = fixtures.dashboard.service.database;
  await setQuota(db, { workspace, quota: 'stored_outputs', limit: 2_048 });
  await quotasOf(db).countOutputs({ workspace, owner: newUuid(), bytes: 1_741 });
  await setQuota(db, { workspace, quota: 'compute_cpu', limit: 0 });
  await page.goto(pathOf(customer, 'overview'));
  await page.getByText('Stored files: 1.7 KiB of 2 KiB used.').waitFor();
  await page.getByRole('link', { name: 'Stored files' }).click();
  const rowOf = (name: string) => page.getByRole('row', { name });
  const row = rowOf('stored_outputs');
  await row.getByText('1.7 KiB of 2 KiB').waitFor();
  await row.getByText('Nearly used up').waitFor();
  await row.getByText('85%').waitFor();
  await row
    .getByText(/^in \d+ days$/)
    .or(row.getByText(/^[A-Z]\w+ \d+, \d{4}$/))
    .waitFor();
  await rowOf('compute_cpu').getByText('Not allowed').waitFor();
  expect(await rowOf('stored_content').getByText('used up').count()).toBe(0);
  await eventually(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
});

it('quotas begin with those that are used most, and the others are one press away', async () => {
  await page.goto(pathOf(customer, 'usage'));
  const table = page.getByRole('region', { name: 'Table: Quotas' });
  const names = () => table.getByRole('rowheader').locator('code').allInnerTexts();
  await table.getByText('Nearly used up').waitFor();
  const [first, second, ...few] = await names();
  expect([first, second]).toEqual(['compute_cpu', 'stored_outputs']);
  await page.getByRole('button', { name: /^Show \d more$/ }).click();
  await eventually(names).toEqual(expect.arrayContaining([...QUOTA_NAMES]));
  expect((await names()).slice(0, 2 + few.length)).toEqual([first, second, ...few]);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = table.getByRole('row').filter({ hasText: 'Stored files' });
  await row.getByText('stored_outputs').waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'More of Stored files' }).click();
  await row.getByText('stored_outputs').waitFor();
});
