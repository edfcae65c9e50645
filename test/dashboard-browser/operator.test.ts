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
import { dialog, heading } from './actions.ts';
import { type Fixtures, openFixtures } from './fixtures.ts';
import { inspect, inspectDialog, inspectInLooks, settled } from './inspection.ts';
import { UNHURRIED } from './workspace-fixture.ts';

let fixtures: Fixtures;
let customer: Customer;
let operator: Person;
type CodeOf = (stepsAhead?: number) => Promise<string>;
/** Of the app of the operator. A code is taken once, and that of the next half minute as well. */
let codeOf: CodeOf;

beforeAll(async () => {
  fixtures = await openFixtures({ environment: UNHURRIED });
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/refused']) {
    await tenant.end(runOf(await tenant.create(request(model))).id);
  }
  await tenant.create(request('sandbox/lost'));
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

  codeOf = await turnOn(operator);
  await page.goto('/operator');
  await heading(page, 'Enter a code').waitFor();
  await inspectInLooks(page, 'operator-proof');
  await page.getByLabel('Authentication code').fill('000000');
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByText('The code is incorrect or was already used.').waitFor();
  await page.getByLabel('Authentication code').fill(await codeOf());
  await page.getByRole('button', { name: 'Open the console' }).click();
  await settled(page, 'Overview');
  fixtures.takeFaults(/^(401|403) (GET|POST) \/v1\/operator\/(me|proof)$/);
  await walk(page);
});

it('lets an admin act once, however often the button is pressed, and tells the workspace why', async () => {
  const { db } = fixtures.dashboard.service.database;
  const { workspace } = customer.tenant;
  await addOperator(db, { email: operator.email, role: 'admin', isTheirs: true });
  const page = await fixtures.visit(operator);
  await page.goto(`/operator/workspaces/${customer.id}`);
  await page.getByRole('button', { name: 'Give credit' }).click();
  let form = dialog(page, /^Give credit to/);
  await form.getByLabel('Amount').fill('25');
  await form.getByText('On a day', { exact: true }).click();
  await form.getByLabel('Expires on').fill('2035-01-31');
  await form.getByLabel('Reason').fill('An outage');
  await inspectDialog(page, 'operator-credit');
  // At once: a second click of the mouse may hit the page below the dialog, which has closed.
  const give = form.getByRole('button', { name: 'Give $25.00' });
  await give.evaluate((button) => {
    const twice = button as unknown as { click(): void };
    twice.click();
    twice.click();
  });
  await form.waitFor({ state: 'hidden' });
  const given = () => db.query('select amount from credit_grant where workspace = $1', [workspace]);
  expect(await given()).toEqual([{ amount: 25_000_000_000 }]);
  await page.getByText('An outage').waitFor();

  await page
    .getByRole('button', { name: /^Change the limit: / })
    .first()
    .click();
  form = page.getByRole('dialog');
  await form.getByLabel(/^The most/).fill('1000000');
  await form.getByLabel('Reason').fill('Agreed by mail');
  await inspectDialog(page, 'operator-limit');
  await form.getByRole('button', { name: 'Change the limit' }).click();
  await form.waitFor({ state: 'hidden' });

  // The code is older than 12 hours: the dialog asks for another one, and then acts.
  await db.query(`update user_session set proven_at = now() - interval '13 h' where user_id = $1`, [
    idToUuid('user', operator.id),
  ]);
  await page.getByRole('button', { name: 'Suspend' }).click();
  form = dialog(page, /^Suspend/);
  await form.getByLabel('Reason').fill('The card was reported as stolen.');
  await form.getByRole('button', { name: 'Suspend' }).click();
  await form.getByLabel('Authentication code').waitFor();
  await inspectDialog(page, 'operator-suspend');
  await form.getByLabel('Authentication code').fill(await codeOf(1));
  await form.getByRole('button', { name: 'Suspend' }).click();
  await form.waitFor({ state: 'hidden' });
  fixtures.takeFaults(/^403 POST \/v1\/operator\/workspaces\//);
  await inspect(page, 'operator-workspace-suspended');

  const theirs = await fixtures.visit(customer.owner);
  await theirs.goto(`/dashboard/${customer.id}/overview`);
  await theirs.getByText('The card was reported as stolen.').waitFor();
  await inspect(theirs, 'suspended-overview');

  await page.getByRole('button', { name: 'Resume' }).click();
  form = dialog(page, /^Resume/);
  await form.getByLabel('Reason').fill('The card is another one.');
  await form.getByRole('button', { name: 'Resume' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Acts' }).filter({ visible: true }).click();
  await settled(page, 'Acts');
  await page.getByText('The card is another one.').waitFor();
  await inspect(page, 'operator-acts');
});

/** The session has proven nothing then. */
async function turnOn(person: Person): Promise<CodeOf> {
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
  return (stepsAhead = 0) => app.hotp(Math.floor(Date.now() / 30_000) + stepsAhead);
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
    if (name === 'unknown-runs') await copiesReference(page);
    await inspect(page, `operator-${name}`);
  }
  await page.getByRole('link', { name: 'Workspaces' }).filter({ visible: true }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await inspect(page, 'operator-workspaces');
  await page.getByLabel('Name or ID').fill('nobody has this name');
  await page.getByText('No workspace matches').waitFor();
  await page.getByLabel('Name or ID').fill(customer.id);
  await page.getByRole('link', { name, exact: true }).click();
  await settled(page, name);
  await page.getByText('Model runs').waitFor();
  await inspect(page, 'operator-workspace');
  // A viewer only reads.
  for (const act of ['Give credit', 'Suspend', 'Change the limit: Spans sent in a day']) {
    expect(await page.getByRole('button', { name: act }).count()).toBe(0);
  }
  await page.goto('/operator/workspaces/wsp_01jzw7r3k5m8q2t4v6x9y1b3df');
  await page.getByText('No such workspace').waitFor();
  fixtures.takeFaults(/^404 GET \/v1\/operator\/workspaces/);
}

/** The end of the reference is shown, and the button copies all of it. */
async function copiesReference(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /sandbox\/lost/ });
  const button = page.getByRole('button', { name: 'Copy the provider’s reference' });
  const shown = row.locator('.row-note', { has: button });
  const whole = await shown.getAttribute('title');
  const end = (await shown.locator('code').innerText()).slice(1);
  expect(whole!.length).toBeGreaterThan(end.length);
  expect(whole!.endsWith(end)).toBe(true);
}
