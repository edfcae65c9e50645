/** The operator's console in a browser: who gets in and how, and every page of it in all looks and at all widths. */
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addOperator } from '../../server/people/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { bodyOf, type Customer, PASSWORD, type Person } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { heading } from './actions.ts';
import { type Fixtures, openFixtures } from './fixtures.ts';
import { inspect, inspectInLooks, settled } from './inspection.ts';

let fixtures: Fixtures;
let customer: Customer;
let operator: Person;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/refused']) {
    await tenant.end(runOf(await tenant.create(request(model))).id);
  }
  operator = await fixtures.dashboard.person(tenant.workspace, 'member');
  await fixtures.dashboard.service.database.db.query(
    `insert into payment_day (day, there, here, is_whole, differences)
     values ((now() - interval '1 day')::date, 41, 40, true, $1)`,
    [JSON.stringify([{ ...DIFFERENCE, workspace: tenant.workspace }])],
  );
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const DIFFERENCE = {
  ...{ kind: 'missing_here', payment: '01a22250-fae3-7033-8972-975aa09a3f5c' },
  ...{ reference: 'pi_3Qx7Rk2LkdIwHu7ix0snN0B6', there: 20_000_000_000 },
};

it('leads a person without a session to the sign-in and back', async () => {
  const page = await fixtures.visit();
  await page.goto('/operator');
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('Email').fill(customer.owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Page not found').waitFor();
  expect(new URL(page.url()).pathname).toBe('/operator');
  fixtures.takeFaults(/^(401|404) GET \/v1\/operator\/me$/);
});

it('leads an operator through the second factor to every page', async () => {
  const { db } = fixtures.dashboard.service.database;
  await addOperator(db, { email: operator.email, role: 'viewer', isTheirs: true });
  const page = await fixtures.visit(operator);
  await page.goto('/operator');
  await heading(page, 'Turn on a second factor').waitFor();
  await inspectInLooks(page, 'operator-factor-missing');
  const href = await page.getByRole('link', { name: 'Go to your account' }).getAttribute('href');
  expect(href).toBe(`/dashboard/${customer.id}/account`);

  const app = await turnOn(operator);
  await page.goto('/operator');
  await heading(page, 'Enter a code').waitFor();
  await inspectInLooks(page, 'operator-proof');
  await page.getByLabel('Authentication code').fill('000000');
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByText('The code is incorrect or was already used.').waitFor();
  await page.getByLabel('Authentication code').fill(await app());
  await page.getByRole('button', { name: 'Open the console' }).click();
  await settled(page, 'Overview');
  fixtures.takeFaults(/^(401|403) (GET|POST) \/v1\/operator\/(me|proof)$/);
  await walk(page);
});

/** The session has proven nothing then. Returns the code of now. */
async function turnOn(person: Person): Promise<() => Promise<string>> {
  const body = { currentPassword: PASSWORD };
  const { secret } = bodyOf<{ secret: string }>(
    await person.send({ path: '/me/second-factor', body }),
  );
  const app = createOTP(Buffer.from(base32.decode(secret)).toString());
  const code = await app.hotp(Math.floor(Date.now() / 30_000) - 1);
  bodyOf(await person.send({ path: '/me/second-factor/confirmation', body: { code } }));
  await fixtures.dashboard.service.database.db.query(
    'update user_session set proven_at = null where user_id = $1',
    [idToUuid('user', person.id)],
  );
  return () => app.totp();
}

const PAGES = [
  ['Providers', 'Providers', 'providers'],
  ['Models', 'Models', 'models'],
  ['Books', 'Books', 'books'],
  ['Unknown', 'Unknown outcomes', 'unknown-runs'],
] as const;

async function walk(page: Page): Promise<void> {
  const { name } = await fixtures.dashboard.service.database.db
    .query<{ name: string }>('select name from workspace where id = $1', [
      customer.tenant.workspace,
    ])
    .then((rows) => rows[0]!);
  await inspect(page, 'operator-overview');
  for (const [link, title, name] of PAGES) {
    await page.getByRole('link', { name: link }).filter({ visible: true }).click();
    await settled(page, title);
    await inspect(page, `operator-${name}`);
  }
  await page.getByRole('link', { name: 'Workspaces' }).filter({ visible: true }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await inspect(page, 'operator-workspaces');
  await page.getByLabel('Name or id').fill('nobody has this name');
  await page.getByText('No workspace matches').waitFor();
  await page.getByLabel('Name or id').fill(customer.id);
  await page.getByRole('link', { name, exact: true }).click();
  await settled(page, name);
  await page.getByText('Model runs').waitFor();
  await inspect(page, 'operator-workspace');
  await page.goto('/operator/workspaces/wsp_01jzw7r3k5m8q2t4v6x9y1b3df');
  await page.getByText('No such workspace').waitFor();
  fixtures.takeFaults(/^404 GET \/v1\/operator\/workspaces/);
}
