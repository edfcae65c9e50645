/** Prompts as members and admins meet them: who is offered which act, and what a move says that comes too late. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer, Person } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { saved } from '../support/prompts.ts';
import { dialog, eventually, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { settled } from './inspection.ts';

const NAME = 'support/answer.v2';

let fixtures: Fixtures;
let customer: Customer;
let member: Person;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant, owner, path } = customer;
  member = await fixtures.dashboard.person(tenant.workspace, 'member');
  await saved(tenant, { name: NAME, text: 'Hello', labels: ['production', 'staging'] });
  await saved(tenant, { name: NAME, text: '<b>Good day</b>', comment: '<i>Politer</i>' });
  await owner.send({ path: `${path}/protected-labels`, body: { label: 'production' } });
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

async function open(person: Person): Promise<Page> {
  const page = await fixtures.visit(person);
  await page.goto(pathOf(customer, `prompts?name=${encodeURIComponent(NAME)}`));
  await page.getByRole('region', { name: 'Version 2', exact: true }).waitFor();
  await page.getByText('Protected', { exact: true }).waitFor();
  await settled(page, 'Prompt');
  return page;
}

const actsOn = (page: Page, label: string) =>
  page.getByRole('button', { name: `Actions on ${label}` });

async function itemsOf(page: Page, label: string): Promise<string[]> {
  await actsOn(page, label).click();
  await page.getByRole('menuitem').first().waitFor();
  const items = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return items;
}

function moveBehind(label: string, version: number) {
  const path = `${customer.path}/prompts/${encodeURIComponent(NAME)}/label-moves`;
  return customer.owner.send({ path, body: { label, version } });
}

it('offers members what the settings allow to them, and protected labels to admins only', async () => {
  const page = await open(member);
  await page.getByText('Members can’t move labels in this workspace. Ask an admin.').waitFor();
  expect(await actsOn(page, 'staging').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Add label' }).count()).toBe(0);
  const body = { memberScopes: ['prompts:run'] };
  await customer.owner.send({ method: 'PATCH', path: customer.path, body });
  const allowed = await open(member);
  await actsOn(allowed, 'staging').waitFor();
  expect(await itemsOf(allowed, 'staging')).toEqual(['Move']);
  expect(await actsOn(allowed, 'production').count()).toBe(0);
  await allowed.getByRole('button', { name: 'Add label' }).click();
  const form = dialog(allowed, 'Add label to a version');
  await form.getByLabel('Label').fill('production');
  await form.getByText('production is protected: admins move it.').waitFor();
  expect(await form.getByRole('button', { name: 'Move label' }).isDisabled()).toBe(true);
  await submit(form, 'Cancel');
  const owned = await open(customer.owner);
  expect(await itemsOf(owned, 'production')).toEqual(['Move', 'Unprotect']);
  expect(await itemsOf(owned, 'staging')).toEqual(['Move', 'Protect']);
});

it('shows what a version says as text, and the markup of it as nothing else', async () => {
  const page = await open(customer.owner);
  const version = page.getByRole('region', { name: 'Version 2', exact: true });
  await version.getByText('<b>Good day</b>').waitFor();
  await version.getByText('<i>Politer</i>').waitFor();
  await page.getByRole('radio', { name: 'What changed' }).click();
  await page.getByRole('cell', { name: '<b>Good day</b>' }).waitFor();
  expect(await page.locator('main :is(b, i)').count()).toBe(0);
});

it('moves no label that somebody else moved while the dialog was open: 409', async () => {
  const page = await open(customer.owner);
  await actsOn(page, 'staging').click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const form = dialog(page, 'Move staging?');
  await form.waitFor();
  await moveBehind('staging', 2);
  await submit(form, 'Move label');
  await form.getByText('Somebody moved staging meanwhile: it is on version 2 now.').waitFor();
  fixtures.takeFaults(/^409 POST/);
  await submit(form, 'Cancel');
  await eventually(() => page.getByRole('row', { name: /staging 2/ }).count()).toBe(1);
});
