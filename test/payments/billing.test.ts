/**
 * Invoices, taxes and billing details through the sandbox, with taxes on: the wallet gets what was paid without them, and
 * the books have them apart.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardSetup } from '../../openapi/generated/dashboard.ts';
import { audit, insertTax, monthNow, readBooks } from '../../server/money/index.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../../server/sandbox/payments.ts';
import { type BodyOf, bodyOf, type Customer } from '../dashboard/fixtures.ts';
import { PLENTY, problemOf } from '../support/service.ts';
import {
  AMOUNT,
  audited,
  available,
  change,
  click,
  DOLLAR,
  dashboard,
  type Payment,
  paymentsOf,
  RECORDS,
  read,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile({ PAYMENT_TAX: 'automatic' });

let sandbox: PaymentSandbox;
beforeAll(async () => {
  const secrets = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };
  sandbox = await startPaymentSandbox({ port: 0, folder: RECORDS, ...secrets });
});
afterAll(() => sandbox.close());

/** The process that charged the card may have ended, but all have the same records. */
const here = (url: string) => new URL(new URL(url).pathname, sandbox.url).href;

/** The sandbox takes a fifth. */
const TAX = AMOUNT / 5;

async function paid(customer: Customer): Promise<Payment> {
  const payment = await started(customer);
  await click(payment, 'succeeds');
  return read(customer, payment);
}

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const textOf = async (url: string) => (await fetch(url)).text();
const billingOf = ({ owner, path }: Customer) => owner.get<BodyOf<'getBilling'>>(`${path}/billing`);
const pageOf = async ({ owner, path }: Customer) =>
  bodyOf<BodyOf<'createBillingPage', 201>>(
    await owner.send({ method: 'POST', path: `${path}/billing/pages` }),
  ).billingUrl;

async function books() {
  const month = { month: monthNow('UTC'), timeZone: 'UTC' };
  const { lines, difference } = await readBooks(dashboard.service.database.db, month);
  const amountOf = (name: string) => Number(lines.find((line) => line.name === name)!.amount);
  expect(difference).toBe(0n);
  return { tax: amountOf('tax'), returned: amountOf('tax_returned'), paid: amountOf('payment') };
}

describe('a payment with taxes', () => {
  test('credits what was paid without them, and has an invoice that says so', async () => {
    const customer = await dashboard.customer();
    const { owner, path } = customer;
    expect(await owner.get(`${path}/wallet`)).toMatchObject({ payments: { isTaxed: true } });
    const before = await books();
    const payment = await started(customer);
    expect(await textOf(payment.checkoutUrl!)).toContain('Pay $24.00');
    await click(payment, 'succeeds');
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    const ended = await read(customer, payment);
    expect(ended).toMatchObject({ state: 'succeeded', amount: AMOUNT, taxAmount: TAX });
    const receipt = await textOf(ended.receiptUrl!);
    for (const line of ['Credit: $20.00', 'Tax: $4.00', 'Total: $24.00'])
      expect(receipt).toContain(line);
    const invoice = await fetch(ended.invoiceUrl!);
    expect(invoice.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await invoice.arrayBuffer()).toString('latin1');
    expect(file).toMatch(/^%PDF-1\.4\n[\s\S]*Tax: \$4\.00[\s\S]*%%EOF\n$/);
    expect(await books()).toEqual({
      ...{ tax: before.tax + TAX, returned: before.returned, paid: before.paid + AMOUNT },
    });
    await audited();
  });

  test('gives back the same part of its taxes, which the books follow up and down', async () => {
    const customer = await dashboard.customer();
    const before = await books();
    const payment = await paid(customer);
    await post(payment.receiptUrl!, { act: 'refund-half' });
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: AMOUNT / 2 });
    expect(await books()).toMatchObject({ returned: before.returned + TAX / 2 });
    await post(payment.receiptUrl!, { act: 'contest' });
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: AMOUNT });
    expect(await books()).toMatchObject({ returned: before.returned + TAX });
    await post(payment.receiptUrl!, { act: 'won' });
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: AMOUNT / 2 });
    expect(await books()).toMatchObject({
      ...{ tax: before.tax + TAX + TAX / 2, returned: before.returned + TAX },
    });
    expect(await available(customer)).toBe(PLENTY + AMOUNT / 2);
    await audited();
  });

  test('is the same in the list of the provider', async () => {
    await paid(await dashboard.customer());
    await withPayments(async ({ comparison }) => {
      const day = await comparison!.compareDay(new Date().toISOString().slice(0, 10));
      expect(day.differences).toEqual([]);
      expect(day.here).toBeGreaterThan(0);
    });
  });
});

