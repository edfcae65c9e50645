/** Money as people meet it: unambiguous to read, typed safely, credited knowingly, and saved as a file. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { giveGrant } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { dialog, eventually, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { added, printed } from './printed.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { tenant } = customer;
  const rich = tenant.as(await tenant.newKey({ name: 'Rich', credit: 900_000 }));
  for (const payer of [tenant, rich]) {
    await payer.end(
      runOf(await payer.create(request('sandbox/echo', { attribution: { endUserId: 'user_1' } })))
        .id,
    );
  }
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

async function openCredit(amount: string, reference = 'invoice 1') {
  await page.goto(pathOf(customer, 'wallet'));
  await page.getByRole('button', { name: 'Add credit' }).click();
  const form = dialog(page, 'Add credit');
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('Reference').fill(reference);
  return form;
}

/** The integer of an amount, as the page gives it to programs. */
async function unitsOf(selector: string): Promise<number> {
  const shown = page.locator(selector).locator('data').first();
  await shown.waitFor();
  return Number(await shown.getAttribute('value'));
}

it('shows as spent the sum of the table below, from all accounts', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const spent = await unitsOf('.tile:has(dt:text("Spent"))');
  expect(spent).toBe(await unitsOf('[aria-label="Table: Charges"] tfoot td:nth-of-type(4)'));
  const wallet = await customer.owner.get<{ spentAmount: number }>(`${customer.path}/wallet`);
  expect(spent).toBe(wallet.spentAmount);
  expect(spent).toBeGreaterThan((await customer.tenant.wallet()).spent);
});

it('prints figures on each page of money that add up as they are printed, to what the ledger has', async () => {
  const { spentAmount, availableAmount, keyCreditAmount, heldAmount } = await customer.owner.get<
    Record<string, number>
  >(`${customer.path}/wallet`);
  await page.goto(pathOf(customer, 'wallet'));
  const statement = await printed(page, '[aria-label="Table: Statement"] td data');
  expect(added(statement.slice(0, -1))).toBe(statement.at(-1));
  expect(statement.at(-1)).toBe(availableAmount! + keyCreditAmount! + heldAmount!);
  const charges = '[aria-label="Table: Charges"]';
  for (const way of ['Customer', 'Key', 'Model or tool', 'Kind', 'Day', 'Label']) {
    await page.getByRole('radio', { name: way, exact: true }).click();
    await page.locator(`${charges} thead`).getByText(way, { exact: true }).waitFor();
    for (const column of [2, 3, 4]) {
      const rows = await printed(page, `${charges} tbody td:nth-of-type(${column}) data`);
      const [total] = await printed(page, `${charges} tfoot td:nth-of-type(${column}) data`);
      expect(added(rows)).toBe(total);
      if (column === 4) expect(total).toBe(spentAmount);
    }
  }
  await page.goto(pathOf(customer, 'usage'));
  expect(added(await printed(page, 'td[data-label="Cost"] data'))).toBe(spentAmount);
  await page.goto(pathOf(customer, 'keys'));
  expect(added(await printed(page, 'td[data-label="Spent"] a data'))).toBe(spentAmount);
  await page.goto(pathOf(customer, 'customers'));
  const charged = 'td[data-label="Charged"] data';
  const sums = await printed(page, `tfoot ${charged}`);
  expect(added(await printed(page, `tbody ${charged}`))).toBe(sums[0]);
  expect(sums.at(-1)).toBe(spentAmount);
});

it('gives the keyboard the exact value of a rounded amount', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const { spentAmount } = await customer.owner.get<{ spentAmount: number }>(
    `${customer.path}/wallet`,
  );
  const rounded = page.getByRole('img', { name: /exactly/ }).first();
  await rounded.focus();
  const words = await rounded.getAttribute('aria-label');
  expect(words).toContain(`exactly $${(spentAmount / 1e9).toFixed(9).replace(/0+$/, '')}`);
  const bubble = await page.evaluate<string>(
    "getComputedStyle(document.activeElement, '::after').content",
  );
  expect(words).toContain(bubble.slice(1, -1));
});

it('refuses 12,5, and shows next to every other amount how it is read', async () => {
  const form = await openCredit('12,5');
  await form.getByLabel('Reference').press('Tab');
  await form.getByText('If the comma separates the cents, enter 12.50').waitFor();
  expect(await form.getByRole('button', { name: 'Add credit' }).isDisabled()).toBe(true);
  await form.getByLabel('Amount').fill('12.5');
  await form.getByText('That is $12.50.').waitFor();
  await form.getByRole('button', { name: 'Add $12.50' }).waitFor();
});

it('asks a second time before a large credit', async () => {
  const before = await customer.tenant.wallet();
  await submit(await openCredit('25000'), 'Add $25,000.00');
  const confirmation = dialog(page, 'Add $25,000.00?');
  await confirmation.getByText('invoice 1').waitFor();
  expect(await customer.tenant.wallet()).toEqual(before);
  await submit(confirmation, 'Change it');
  const form = dialog(page, 'Add credit');
  await eventually(() => form.getByLabel('Amount').inputValue()).toBe('25000');
  await submit(form, 'Add $25,000.00');
  await submit(confirmation, 'Yes, add $25,000.00');
  await confirmation.waitFor({ state: 'hidden' });
  expect((await customer.tenant.wallet()).available).toBe(before.available + 25_000 * 10 ** 9);
});

