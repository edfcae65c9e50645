/** Webhook endpoints as people keep them in a browser: made, seen to fail, changed, rotated, and messages sent again. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { type Receiver, startReceiver, verify } from '../webhooks/receiver.ts';
import { dialog, eventually, goTo, heading, keepSecret, submit, textOf } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let receiver: Receiver;
let page: Page;
let secret: string;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  receiver = await startReceiver();
  page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await fixtures?.close();
  await receiver?.close();
});
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const rowOf = (name: string | RegExp) => page.getByRole('row', { name });
const warning = () => page.getByRole('complementary').getByRole('link', { name: /endpoint/ });

async function endedRun(metadata = {}): Promise<string> {
  const { tenant } = customer;
  const { id } = runOf(await tenant.create(request('sandbox/echo', { metadata })));
  await tenant.end(id);
  return id;
}

it('an endpoint is refused at its field, then made, with a secret that is shown once', async () => {
  await goTo(page, 'Webhooks');
  await page.getByText('No endpoints yet').waitFor();
  await page.getByRole('button', { name: 'Create endpoint' }).first().click();
  const form = dialog(page, 'Create endpoint');
  await form.getByLabel('Address').fill('https://user:word@example.com/');
  await submit(form, 'Create endpoint');
  await form.getByText('Must hold no credentials.').waitFor();
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Description').fill('Invoices, production');
  await submit(form, 'Create endpoint');
  const shown = dialog(page, 'Endpoint secret');
  await shown.getByText('You won’t see this secret again').waitFor();
  secret = await shown.getByTestId('secret').innerText();
  expect(await shown.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await shown.getByRole('link', { name: 'Verify a message' }).waitFor();
  await keepSecret(shown);
  await rowOf(/Invoices, production/)
    .getByText('Enabled')
    .waitFor();
  await page.reload();
  await rowOf(/Invoices, production/).waitFor();
  expect(await textOf(page)).not.toContain(secret);
});

it('what it was sent is listed, leads to the run, and is sent again', async () => {
  const id = await endedRun();
  await page.getByRole('link', { name: receiver.url }).click();
  await heading(page, 'Endpoint').waitFor();
  const row = rowOf(/run\.completed/);
  await row.getByText('Delivered').waitFor();
  verify(secret, receiver.received[0]!);
  expect(await row.getByRole('link').getAttribute('href')).toContain(id);
  await row.getByRole('button', { name: /^Send again/ }).click();
  await eventually(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]!.headers['webhook-id']).toBe(
    receiver.received[0]!.headers['webhook-id'],
  );
  await page.getByRole('radio', { name: 'Not delivered' }).click();
  await page.getByText('No matching messages').waitFor();
  await page.getByRole('radio', { name: 'All' }).click();
  await row.getByText('Delivered').waitFor();
});

it('every page shows the owner that it fails, and that it was disabled', async () => {
  receiver.answer((response) => void response.writeHead(500).end());
  await endedRun();
  await page.getByText('This endpoint is failing').waitFor();
  await page.getByText('The endpoint answered with 500.').waitFor();
  await page.reload();
  await warning().getByText('1 endpoint failing').waitFor();
  // The service sends nothing again by itself: only who clicks does.
  await fixtures.dashboard.service.database.db.query(
    "update webhook_delivery set due_at = now() + interval '1 hour' where due_at is not null",
  );
  receiver.answer((response) => void response.writeHead(410).end());
  await rowOf(/Retrying/)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await page.getByText('This endpoint was disabled').waitFor();
  await page.getByText('returned 410 (gone)').waitFor();
  await goTo(page, 'Start');
  await page.reload();
  await warning().click();
  await heading(page, 'Endpoint').waitFor();
  expect(await page.getByRole('button', { name: /^Send again/ }).count()).toBe(0);

  receiver.answer((response) => void response.writeHead(204).end());
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await rowOf(/Not delivered/)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await eventually(() => rowOf(/Delivered/).count()).toBe(2);
  await warning().waitFor({ state: 'hidden' });
});

it('it is changed, its secret rotated, and it is deleted after a question', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page, 'Edit endpoint');
  await eventually(() => form.getByLabel('Address').inputValue()).toBe(receiver.url);
  await form.getByLabel('Description').fill('Reports');
  await form.getByText('credit.low', { exact: true }).click();
  await submit(form, 'Save');
  await form.waitFor({ state: 'hidden' });
  await page.getByText('Reports').waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await submit(dialog(page, 'Rotate secret'), 'Rotate secret');
  const shown = dialog(page, 'New endpoint secret');
  const renewed = await shown.getByTestId('secret').innerText();
  expect(renewed).not.toBe(secret);
  await shown.getByText('signed with the old secret as well').waitFor();
  await keepSecret(shown);
  await page.getByText('Old secret signs until').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = dialog(page, 'Delete endpoint?');
  await submit(question, 'Cancel');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await submit(question, 'Delete endpoint');
  await heading(page, 'Webhooks').waitFor();
  await page.getByText('No endpoints yet').waitFor();
  // A read that was under way when the endpoint was deleted.
  fixtures.takeFaults(/^404 GET .*\/deliveries/);
  await goTo(page, 'Audit trail');
  await page.getByRole('rowheader', { name: 'Webhook endpoint deleted' }).waitFor();
  await eventually(() => rowOf(/^Webhook/).count()).toBeGreaterThan(6);
});

it('a member sees endpoints and what they were sent, and changes nothing', async () => {
  const body = { url: receiver.url, eventTypes: ['run.completed'] };
  await customer.owner.send({ path: `${customer.path}/webhook-endpoints`, body });
  const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const shown = await fixtures.visit(member);
  await shown.goto(pathOf(customer, 'webhooks'));
  await shown.getByRole('link', { name: receiver.url }).click();
  await heading(shown, 'Endpoint').waitFor();
  await shown.getByRole('heading', { name: 'Nothing sent yet' }).waitFor();
  for (const name of ['Change', 'Rotate secret', 'Disable', 'Delete']) {
    expect(await shown.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await shown.close();
});

it('runs are found by their labels, which the page of a run leads back to', async () => {
  const labelled = await endedRun({ team: 'billing', job: 'month-end' });
  const other = await endedRun({ team: 'billing' });
  const link = (id: string) => page.locator(`a[href$="/runs/${id}"]`);
  await goTo(page, 'Runs');
  await link(other).waitFor();
  const box = page.getByRole('textbox', { name: 'Label' });
  await box.fill('nonsense');
  await box.press('Enter');
  await page.getByText('Use name:value.').waitFor();
  await box.fill('job:month-end');
  await box.press('Enter');
  await link(other).waitFor({ state: 'hidden' });
  await link(labelled).click();
  await page.getByRole('link', { name: 'billing' }).click();
  await heading(page, 'Runs').waitFor();
  await link(other).waitFor();
  await link(labelled).waitFor();
  expect(new URL(page.url()).search).toBe('?label=team%3Abilling');
  await page.getByRole('button', { name: 'Without the label team:billing' }).click();
  await eventually(() => new URL(page.url()).search).toBe('');
});
