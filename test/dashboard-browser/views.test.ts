/** Views of the runs: filters and columns under a name, whose address others can be sent. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, eventually, heading, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/refused']) {
    await tenant.end(runOf(await tenant.create(request(model))).id);
  }
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const links = (shown: Page) => shown.getByRole('table', { name: 'Runs' }).locator('.run-link');
const column = (shown: Page, name: string) =>
  shown.getByRole('columnheader', { name, exact: true });

it('filters and columns are saved under a name, for everybody', async () => {
  await page.goto(pathOf(customer, 'runs?state=failed'));
  await heading(page, 'Runs').waitFor();
  await eventually(() => links(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Key' }).click();
  await page.keyboard.press('Escape');
  await column(page, 'Key').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const form = dialog(page, 'Save this view');
  await form.getByLabel('Name').fill('Failed');
  await form.getByText('Share with everyone').click();
  await submit(form, 'Save view');
  await page.getByRole('button', { name: 'Failed', exact: true }).waitFor();
});

it('a member comes to it by its name, and by its address', async () => {
  const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const theirs = await fixtures.visit(member);
  await theirs.goto(pathOf(customer, 'runs'));
  await eventually(() => links(theirs).count()).toBe(2);
  await theirs.getByRole('button', { name: 'Views' }).click();
  await theirs.getByRole('menuitem', { name: /^Failed/ }).click();
  await eventually(() => links(theirs).count()).toBe(1);
  await column(theirs, 'Key').waitFor({ state: 'hidden' });
  expect(new URL(theirs.url()).search).toBe('?state=failed&hide=key');
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Failed', exact: true }).click();
  await theirs.getByRole('menuitem', { name: /Shared by/ }).waitFor();
  expect(await theirs.getByRole('menuitem', { name: 'Delete view' }).count()).toBe(0);
});

it('it is renamed and deleted', async () => {
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  await dialog(page, 'Edit view').getByLabel('Name').fill('What failed');
  await submit(dialog(page, 'Edit view'), 'Save view');
  await page.getByRole('button', { name: 'What failed' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await submit(dialog(page, 'Delete What failed?'), 'Delete view');
  await page.getByRole('button', { name: 'Views' }).waitFor();
});
