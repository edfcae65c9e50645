/** The table of pages as people meet it: whoever has a role is led to the pages of that role, and each says its title. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { OUTER_PAGES, PLAIN_PAGES } from '../support/page-table.ts';
import { eventually, heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

const RANKS = { member: 0, admin: 1, owner: 2 };

let fixtures: Fixtures;
let customer: Customer;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

describe.each(['member', 'admin', 'owner'] as const)('a person who is %s', (role) => {
  const rows = PLAIN_PAGES.filter(({ least }) => RANKS[role] >= RANKS[least]);
  const inGroups = ['home', 'use', 'observe', 'billing', 'settings'].flatMap((group) =>
    rows.filter(({ menu }) => menu?.group === group),
  );
  const titlesOf = (isMain: boolean) =>
    inGroups.filter(({ menu }) => menu?.isMain === isMain).map(({ title }) => title);
  let page: Page;

  beforeAll(async () => {
    page = await fixtures.visit(await fixtures.dashboard.person(customer.tenant.workspace, role));
    await page.goto(pathOf(customer, 'start'));
    await heading(page, 'Start').waitFor();
  });

  it('is led to the pages of that role, each under its title', async () => {
    const links = page.getByRole('navigation').getByRole('link');
    await eventually(() => links.allInnerTexts()).toEqual(inGroups.map(({ title }) => title));
    for (const { path, title } of rows) {
      await links.and(page.getByRole('link', { name: title, exact: true })).click();
      await heading(page, title).waitFor();
      expect(new URL(page.url()).pathname).toBe(pathOf(customer, path));
      expect(await page.title()).toBe(`${title} · Model Run API`);
    }
  });

  it('is led there on a phone by the bar below and the menu above', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('navigation').getByRole('link');
    await eventually(() => bar.allInnerTexts()).toEqual(titlesOf(true));
    await page.getByRole('button', { name: 'More pages' }).click();
    const menu = page.getByRole('menuitem');
    await eventually(() => menu.allInnerTexts()).toEqual(titlesOf(false));
  });
});

it.each(OUTER_PAGES)('opens outside all workspaces, with its title: $path', async (row) => {
  const page = await fixtures.visit();
  await page.goto(`/dashboard/${row.path}`);
  await heading(page, /./).waitFor();
  await eventually(() => page.title()).toBe(`${row.title} · Model Run API`);
});
