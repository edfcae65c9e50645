/** Exports as people have them in a browser: saved ones, files made in the background, and the files of a month of charges. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, goTo, heading, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let runs: string[];
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  runs = [];
  for (const endUserId of ['ada', 'grace']) {
    const run = runOf(await tenant.create(request('sandbox/echo', { attribution: { endUserId } })));
    runs.push((await tenant.end(run.id)).id);
  }
  page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const row = () => page.getByRole('row', { name: /Charges of Ada/ });

async function download(link: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ]);
  return file;
}

async function runsOf(file: Download): Promise<string[]> {
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { runId: string }).runId);
}

it('one is refused at its field, then saved, and its file has what the form said', async () => {
  await goTo(page, 'Exports');
  await page.getByText('No saved exports yet').waitFor();
  await page.getByRole('button', { name: 'Save an export' }).first().click();
  const form = dialog(page, 'Save an export');
  await form.getByLabel('Name').fill('See https://example.com');
  await submit(form, 'Save export');
  await form.locator('.fault', { hasText: /\S/ }).waitFor();
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Name').fill('Charges of Ada');
  await form.getByRole('button', { name: /Period/ }).click();
  await page.getByRole('option', { name: 'Current month, so far' }).click();
  await form.getByRole('button', { name: /Format/ }).click();
  await page.getByRole('option', { name: 'NDJSON' }).click();
  await form.getByLabel('Only this customer').fill('ada');
  await submit(form, 'Save export');
  await row().getByText('only ada').waitFor();
  await row().getByText('Current month, so far').waitFor();
  const file = await download('NDJSON, Charges of Ada');
  expect(file.suggestedFilename()).toMatch(/^charges-\d{4}-\d\d-01\.ndjson$/);
  expect(await runsOf(file)).toEqual(runs.slice(0, 1));
});

it('a member downloads its file, and neither saves nor deletes one', async () => {
  const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const shown = await fixtures.visit(member);
  await shown.goto(pathOf(customer, 'exports'));
  await heading(shown, 'Exports').waitFor();
  await shown.getByRole('link', { name: 'NDJSON, Charges of Ada' }).waitFor();
  for (const name of [/Save an export/, /^Delete/]) {
    expect(await shown.getByRole('button', { name }).count()).toBe(0);
  }
  await shown.close();
});

it('it is deleted after a question, and both acts are in the audit trail', async () => {
  await row().getByRole('button', { name: 'Delete' }).click();
  const question = dialog(page, 'Delete “Charges of Ada”?');
  await submit(question, 'Delete export');
  await page.getByText('No saved exports yet').waitFor();
  await goTo(page, 'Audit trail');
  await page.getByRole('rowheader', { name: 'Saved export deleted' }).waitFor();
  await page.getByRole('rowheader', { name: 'Export saved' }).waitFor();
});

it('each charged run of a month is also a file for programs, as Parquet and as NDJSON', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const lines = await download('NDJSON, each charged run of the month');
  expect(await runsOf(lines)).toEqual(runs);
  const table = await download('Parquet, each charged run of the month');
  expect(table.suggestedFilename()).toMatch(/^charges-\d{4}-\d\d-01\.parquet$/);
  expect((await readFile(await table.path())).subarray(0, 4).toString()).toBe('PAR1');
});

it('a file is made in the background while the page shows its state, and is downloaded and deleted', async () => {
  const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const shown = await fixtures.visit(member);
  await shown.goto(pathOf(customer, 'exports'));
  await shown.getByText('No files yet').waitFor();
  await shown.getByRole('button', { name: 'Make a file' }).click();
  const form = dialog(shown, 'Make a file');
  await form.getByRole('button', { name: /Month/ }).click();
  await shown.getByRole('option').first().click();
  await form.getByRole('button', { name: /Format/ }).click();
  await shown.getByRole('option', { name: 'NDJSON' }).click();
  await form.getByLabel('Only this customer').fill('grace');
  await submit(form, 'Make file');
  const made = shown.getByRole('row', { name: /^Charges of .*only grace/ });
  await made.getByText('Ready').waitFor();
  const [file] = await Promise.all([
    shown.waitForEvent('download'),
    made.getByRole('link', { name: /^NDJSON, \d+ B, Charges of/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^charges-\d{4}-\d\d-01\.ndjson$/);
  expect(await runsOf(file)).toEqual(runs.slice(1));
  await made.getByRole('button', { name: /^Delete/ }).click();
  await submit(dialog(shown, /^Delete “Charges of/), 'Delete file');
  await shown.getByText('No files yet').waitFor();
  await shown.close();
  await page.goto(pathOf(customer, 'audit'));
  await page.getByRole('rowheader', { name: 'Requested export deleted' }).waitFor();
  await page.getByRole('rowheader', { name: 'Export requested' }).waitFor();
});
