/** What users do with their own account in a browser: signing up, the way back in by mail, a code at the sign-in, other browsers, names. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, type Customer, PASSWORD } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { type CaptchaServer, startCaptchaServer } from '../support/captcha-server.ts';
import { freePort } from '../support/free-port.ts';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.ts';
import {
  dialog,
  eventually,
  fillInKey,
  goTo,
  heading,
  keepSecret,
  readSecret,
  submit,
} from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspectInLooks } from './inspection.ts';

const DOLLAR = 1_000_000_000;
const NEW_PASSWORD = 'another horse battery';

let fixtures: Fixtures;
let customer: Customer;
let server: MailServer;
let captcha: CaptchaServer;
/** The sandbox of payments has its records there. */
let folder: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startMailServer();
  captcha = await startCaptchaServer();
  folder = await mkdtemp(join(tmpdir(), 'model-run-own-account-'));
  fixtures = await openFixtures({
    environment: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Model runs <runs@example.com>',
      ...{ SIGN_UP: 'open', TERMS_URL: 'https://example.com/terms', ...captcha.environment },
      ...{ DATA_DIR: folder, WELCOME_CREDIT: '1', PAYMENT_TAX: 'automatic' },
    },
  });
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await fixtures?.close();
  await server?.close();
  await captcha?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

describe('a forgotten password', () => {
  it('is reset by the link in a mail, which works once', async () => {
    const person = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit();
    await page.goto('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(person.email);
    await inspectInLooks(page, 'forgot-password-form');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByText('Check your email').waitFor();
    await expect.poll(() => server.received.length).toBe(1);
    const link = linkOf(server.received[0]!);
    await page.goto(link.href);
    await page.getByLabel('New password').fill('password1234');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(/easy to guess/).waitFor();
    fixtures.takeFaults(/^400 POST/);
    expect(page.url()).not.toContain('token');
    await inspectInLooks(page, 'new-password-form');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('You’re signed out everywhere').waitFor();
    expect((await person.send({ path: '/me' })).status).toBe(401);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Start').or(heading(page, 'Overview')).waitFor();
    const other = await fixtures.visit();
    await other.goto(link.href);
    await other.getByLabel('New password').fill(NEW_PASSWORD);
    await other.getByRole('button', { name: 'Set password' }).click();
    await heading(other, 'This link doesn’t work').waitFor();
    fixtures.takeFaults(/^410 POST|^401 GET/);
  });
});

describe('a second factor', () => {
  it('is asked for at the sign-in, and owners see who has one', async () => {
    const person = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const body = { currentPassword: PASSWORD };
    const { secret } = bodyOf<{ secret: string }>(
      await person.send({ path: '/me/second-factor', body }),
    );
    const app = createOTP(Buffer.from(base32.decode(secret)).toString());
    const step = Math.floor(Date.now() / 30_000);
    const confirmation = { path: '/me/second-factor/confirmation' };
    bodyOf(await person.send({ ...confirmation, body: { code: await app.hotp(step - 1) } }));
    const page = await fixtures.visit();
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const field = page.getByLabel('Authentication code');
    await field.fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The code is incorrect or was already used.').waitFor();
    await inspectInLooks(page, 'sign-in-code');
    await field.fill(await app.totp());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Start').or(heading(page, 'Overview')).waitFor();
    fixtures.takeFaults(/^401 (POST|GET)/);
    const owners = await fixtures.visit(customer.owner);
    await owners.goto(pathOf(customer, 'members'));
    const row = owners.getByRole('row').filter({ hasText: person.email });
    await row.getByText('2FA').waitFor();
  });
});

it('other browsers are signed out, one and all', async () => {
  const person = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  const sign = { path: '/session', body: { email: person.email, password: PASSWORD } };
  for (const agent of ['Firefox/140.0 (X11; Linux)', 'CriOS/1 (iPhone)', 'Edg/1 Windows']) {
    bodyOf(await fixtures.dashboard.send({ ...sign, headers: { 'User-Agent': agent } }));
  }
  const page = await fixtures.visit(person);
  await page.goto(pathOf(customer, 'account'));
  const rows = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('row');
  await eventually(() => rows.count()).toBe(5);
  await inspectInLooks(page, 'account-sessions');
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await eventually(() => rows.count()).toBe(4);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await eventually(() => rows.count()).toBe(2);
});

it('names are changed, and show everywhere at once', async () => {
  const { owner } = customer;
  const page = await fixtures.visit(owner);
  await page.goto(pathOf(customer, 'account'));
  await page.getByLabel('Your name', { exact: true }).fill('Ada King');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /Ada King/ }).waitFor();
  await goTo(page, 'Settings');
  await page.getByLabel('Workspace name').fill('Acme Research');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: /Acme Research/ }).waitFor();
});

it('an invitation to an address says that it was mailed', async () => {
  const page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'members'));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = dialog(page, 'Invite someone');
  await form.getByLabel(/Email/).fill('grace@example.com');
  await submit(form, 'Create link');
  await page.getByText('We emailed a link to grace@example.com.').waitFor();
  const got = () => server.received.filter(({ to }) => to.includes('grace@example.com')).length;
  await expect.poll(got).toBe(1);
});

