/** Destinations of spans as people keep them in a browser: refused, made, tested, seen to fail, changed and deleted. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver, takeAll } from '../broadcast/receiver.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, eventually, goTo, heading, submit, textOf } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let receiver: OtlpReceiver;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  receiver = await startOtlpReceiver();
  page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await fixtures?.close();
  await receiver?.close();
});
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const card = () => page.getByRole('region', { name: 'Production tracing' });
const press = (name: string) => card().getByRole('button', { name, exact: true }).click();

async function endRun(): Promise<void> {
  const { tenant } = customer;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
}

it('one is refused at its field, then made; its headers are never seen again', async () => {
  await goTo(page, 'Destinations');
  await page.getByText('No destinations yet').waitFor();
  await page.getByRole('button', { name: 'Create destination' }).first().click();
  const form = dialog(page, 'Create destination');
  await form.getByLabel('Name').fill('Production tracing');
  await form.getByLabel('Address').fill('https://user:word@example.com/');
  await submit(form, 'Create destination');
  await form.getByText('Must hold no credentials.').waitFor();
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Value 1').fill('Bearer 0123456789');
  await submit(form, 'Create destination');
  await card().getByText('without content').waitFor();
  await card().getByText('authorization').waitFor();
  await page.reload();
  await card().waitFor();
  expect(await textOf(page)).not.toContain('0123456789');
});

it('a test span says what the destination answered', async () => {
  await press('Send a test span');
  await card().getByText('Test span delivered').waitFor();
  expect(receiver.batches[0]!.headers.authorization).toBe('Bearer 0123456789');
  receiver.answer((response) =>
    response
      .writeHead(401, { 'Content-Type': 'application/json' })
      .end('{"message":"no such key"}'),
  );
  await press('Send a test span');
  await card().getByText('Test span failed').waitFor();
  await card().getByText('The destination answered with 401: no such key.').waitFor();
});

it('one that fails says why, and counts what waits; then what it took', async () => {
  await endRun();
  await card().getByText('This destination is failing').waitFor();
  await card().getByText('Failing', { exact: true }).waitFor();
  receiver.answer(takeAll);
  await press('Disable');
  await card().getByText('Disabled', { exact: true }).waitFor();
  await press('Enable');
  await card().getByText('Enabled', { exact: true }).waitFor();
  const taken = card().getByText('Spans delivered').locator('xpath=following-sibling::dd');
  await eventually(() => taken.innerText()).toBe('1');
});

it('it is changed, with its headers kept, and deleted after a question', async () => {
  await press('Edit');
  const form = dialog(page, 'Edit destination');
  await eventually(() => form.getByLabel('Address').inputValue()).toBe(receiver.url);
  await form.getByText('Keep its headers: authorization').waitFor();
  await form.getByText('Include prompts and answers').click();
  await submit(form, 'Save');
  await card().getByText('with content', { exact: true }).waitFor();
  await endRun();
  await eventually(() => receiver.batches.at(-1)!.bytes.toString()).toContain('Hello');
  expect(receiver.batches.at(-1)!.headers.authorization).toBe('Bearer 0123456789');
  await press('Delete');
  const question = dialog(page, 'Delete destination?');
  await submit(question, 'Cancel');
  await press('Delete');
  await submit(question, 'Delete destination');
  await page.getByText('No destinations yet').waitFor();
  await goTo(page, 'Audit trail');
  await page.getByRole('rowheader', { name: 'Destination deleted' }).waitFor();
});

it('a member sees them, and changes nothing', async () => {
  const body = { name: 'Production tracing', url: receiver.url };
  await customer.owner.send({ path: `${customer.path}/destinations`, body });
  const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const shown = await fixtures.visit(member);
  await shown.goto(pathOf(customer, 'destinations'));
  await heading(shown, 'Destinations').waitFor();
  await shown.getByRole('region', { name: 'Production tracing' }).waitFor();
  for (const name of ['Create destination', 'Send a test span', 'Edit', 'Disable', 'Delete']) {
    expect(await shown.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await shown.close();
});
