/** Trying a model out in the browser: the page shows the cost before and after, and never gets a secret. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bodyOf, type Customer, callTool, endOfCall } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { textPrompt } from '../support/prompts.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, eventually, heading, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;
/** Everything that the browser received since it opened. */
const traffic: Promise<string>[] = [];

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const body = { amount: 40_000_000_000, reference: 'for the playground' };
  bodyOf(await customer.owner.send({ path: `${customer.path}/wallet/credits`, body }));
  page = await fixtures.visit(customer.owner);
  page.on('response', (response) => {
    const headers = JSON.stringify(response.headers());
    traffic.push(
      response.text().then(
        (text) => headers + text,
        () => headers,
      ),
    );
  });
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const card = (name: string) => page.getByRole('region', { name, exact: true });
const run = () => page.getByRole('button', { name: 'Run', exact: true });

async function choose(model: string): Promise<void> {
  await card('Model').getByRole('button').first().click();
  await page
    .getByRole('option', { name: new RegExp(`^${model}`) })
    .first()
    .click();
}

it('says what a run costs before and after, and leads to its page', async () => {
  await page.goto(pathOf(customer, 'playground'));
  await heading(page, 'Playground').waitFor();
  await card('Run').getByText('The first run sets aside up to').waitFor();
  expect(await run().isDisabled()).toBe(true);
  await choose('sandbox/echo');
  await page.getByRole('textbox', { name: 'Message 1' }).fill('Hello, playground');
  await card('Run')
    .getByText(/Costs at most/)
    .waitFor();
  await run().click();
  await card('Answer').getByText('Hello, playground').waitFor();
  await card('Answer').getByText('Completed').waitFor();
  await card('Run')
    .getByText(/of playground credit left until/)
    .waitFor();
  await card('Answer').getByRole('link', { name: 'Open run' }).click();
  await heading(page, /^Run /).waitFor();
  await page.getByRole('link', { name: `Playground of ${customer.owner.name}` }).waitFor();
});

it('a run runs again, filled in with what it was asked', async () => {
  const { tenant } = customer;
  const messages = [
    { role: 'system', content: 'Answer in one word.' },
    { role: 'user', content: 'Once more' },
  ];
  const { id } = runOf(await tenant.create(request('sandbox/echo', { messages })));
  await tenant.end(id);
  await page.goto(pathOf(customer, `runs/${id}`));
  await page.getByRole('link', { name: 'Run again' }).click();
  await heading(page, 'Playground').waitFor();
  await eventually(() => page.getByRole('textbox', { name: 'Message 1' }).inputValue()).toBe(
    'Answer in one word.',
  );
  await eventually(() => page.getByRole('textbox', { name: 'Message 2' }).inputValue()).toBe(
    'Once more',
  );
  await run().click();
  await card('Answer').getByText('Completed').waitFor();
});

it('a version of a prompt is rendered with values, and its run is the version’s', async () => {
  const { name } = await textPrompt(customer.tenant, 'Greet {{name}} warmly');
  await page.goto(`${pathOf(customer, 'prompts')}?${new URLSearchParams({ name })}`);
  await page.getByRole('link', { name: 'Open in playground' }).click();
  await page.getByLabel('name', { exact: true }).fill('Ada');
  await card('Prompt').getByText('Greet Ada warmly').waitFor();
  await choose('sandbox/echo');
  await eventually(() => run().isEnabled()).toBe(true);
  await run().click();
  await card('Answer').getByText('Greet Ada warmly').waitFor();
  await card('Answer').getByRole('link', { name: 'Open run' }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
});

it('a refusal is shown in the form, and what was written stays', async () => {
  await page.goto(pathOf(customer, 'playground'));
  await choose('sandbox/refused');
  await page.getByRole('textbox', { name: 'Message 1' }).fill('Will you?');
  await page.getByLabel('Max output tokens').fill('99999999');
  await card('Model')
    .getByText(/^Enter 1 to/)
    .waitFor();
  expect(await run().isDisabled()).toBe(true);
  await page.getByLabel('Max output tokens').fill('100');
  await run().click();
  await card('Answer').getByText('provider_refused').waitFor();
  await eventually(() => page.getByRole('textbox', { name: 'Message 1' }).inputValue()).toBe(
    'Will you?',
  );
});

it('shows the same request as code', async () => {
  await page.getByRole('button', { name: 'View code' }).click();
  const code = dialog(page, 'View code');
  await code.getByText('curl -sS').waitFor();
  for (const language of ['TypeScript', 'Python']) {
    await code.getByRole('radio', { name: language }).click();
    await code.getByText('sandbox/refused').first().waitFor();
  }
  await page.keyboard.press('Escape');
});

it('a run that takes long is cancelled on the page', async () => {
  await choose('sandbox/slow');
  await run().click();
  await card('Answer').getByRole('button', { name: 'Cancel run' }).click();
  await eventually(() => card('Answer').innerText()).toMatch(/Failed|Completed/);
});

it('a call of a tool runs again for no more than it held', async () => {
  const { tenant } = customer;
  const call = await endOfCall(tenant, await callTool(tenant, 'add', { input: { a: 2, b: 3 } }));
  await page.goto(pathOf(customer, `tool-runs/${call.id}`));
  await page.getByRole('button', { name: 'Run again' }).click();
  const form = dialog(page, 'Run again');
  await form.getByText('It costs at most').waitFor();
  await submit(form, 'Run again');
  await eventually(() => page.url()).not.toContain(call.id);
  await page.getByText('Completed').first().waitFor();
});

it('no secret of a key was in anything that the browser was sent', async () => {
  const texts = await Promise.all(traffic);
  expect(texts.length).toBeGreaterThan(20);
  const keys = texts.filter((text) => /mrk_[A-Za-z0-9]{12,}/.test(text));
  expect(keys).toEqual([]);
});
