/** The dashboard without a mouse: everything can be reached, and the focus is never lost. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { unique } from '../support/service.ts';
import { dialog, eventually, heading } from './actions.ts';
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

const FOCUS = `(() => {
  const { activeElement: element } = document;
  const labels = [...(element.labels ?? [])].map((label) => label.innerText);
  return [element.getAttribute('aria-label'), element.innerText, ...labels].filter(Boolean).join(' ');
})()`;

const focused = () => page.evaluate<string>(FOCUS);

/** Presses Tab until it is there; what Tab does not reach, nobody reaches. */
async function tabTo(name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused();
    if (name.test(now)) return;
    seen.push(now);
  }
  throw new Error(`Tab does not reach ${name}, but: ${seen.join(' | ')}`);
}

it('skips to the content with the first Tab', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await heading(page, 'Keys').waitFor();
  await page.evaluate('document.activeElement.blur()');
  await tabTo(/^Skip to content$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Audit trail$/);
});

it('creates a key, and returns the focus to where it began', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await heading(page, 'Keys').waitFor();
  await tabTo(/^Create key$/);
  await page.keyboard.press('Enter');
  await dialog(page, 'Create a key').waitFor();
  await eventually(focused).toMatch(/^Name/);
  const name = unique('typed');
  await page.keyboard.type(name);
  for (const permission of [/^models:read\s+Read runs/, /^models:run\s+Create/]) {
    await tabTo(permission);
    await page.keyboard.press('Space');
  }
  await tabTo(/^Create key$/);
  await page.keyboard.press('Enter');
  const shown = dialog(page, `The secret of “${name}”`);
  await shown.waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => shown.isVisible()).toBe(true);
  await tabTo(/^I’ve stored the secret/);
  await page.keyboard.press('Space');
  await tabTo(/^Done$/);
  await page.keyboard.press('Enter');
  await shown.waitFor({ state: 'hidden' });
  await eventually(focused).toBe('Create key');
  await page.getByText(name).first().waitFor();
});

it('leaves a form with Escape, and returns the focus to where it began', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await heading(page, 'Keys').waitFor();
  await tabTo(/^Create key$/);
  await page.keyboard.press('Enter');
  await dialog(page, 'Create a key').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Create a key').waitFor({ state: 'hidden' });
  await eventually(focused).toBe('Create key');
});

it('uses the menu of a key, keeps the key by default, and returns the focus to the menu', async () => {
  await page.goto(pathOf(customer, 'keys'));
  await heading(page, 'Keys').waitFor();
  await tabTo(/^Actions on test$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const confirmation = dialog(page, 'Revoke “test”?');
  await confirmation.waitFor();
  await eventually(focused).toBe('Cancel');
  await page.keyboard.press('Enter');
  await confirmation.waitFor({ state: 'hidden' });
  await eventually(focused).toBe('Actions on test');
  expect((await customer.tenant.get('/v1/developer/models')).status).toBe(200);
});

it('keeps Tab within a dialog', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  await heading(page, 'Wallet').waitFor();
  await tabTo(/^Add credit$/);
  await page.keyboard.press('Enter');
  await dialog(page, 'Add credit').waitFor();
  const inside = `document.activeElement.closest('[role=dialog]') !== null`;
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(inside)).toBe(true);
  }
});
