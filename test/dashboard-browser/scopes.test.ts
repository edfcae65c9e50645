/** Both forms of scopes where the page, the service and what was saved do not know the same ones. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../../openapi/generated/scopes.ts';
import { managesWorkspace } from '../../server/keys/index.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { dialog, heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

/** That members can be allowed to give. */
const [FIRST, SECOND] = SCOPES.filter((scope) => !managesWorkspace(scope));
const NEW = 'files:read';
const UNKNOWN = 'archive:read';
/** The generated list as it is in a script of the build. */
const LIST = new RegExp(`\\[${SCOPES.map((scope) => `["'\`]${scope}["'\`]`).join(',\\s*')}\\]`);

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  expect(fixtures.takeFaults()).toEqual([]);
});

it('offers a scope that the generated list has gained, in the form of keys and in the settings', async () => {
  let isListed = false;
  await page.route('**/assets/index-*.js', async (route) => {
    const response = await route.fetch();
    const script = (await response.text()).replace(LIST, JSON.stringify([...SCOPES, NEW]));
    isListed ||= script.includes(NEW);
    await route.fulfill({ response, body: script });
  });
  await page.goto(pathOf(customer, 'keys'));
  await page.getByRole('button', { name: 'Create key' }).first().click();
  expect(isListed).toBe(true);
  await dialog(page, 'Create a key').getByRole('checkbox', { name: NEW }).waitFor();
  await page.goto(pathOf(customer, 'settings'));
  await page.getByRole('checkbox', { name: NEW }).waitFor();
});

it('shows the whole form of a key in a window of 900 pixels', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = dialog(page, 'Create a key');
  await form.getByText('Read runs, models').waitFor();
  expect(page.viewportSize()!.height).toBe(900);
  const last = (await form.getByText(/^Set aside credit/).boundingBox())!;
  const buttons = (await form.locator('.dialog-actions').boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(buttons.y);
});

it('keeps a scope that neither the page nor the service knows when the settings are saved', async () => {
  const sent: unknown[] = [];
  await page.route(`**/v1/dashboard/workspaces/${customer.id}`, async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route.request().postDataJSON());
    const response = await route.fetch({ method: 'GET' });
    const workspace = await response.json();
    await route.fulfill({ response, json: { ...workspace, memberScopes: [FIRST, UNKNOWN] } });
  });
  await page.goto(pathOf(customer, 'settings'));
  await heading(page, 'Settings').waitFor();
  const categories = page.getByRole('region', { name: 'Permissions members can give keys' });
  await categories.getByText(SECOND!, { exact: true }).click();
  expect(await categories.getByRole('checkbox', { name: UNKNOWN }).isChecked()).toBe(true);
  await categories.getByRole('button', { name: 'Save' }).click();
  await categories.getByRole('button', { name: 'Saved' }).waitFor();
  expect(sent).toEqual([{ memberScopes: [FIRST, UNKNOWN, SECOND] }]);
});

it('keeps what members were given where the service has not described the scopes yet', async () => {
  const sent: unknown[] = [];
  // It comes when the test is over.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await page.route('**/catalog', async (route) => {
    await isOver;
    await route.continue();
  });
  await page.route(`**/v1/dashboard/workspaces/${customer.id}`, async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route.request().postDataJSON());
    await route.continue();
  });
  const { memberScopes } = await customer.owner.get<{ memberScopes: string[] }>(customer.path);
  await page.goto(pathOf(customer, 'settings'));
  const categories = page.getByRole('region', { name: 'Permissions members can give keys' });
  await categories.getByRole('button', { name: 'Save' }).click();
  await categories.getByRole('button', { name: 'Saved' }).waitFor();
  expect(sent).toEqual([{ memberScopes }]);
  end();
});