it('says once, and in money, that a reference has credited another amount', async () => {
  await submit(await openCredit('8', 'invoice 2'), 'Add $8.00');
  await dialog(page, 'Add credit').waitFor({ state: 'hidden' });
  const form = await openCredit('9', 'invoice 2');
  await submit(form, 'Add $9.00');
  await form.getByText('Has credited 8.00 USD before, and cannot be used for 9.00 USD.').waitFor();
  await eventually(() => form.getByText('8.00 USD').count()).toBe(1);
  expect(await form.getByRole('alert').count()).toBe(0);
  expect(await form.innerText()).not.toMatch(/\d units/);
  fixtures.takeFaults(/^409 POST/);
});

it('shows the exact integer of a balance when it is pressed', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  await page.getByRole('button', { name: /^Available: / }).press('Enter');
  const { available } = await customer.tenant.wallet();
  const shown = await dialog(page, 'Available, exactly').innerText();
  expect(shown.replaceAll(/\D/g, '')).toContain(String(available));
});

it('shows what is left of granted credit, and until when', async () => {
  const { db } = fixtures.dashboard.service.database;
  const { workspace } = customer.tenant;
  const amount = 3_000_000;
  const grant = { workspace, amount, reason: 'welcome', reference: 'welcome' } as const;
  const expiresAt = new Date(Date.now() + 20 * 86_400_000);
  await db.transaction((tx) => giveGrant(tx, { ...grant, expiresAt }));
  const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
  const ended = await customer.tenant.end(id);
  await page.goto(pathOf(customer, 'wallet'));
  const card = page.getByRole('region', { name: 'Granted credit' });
  await card.getByText('Welcome credit').waitFor();
  const [left, given] = await card.locator('td.number data').all();
  expect(Number(await left!.getAttribute('value'))).toBe(amount - ended.chargedAmount!);
  expect(Number(await given!.getAttribute('value'))).toBe(amount);
});

it('hands over each charged run of the month as a file, of every kind', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV, each charged run of the month' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^charges-\d{4}-\d\d-by-run\.csv$/);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const wallet = await customer.owner.get<{ spentAmount: number }>(`${customer.path}/wallet`);
  const units = lines.map((line) => Number(line.split(',').at(-1)));
  expect(added(units)).toBe(wallet.spentAmount);
});

it('hands over every entry as a file, not the rows on the page', async () => {
  for (let i = 0; i < 60; i++) await customer.tenant.topUp(1);
  await page.goto(pathOf(customer, 'wallet'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV, all of these entries' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^entries-[\d-]+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const { db } = fixtures.dashboard.service.database;
  const [{ count }] = (await db.query(
    'select count(*) as count from ledger_entry where workspace = $1',
    [customer.tenant.workspace],
  )) as [{ count: number }];
  expect(lines).toHaveLength(1 + count);
});

it('shows a rotated key with its payer, and earlier spending with its successor', async () => {
  const { owner, path, tenant } = customer;
  const made = await tenant.newKey({ name: 'Turned', credit: 900_000 });
  const turned = tenant.as(made);
  await turned.end(runOf(await turned.create(request('sandbox/echo'))).id);
  const below = `${path}/keys/${uuidToId('key', made.id)}/rotation`;
  await owner.send({ path: below, body: { overlapSeconds: 600 } });
  // The service adds up what keys have spent at most every ten seconds.
  await eventually(async () => {
    const key = await owner.get<{ spentAmount: number }>(
      `${path}/keys/${uuidToId('key', made.id)}`,
    );
    return key.spentAmount;
  }).toBeGreaterThan(0);
  await page.goto(pathOf(customer, 'keys'));
  const rows = page.getByRole('row', { name: /^Turned/ });
  await eventually(() => rows.count()).toBe(2);
  const [after, before] = await rows.allInnerTexts();
  expect(before).toContain('credit moved');
  expect(before).not.toContain('the wallet');
  expect(after).toContain('own credit');
  expect(after).toContain('$0.00 since its rotation');
  const amounts = rows.locator('td[data-label="Spent"] a data');
  const [spent, spentBefore] = await Promise.all(
    [0, 1].map((at) => amounts.nth(at).getAttribute('value')),
  );
  expect(Number(spent)).toBeGreaterThan(0);
  expect(spent).toBe(spentBefore);
});

it('sets up the auto-recharge with a saved card, changes it and removes it', async () => {
  await page.goto(pathOf(customer, 'wallet'));
  const card = page.getByRole('region', { name: 'Auto-recharge' });
  await card.getByRole('button', { name: 'Set up auto-recharge' }).click();
  const form = dialog(page, 'Auto-recharge');
  await form.getByLabel('When less than this is available').fill('30');
  await form.getByLabel('Add').fill('20');
  await form.getByLabel('Charge at most each month').fill('100');
  await submit(form, 'Continue to the card');
  await form.getByText('Must be at most 20').waitFor();
  fixtures.takeFaults(/^400 PUT/);
  await form.getByLabel('When less than this is available').fill('0.01');
  await submit(form, 'Continue to the card');
  await page.getByRole('button', { name: 'Save a card', exact: true }).click();
  await card.getByText('Visa ending in 4242').waitFor();
  await card.getByText('On', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Charge at most each month').fill('200');
  await submit(form, 'Save and turn on');
  await card.getByText('$200').waitFor();
  await card.getByRole('button', { name: 'Remove' }).click();
  await submit(dialog(page, 'Remove auto-recharge?'), 'Remove');
  await card.getByRole('button', { name: 'Set up auto-recharge' }).waitFor();
});