it('thresholds of alerts are set, and who gets them', async () => {
  const page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'alerts'));
  await page.getByLabel('Failure rate (%)').fill('101');
  const card = page.getByRole('region', { name: 'Keys and failures' });
  await submit(card, 'Save');
  await card.locator('.fault', { hasText: /\S/ }).waitFor();
  fixtures.takeFaults(/^400 PATCH/);
  await page.getByLabel('Failure rate (%)').fill('25');
  await card.getByText('Owners and admins').click();
  await submit(card, 'Save');
  await card.getByRole('button', { name: 'Saved' }).waitFor();
  const settings = await customer.owner.get(`${customer.path}/alert-settings`);
  expect(settings).toMatchObject({ failureRatePercent: 25, mailTo: 'admins', sendsMail: true });
});

describe('somebody new', () => {
  /** One tab for all of it. */
  let page: Page;
  beforeAll(async () => {
    page = await fixtures.visit();
  });

  it('signs up, and goes on to a key and a first run, which welcome credit pays', async () => {
    await page.goto('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await heading(page, 'Create your account').waitFor();
    await page.getByLabel('Email').fill('new@example.com');
    const next = page.getByRole('button', { name: 'Continue', exact: true });
    await page.getByRole('button', { name: 'I am a person' }).waitFor();
    expect(await next.isDisabled()).toBe(true);
    await inspectInLooks(page, 'sign-up');
    captcha.answer = { status: 500, text: '' };
    await page.getByRole('button', { name: 'I am a person' }).click();
    await next.click();
    await page.getByText(/captcha can’t be checked right now/).waitFor();
    fixtures.takeFaults(/^503 POST/);
    // An answer counts once.
    expect(await next.isDisabled()).toBe(true);
    captcha.answer = { status: 200, text: '{"success":true}' };
    await page.getByRole('button', { name: 'I am a person' }).click();
    await eventually(() => next.isEnabled()).toBe(true);
    await expect.poll(() => page.getByText(/Try again in/).count(), { timeout: 20_000 }).toBe(0);
    await next.click();
    await page.getByText('We sent a link to new@example.com.').waitFor();
    expect(captcha.received.at(-1)).toMatchObject({ response: 'solved for a-site-key' });

    await expect.poll(() => server.received.at(-1)?.to).toEqual(['new@example.com']);
    await page.goto(linkOf(server.received.at(-1)!).href);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    expect(page.url()).not.toContain('token');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Workspace name').fill('Analytical Engines');
    const create = page.getByRole('button', { name: 'Create account' });
    expect(await create.isDisabled()).toBe(true);
    await page.getByText('I agree to the terms of service.').click();
    await inspectInLooks(page, 'create-account');
    await create.click();
    await heading(page, 'Start').waitFor();
    await submit(await fillInKey(page, { name: 'backend' }), 'Create key');
    const shown = dialog(page, 'The secret of “backend”');
    const { curl } = await readSecret(shown);
    await keepSecret(shown);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'completed' });
    await page.getByRole('link', { name: /It cost/ }).waitFor();
  });

  it('pays by card, and the wallet has the credit, the taxes and the invoice without a reload', async () => {
    await goTo(page, 'Wallet');
    await page
      .getByRole('region', { name: 'Granted credit' })
      .getByText('Welcome credit')
      .waitFor();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    const form = dialog(page, 'Pay by card');
    await form.getByText('The next page takes the card and adds taxes.').waitFor();
    await form.getByLabel('Amount').fill('20');
    await submit(form, 'Continue with $20.00');
    await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
    await page.getByText('The card was declined.').waitFor();
    await page.getByRole('button', { name: 'Pay $24.00', exact: true }).click();
    await page.getByText('Payment received').waitFor();
    await eventually(() => available()).toBeGreaterThan(20 * DOLLAR);
    const row = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('row').nth(1);
    await row.getByText('Paid', { exact: true }).waitFor();
    await eventually(() => row.innerText()).toContain('plus $4.00 tax');
    const file = await row.getByRole('link', { name: /Invoice/ }).getAttribute('href');
    expect((await fetch(file!)).headers.get('content-type')).toBe('application/pdf');
    await inspectInLooks(page, 'wallet-paid');
  });

  it('enters a name and a tax id for invoices, on the page of the provider', async () => {
    const card = page.getByRole('region', { name: 'Billing details' });
    await card.getByText('Not entered').first().waitFor();
    await card.getByRole('button', { name: 'Details and invoices' }).click();
    await page.getByLabel('Name').fill('Analytical Engines Ltd');
    await page.getByLabel('Tax id').fill('GB123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Go back' }).click();
    await card.getByText('Analytical Engines Ltd').waitFor();
    await card.getByText('GB123456789').waitFor();
  });

  it('has the wallet recharged from a saved card, while the page is open', async () => {
    const before = await available();
    const card = page.getByRole('region', { name: 'Auto-recharge' });
    await card.getByRole('button', { name: 'Set up auto-recharge' }).click();
    const form = dialog(page, 'Auto-recharge');
    await form.getByLabel('When less than this is available').fill('30');
    await form.getByLabel('Add').fill('40');
    await form.getByLabel('Charge at most each month').fill('100');
    await submit(form, 'Continue to the card');
    await page.getByRole('button', { name: 'Save a card', exact: true }).click();
    await card.getByText('Visa ending in 4242').waitFor();
    await page.evaluate('window.isSamePage = true');
    await eventually(() => available()).toBe(before + 40 * DOLLAR);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.getByRole('region', { name: 'Payments' }).getByText('Auto-recharge').waitFor();
  });

  /** As the page gives it to programs. */
  async function available(): Promise<number> {
    const shown = page.getByRole('button', { name: /^Available: / }).locator('data');
    return Number(await shown.getAttribute('value'));
  }
});