/** A customer whose wallet is low, with such a card saved. */
async function rechargeable(card: string): Promise<Customer> {
  const customer = await dashboard.customer();
  const { owner, path } = customer;
  // More than every customer of a test has.
  const terms = { ...{ thresholdAmount: AMOUNT, rechargeAmount: AMOUNT }, monthCapAmount: AMOUNT };
  await owner.send({ method: 'PUT', path: `${path}/auto-recharge`, body: terms });
  const page = await owner.send({ method: 'POST', path: `${path}/auto-recharge/card` });
  await post(bodyOf<CardSetup>(page).checkoutUrl, { card });
  expect(await owner.get(`${path}/auto-recharge`)).toMatchObject({ state: 'on' });
  await withPayments(({ recharge }) => recharge.chargeDue());
  return customer;
}

const newestOf = async ({ owner, path }: Customer) =>
  (await owner.get<BodyOf<'listPayments'>>(`${path}/payments`)).data[0]!;

test('an audit finds taxes that the books do not have', async () => {
  const customer = await dashboard.customer();
  await paid(customer);
  const { workspace } = customer.tenant;
  const { db } = dashboard.service.database;
  const faults = async () => {
    for await (const { name, faults } of audit(db)) if (name === 'payments') return faults;
    return undefined;
  };
  const tax = { workspace, reference: 'pay', amount: 7 };
  expect(await faults()).toEqual([]);
  await insertTax(db, tax);
  expect(await faults()).toEqual([
    expect.stringContaining(`payments have ${TAX} of taxes, and their entries ${TAX + 7}`),
  ]);
  await insertTax(db, { ...tax, amount: -7 });
  expect(await faults()).toEqual([]);
});

describe('a recharge with taxes', () => {
  test('has an invoice as well, and gives back the same part of its taxes', async () => {
    const before = await books();
    const customer = await rechargeable('succeeds');
    const payment = await newestOf(customer);
    expect(payment).toMatchObject({
      ...{ state: 'succeeded', isAutomatic: true, amount: AMOUNT, taxAmount: TAX },
    });
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    expect(await customer.owner.get(`${customer.path}/auto-recharge`)).toMatchObject({
      monthAmount: AMOUNT,
    });
    const receipt = await textOf(here(payment.receiptUrl!));
    for (const line of ['Invoice in_', '1 Sandbox Street', 'Tax: $4.00', 'Total: $24.00'])
      expect(receipt).toContain(line);
    expect((await fetch(here(payment.invoiceUrl!))).headers.get('content-type')).toBe(
      'application/pdf',
    );
    await post(here(payment.receiptUrl!), { act: 'refund-half' });
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: AMOUNT / 2 });
    expect(await books()).toEqual({
      ...{ tax: before.tax + TAX, returned: before.returned + TAX / 2, paid: before.paid + AMOUNT },
    });
    await withPayments(async ({ comparison }) => {
      const day = await comparison!.compareDay(new Date().toISOString().slice(0, 10));
      expect(day.differences).toEqual([]);
    });
    await audited();
  });

  test('that is declined leaves no invoice that somebody could still pay', async () => {
    const before = await books();
    const customer = await rechargeable('declined');
    const payment = await newestOf(customer);
    expect(payment).toMatchObject({ state: 'failed', declineReason: 'card_declined' });
    const { db } = dashboard.service.database;
    const [{ checkout } = { checkout: '' }] = await db.query<{ checkout: string }>(
      'select checkout from payment where workspace = $1',
      [customer.tenant.workspace],
    );
    await change(`cs_test_${checkout.slice(3)}`, ({ payment_intent: intent }) => {
      expect(intent).toMatchObject({ status: 'canceled', last_payment_error: {} });
      return {};
    });
    // An event that comes late says the same.
    await withPayments((payments) => payments.lookUp());
    expect(await newestOf(customer)).toEqual(payment);
    expect(await books()).toEqual(before);
  });
});

