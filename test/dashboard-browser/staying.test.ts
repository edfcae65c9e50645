/** What stays while somebody works: text that was not sent, the app without a network, and the balance in sight. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { eventually, heading } from './actions.ts';
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

/** As people do: by the navigation. */
async function goTo(title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
  await heading(page, title).waitFor();
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });

it('the playground begins with a model that simply answers', async () => {
  await page.goto(pathOf(customer, 'playground'));
  const model = page
    .getByRole('region', { name: 'Model', exact: true })
    .getByRole('button')
    .first();
  await eventually(() => model.innerText()).toContain('sandbox/echo');
});

it('text in the playground is there again after another page, until it is discarded', async () => {
  await page.goto(pathOf(customer, 'playground'));
  await field('Message 1').fill('half a thought');
  await goTo('Usage');
  await goTo('Playground');
  await eventually(() => field('Message 1').inputValue()).toBe('half a thought');
  await page.getByRole('button', { name: 'Start over' }).click();
  await eventually(() => field('Message 1').inputValue()).toBe('');
});

it('text of a new prompt is there again after another page', async () => {
  await page.goto(pathOf(customer, 'prompts?new'));
  await field('Name').waitFor();
  await field('Name').fill('a/half-written');
  await goTo('Keys');
  await goTo('Prompts');
  await page.getByRole('link', { name: 'New prompt' }).first().click();
  await eventually(() => field('Name').inputValue()).toBe('a/half-written');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await eventually(() => field('Name').inputValue()).toBe('');
});

it('a page that was never opened loads after the network is back, and the app stays', async () => {
  await page.goto(pathOf(customer, 'overview'));
  await heading(page, 'Overview').waitFor();
  await page.evaluate('window.isSamePage = true');
  await page.context().setOffline(true);
  try {
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'offline' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).waitFor();
  } finally {
    await page.context().setOffline(false);
  }
  await heading(page, 'Webhooks').waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  fixtures.takeFaults(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
});

it('the balance and the person stay in sight beside a low window, and a group folds for good', async () => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(pathOf(customer, 'overview'));
  const side = page.getByRole('complementary');
  for (const part of [side.locator('.balance'), side.locator('.person')]) {
    // The page may draw it anew while its figures come, and then it has no box for a moment.
    await expect
      .poll(async () => {
        const box = await part.boundingBox();
        return box && box.y + box.height;
      })
      .toBeLessThanOrEqual(700);
  }
  await side.getByText('Observe', { exact: true }).click();
  await side.getByRole('link', { name: 'Traces' }).waitFor({ state: 'hidden' });
  await page.reload();
  await side.getByRole('link', { name: 'Members' }).waitFor();
  expect(await side.getByRole('link', { name: 'Traces' }).count()).toBe(0);
});
