/** Going back from what a list led to: the list is as it was left, and the focus is on the link that led away. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { eventually, heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import {
  createWorkspaceFixture,
  PROMPT,
  UNHURRIED,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

let fixtures: Fixtures;
let customer: WorkspaceFixture;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures({ environment: UNHURRIED });
  customer = await createWorkspaceFixture(fixtures.dashboard);
  // So low that each of the lists scrolls.
  page = await fixtures.visit(customer.owner, { viewport: { width: 1280, height: 320 } });
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const firstOf = (path: string) => (shown: Page) =>
  shown.locator(`#content tbody a[href*="/${path}"]`).last();

const LISTS: [string, string, (shown: Page) => Locator][] = [
  ['runs', 'Runs', (shown) => shown.locator('.run-link').nth(4)],
  ['tool-runs', 'Tool runs', (shown) => shown.locator('.run-link').nth(2)],
  ['compute-jobs', 'Compute jobs', (shown) => shown.locator('.run-link').nth(2)],
  ['keys', 'Keys', (shown) => shown.getByRole('link', { name: 'Reports', exact: true })],
  ['prompts', 'Prompts', (shown) => shown.getByRole('link', { name: PROMPT, exact: true })],
  ['traces', 'Traces', firstOf('traces/')],
  ['sessions', 'Sessions', firstOf('sessions?')],
  ['webhooks', 'Webhooks', firstOf('webhooks/')],
  ['wallet', 'Wallet', firstOf('runs/')],
];

const FOCUSED = `document.activeElement.getAttribute('href')`;
const scrolled = () => page.evaluate<number>('Math.round(scrollY)');

it.each(LISTS)('%s', async (path, title, find) => {
  await page.goto(pathOf(customer, path));
  await heading(page, title).waitFor();
  await find(page).waitFor();
  // A list that is still loading may soon have another order.
  const href = await find(page).getAttribute('href');
  const link = page.locator(`#content a[href="${href}"]`).first();
  await page.evaluate(`scrollBy(0, ${(await link.boundingBox())!.y - 150})`);
  const list = page.url();
  // Content that arrives late above the link moves the page until then.
  await page.evaluate(`addEventListener('click', () => { window.leftAt_ = Math.round(scrollY); }, {
    capture: true, once: true })`);
  await link.click();
  const top = await page.evaluate<number>('window.leftAt_');
  expect(top).toBeGreaterThan(0);
  await eventually(() => page.url()).not.toBe(list);
  await eventually(() => heading(page, title).count()).toBe(0);
  await eventually(scrolled).toBe(0);
  await page.goBack();
  await heading(page, title).waitFor();
  await eventually(() => page.evaluate(FOCUSED)).toBe(href);
  await eventually(async () => Math.abs((await scrolled()) - top)).toBeLessThan(4);
});

it('a page that is led to begins at its top', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await heading(page, 'Keys').waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await eventually(scrolled).toBeGreaterThan(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click();
  await heading(page, 'Wallet').waitFor();
  await eventually(scrolled).toBe(0);
});
