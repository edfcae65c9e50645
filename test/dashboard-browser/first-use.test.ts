/** A new user with a fresh deployment, from the link of the start to a paid answer and the end of the key. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/index.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { type Process, startProcess } from '../support/process.ts';
import {
  dialog,
  eventually,
  fillInKey,
  goTo,
  heading,
  keepSecret,
  pickKeyAction,
  readSecret,
  submit,
  textOf,
} from './actions.ts';
import { type BrowserSessions, openBrowserSessions } from './browser-sessions.ts';
import { pictures } from './pictures.ts';
import { builtWebApp } from './web-app.ts';

const KEY = 'Invoices, production';
const run = promisify(execFile);

let database: TestDatabase;
let dataDir: string;
let service: Process & { link: string };
let sessions: BrowserSessions;
let client: InstalledClient;
/** One tab for all of it. */
let page: Page;
let secret: string;
let curl: string;
let bought: ModelRun;

beforeAll(async () => {
  await builtWebApp();
  database = await createTestDatabase();
  dataDir = await makeDataDir();
  const started = await startProcess('start', {
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
  });
  const link = await readFile(join(dataDir, 'owner-link.txt'), 'utf8');
  service = { ...started, link: link.trim() };
  sessions = await openBrowserSessions(() => service.url);
  client = await installClient();
  page = await sessions.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await sessions?.close();
  service?.process.kill('SIGTERM');
  await service?.ended;
  await database?.drop();
  await removeDataDir(dataDir);
  await client?.remove();
});
afterEach(() => expect(sessions.takeFaults()).toEqual([]));

it('makes the first owner by the link that the start has kept, and forgets the link', async () => {
  await page.goto(service.link);
  await heading(page, 'Join demo').waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('a long enough password');
  await submit(page.locator('form'), 'Create account and join');
  await heading(page, 'Overview').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/wsp_\w+\/overview$/);
});

describe('the first key', () => {
  it('is shown once, with a command that contains it', async () => {
    await goTo(page, 'Keys');
    await submit(await fillInKey(page, { name: KEY }), 'Create key');
    const shown = dialog(page, `The secret of “${KEY}”`);
    ({ secret, curl } = await readSecret(shown));
    expect(secret).toMatch(/^mrk_\w{38}$/);
    expect(curl).toContain(secret);
    await shown.getByRole('button', { name: 'Copy the secret' }).click();
    await shown.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await shown.getByRole('button', { name: 'Copy the curl command' }).click();
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(curl);
  });

  it('runs the shown code of the client as it is', async () => {
    const shown = dialog(page, `The secret of “${KEY}”`);
    await shown.getByText('TypeScript client').click();
    const code = await shown.getByRole('region', { name: 'the code' }).innerText();
    await writeFile(join(client.folder, 'first-run.ts'), code);
    const [, variable] = /^\/\/ MODEL_RUN_KEY=(\S+) node first-run\.ts$/m.exec(code)!;
    expect(variable).toBe(secret);
    const env = { ...process.env, MODEL_RUN_KEY: secret };
    const { stdout } = await run(process.execPath, ['first-run.ts'], { cwd: client.folder, env });
    expect(stdout).toMatch(/^Hello, ledger! .*0\.00000/);
    await keepSecret(shown);
  });

  it('is nowhere any more once the page was loaded again', async () => {
    await page.reload();
    await page.getByText(KEY).first().waitFor();
    expect(await textOf(page)).not.toContain(secret);
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
    expect(await page.evaluate<string>(kept)).not.toMatch(/mrk_\w{10}|session/i);
    await goTo(page, 'Start');
    await page.getByText('You have 2').waitFor();
    expect(await textOf(page)).not.toContain(secret);
  });
});