describe('billing details', () => {
  test('are kept by the provider, and are on each invoice from then on', async () => {
    const customer = await dashboard.customer();
    expect(await billingOf(customer)).toEqual({ address: [], taxIds: [] });
    const page = await pageOf(customer);
    const name = 'A & B <b>GmbH</b>';
    const address = { 'address[postal_code]': '10119', 'address[city]': 'Berlin' };
    await post(page, {
      ...{ name, 'address[line1]': 'Torstraße 1', ...address, 'address[country]': 'DE' },
      taxId: 'DE123456789',
    });
    expect(await textOf(page)).toContain(`/dashboard/${customer.id}/wallet`);
    expect(await billingOf(customer)).toEqual({
      ...{ name, address: ['Torstraße 1', '10119 Berlin', 'DE'] },
      taxIds: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    const { receiptUrl, invoiceUrl } = await paid(customer);
    const receipt = await textOf(receiptUrl!);
    expect(receipt).toContain('A &#38; B &#60;b&#62;GmbH&#60;/b&#62;');
    expect(receipt).toContain('Tax id DE123456789');
    const file = Buffer.from(await (await fetch(invoiceUrl!)).arrayBuffer()).toString('latin1');
    expect(file).toContain('Torstraße 1');
    const { db } = dashboard.service.database;
    const saved = await db.query(
      `select * from payment_customer c, payment p where p.workspace = c.workspace`,
    );
    expect(JSON.stringify(saved)).not.toMatch(/Torstra|DE123456789|GmbH/);
    expect(await billingOf(await dashboard.customer())).toEqual({ address: [], taxIds: [] });
  });

  test('are of one customer of the provider, however many payments begin at once', async () => {
    const customer = await dashboard.customer();
    await Promise.all(Array.from({ length: 5 }, () => started(customer)));
    const { db } = dashboard.service.database;
    const rows = await db.query('select customer from payment_customer where workspace = $1', [
      customer.tenant.workspace,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('of a customer that the provider has forgotten begin anew, and it can pay', async () => {
    const customer = await dashboard.customer();
    const { db } = dashboard.service.database;
    const nameOf = async () => {
      const [row] = await db.query<{ customer: string }>(
        'select customer from payment_customer where workspace = $1',
        [customer.tenant.workspace],
      );
      return row!.customer;
    };
    await started(customer);
    const before = await nameOf();
    // As if it had been another account of the provider.
    const other = `cus_${'f'.repeat(14)}`;
    for (const act of [() => started(customer), () => pageOf(customer)]) {
      const { workspace } = customer.tenant;
      await db.query('delete from payment_customer where workspace = $1', [workspace]);
      await db.query('insert into payment_customer values ($1, $2)', [workspace, other]);
      expect(await billingOf(customer)).toEqual({ address: [], taxIds: [] });
      await act();
      expect(await nameOf()).toBe(before);
    }
    await paid(customer);
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
  });

  test('have the address of a card that is saved, if nobody has entered one', async () => {
    const customer = await dashboard.customer();
    const { owner, path } = customer;
    const terms = { thresholdAmount: DOLLAR, rechargeAmount: AMOUNT, monthCapAmount: AMOUNT };
    await owner.send({ method: 'PUT', path: `${path}/auto-recharge`, body: terms });
    const card = await owner.send({ method: 'POST', path: `${path}/auto-recharge/card` });
    await post(bodyOf<CardSetup>(card).checkoutUrl, { card: 'succeeds' });
    expect(await owner.get(`${path}/auto-recharge`)).toMatchObject({ state: 'on' });
    expect(await billingOf(customer)).toMatchObject({
      address: ['1 Sandbox Street', '10119 Berlin', 'DE'],
    });
  });

  test('are for admins, and wait for a provider that is away', async () => {
    const customer = await dashboard.customer();
    const member = await dashboard.person(customer.tenant.workspace, 'member');
    problemOf(await member.send({ method: 'GET', path: `${customer.path}/billing` }), 'forbidden');
    problemOf(
      await member.send({ method: 'POST', path: `${customer.path}/billing/pages` }),
      'forbidden',
    );
    const away = paymentsOf({});
    const { workspace } = customer.tenant;
    const page = away.billingPage({ workspace, returnUrl: 'http://localhost:1' });
    await expect(page).rejects.toMatchObject({ code: 'overloaded' });
    await started(customer);
    await expect(away.billing(workspace)).rejects.toMatchObject({ code: 'overloaded' });
  });
});
