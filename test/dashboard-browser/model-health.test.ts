/** What people see of a model whose provider is away: on the page where they find the models, for as long as it lasts. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { pictures } from './pictures.ts';

let fixtures: Fixtures;
let customer: Customer;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

it('says that its provider does not answer, and nothing of it once that is over', async () => {
  const { db } = fixtures.dashboard.service.database;
  const page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
  const row = page.getByRole('row', { name: /sandbox\/echo/ });
  await row.waitFor();
  const health = page.getByText('Provider not responding');
  expect(await health.count()).toBe(0);
  await db.query(
    `insert into provider_circuit (queue, opened_at, due_at)
     values ('model_run/sandbox', now() - interval '3 minutes', now() + interval '1 hour')`,
  );
  await row.getByText('Provider not responding').waitFor({ timeout: 60_000 });
  await row.getByText('noticed 3 min ago · runs wait').waitFor();
  await pictures(page, 'start-away');
  await db.query('update provider_circuit set opened_at = null, due_at = null');
  await health.first().waitFor({ state: 'detached', timeout: 60_000 });
});