describe('the first run', () => {
  it('is bought by the shown command, and comes into the list by itself', async () => {
    await goTo(page, 'Runs');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.evaluate('window.isSamePage = true');
    const { stdout } = await run('/bin/sh', ['-c', curl]);
    bought = JSON.parse(stdout) as ModelRun;
    expect(bought).toMatchObject({ state: 'completed', text: 'Hello, ledger!' });
    const row = rowOf(bought);
    await row.waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await eventually(() => row.innerText()).toContain('Completed');
    await eventually(() => row.innerText()).toContain(moneyOf(bought.chargedAmount!));
    await pictures(page, 'runs-first');
  });

  it('is the same run when the command is pasted again', async () => {
    const { stdout } = await run('/bin/sh', ['-c', curl]);
    expect(JSON.parse(stdout)).toEqual(bought);
  });

  it('shows its states in their order and a receipt with exactly the integers of the API', async () => {
    await rowOf(bought).getByRole('link').click();
    await heading(page, `Run …${bought.id.slice(-8)}`).waitFor();
    const states = page.getByRole('region', { name: 'States' }).locator('strong');
    await states.first().waitFor();
    await eventually(() => states.allInnerTexts()).toEqual(['Reserved', 'Submitting', 'Completed']);
    const { reservedAmount, providerAmount = 0, feeAmount = 0, chargedAmount = 0 } = bought;
    expect(chargedAmount).toBeGreaterThan(0);
    expect(await receiptOf(page)).toEqual({
      Reserved: lineOf(reservedAmount),
      'To the provider': lineOf(providerAmount),
      'Fee (5%)': lineOf(feeAmount),
      Charged: lineOf(chargedAmount),
      Released: lineOf(reservedAmount - chargedAmount),
    });
    const entries = page.getByRole('region', { name: 'Entries' }).first().getByRole('rowheader');
    expect((await entries.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      ...['Hold', 'Charge', 'Fee', 'Release'],
    ]);
    await page.getByText('Hello, ledger!').first().waitFor();
  });
});

it('refuses the key from the moment at which it is revoked', async () => {
  const read = () =>
    fetch(`${service.url}/v1/developer/models`, { headers: { Authorization: `Bearer ${secret}` } });
  await goTo(page, 'Keys');
  await pickKeyAction(page, KEY, 'Revoke');
  const confirmation = dialog(page, `Revoke “${KEY}”?`);
  await page.route('**/revocation', async (route) => {
    // The service admitted the key a moment ago, and must not rely on that.
    expect((await read()).status).toBe(200);
    await route.continue();
  });
  const answered = page.waitForResponse('**/revocation');
  await submit(confirmation, 'Revoke key');
  await answered;
  expect((await read()).status).toBe(401);
  await submit(dialog(page, 'Key revoked'), 'Done');
  await page
    .getByRole('row')
    .filter({ hasText: KEY })
    .getByText('Revoked', { exact: true })
    .waitFor();
});

it('shows who did all that', async () => {
  await goTo(page, 'Audit trail');
  const events = page.getByRole('region', { name: 'Events' }).getByRole('row');
  await events.filter({ hasText: 'Key revoked' }).waitFor();
  for (const event of ['Key created', 'Key revoked', 'Member joined']) {
    const row = events.filter({ hasText: event }).filter({ hasText: 'Ada Lovelace' });
    expect(await row.count(), event).toBe(1);
  }
});

function rowOf({ id }: ModelRun) {
  return page.getByRole('row').filter({ has: page.locator(`a[href$="/runs/${id}"]`) });
}

/** Each line of the receipt: money, and the integer. */
async function receiptOf(shown: Page): Promise<Record<string, string[]>> {
  const rows = await shown.getByRole('region', { name: 'Receipt' }).getByRole('row').all();
  const lines = rows.map(async (row) => {
    const [name = '', ...cells] = await row.locator('th, td').allTextContents();
    return [name, cells.map((cell) => cell.replaceAll('\u202f', ''))] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

function lineOf(amount: number): string[] {
  return [`$${decimalOf(amount)}`, String(amount)];
}

/** Computed without the page's own code: 3938 is `0.000003938`. */
function decimalOf(amount: number): string {
  const digits = String(amount).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function moneyOf(amount: number): string {
  return `$${decimalOf(amount).replace(/0+$/, '')}`;
}
