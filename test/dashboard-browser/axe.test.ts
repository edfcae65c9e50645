/**
 * Every page and every dialog, at the width of a desk and of a phone, by day and by night: nothing that keeps
 * anybody out, and nothing that is too wide.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createInvitation, joinPath } from '../../server/users/index.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { PLAIN_PAGES } from '../support/page-table.ts';
import { actOnKey, dialog, eventually, fillInKey, heading, keepSecret, submit } from './acts.ts';
import { AXE, violationsOf } from './axe.ts';
import { type Furnished, furnish, RUNS, UNHURRIED } from './furnished.ts';
import { LOOKS, picture, show } from './pictures.ts';
import { openStage, pathOf, type Stage } from './stage.ts';

const WITH_CHARTS = ['wallet', 'usage'];

let stage: Stage;
let company: Furnished;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ environment: UNHURRIED });
  company = await furnish(stage.dashboard);
  page = await stage.visit(company.owner, { script: AXE });
}, BROWSER_TIMEOUT_MS);
afterAll(() => stage?.close());
afterEach(() => expect(stage.takeFaults()).toEqual([]));

/** In all looks. A dialog is looked at where it stands, a page from end to end. */
async function inspect(shown: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const wrong: Record<string, string[]> = {};
  for (const look of LOOKS) {
    await show(shown, look);
    await picture(shown, name, look, { fullPage });
    const rules = look.scheme === 'dark' ? ['color-contrast'] : undefined;
    const violations = await violationsOf(shown, rules);
    if (await shown.evaluate('document.documentElement.scrollWidth > innerWidth'))
      violations.push('wider than the window');
    if (violations.length > 0) wrong[`${look.size}, ${look.scheme}`] = violations;
  }
  await show(shown, { size: 'desk', scheme: 'light' });
  expect(wrong).toEqual({});
}

async function open(path: string): Promise<void> {
  await page.goto(pathOf(company, path));
  await heading(page, /./).waitFor();
  await eventually(() => page.locator('.skeleton').count()).toBe(0);
}

describe('a page', () => {
  it.each(PLAIN_PAGES)('keeps nobody out: $path', async ({ path }) => {
    await open(path);
    if (WITH_CHARTS.includes(path)) await page.locator('.recharts-surface').first().waitFor();
    await inspect(page, path);
  });

  it.each(RUNS)('keeps nobody out of a run: %s', async (ending) => {
    await open(company.runs[ending]);
    await page.getByRole('region', { name: 'States' }).waitFor();
    await inspect(page, `run-${ending}`);
  });

  it('keeps nobody out of a tool: one that is offered, and one that waits for an approval', async () => {
    for (const name of ['add', 'counts']) {
      await open(`tools?search=sandbox%2F${name}`);
      await page.getByRole('heading', { name: 'Input' }).waitFor();
      await inspect(page, `tool-${name}`);
    }
  });

  it.each(['well', 'failing', 'disabled'] as const)(
    'keeps nobody out of a webhook endpoint: %s',
    async (state) => {
      await open(`webhooks/${company.endpoints[state]}`);
      await page
        .getByRole('row', { name: /run\.completed/ })
        .first()
        .waitFor();
      await inspect(page, `endpoint-${state}`);
    },
  );

  it('keeps nobody out where there is nothing yet', async () => {
    const empty = await stage.dashboard.company();
    const shown = await stage.visit(empty.owner, { script: AXE });
    for (const name of ['runs', 'tool-runs', 'wallet', 'usage', 'webhooks']) {
      await shown.goto(pathOf(empty, name));
      await heading(shown, /./).waitFor();
      await eventually(() => shown.locator('.skeleton').count()).toBe(0);
      await inspect(shown, `empty-${name}`);
    }
    await shown.goto(pathOf(company, 'runs'));
    await heading(shown, 'There is no such page').waitFor();
    await inspect(shown, 'no-such-page');
  });

  it('keeps nobody out who is not in yet', async () => {
    const { db } = stage.dashboard.service.database;
    const { workspace } = company.tenant;
    const { token } = await createInvitation(db, { workspace, role: 'member' });
    const shown = await stage.visit(undefined, { script: AXE });
    await shown.goto('/dashboard/sign-in');
    await heading(shown, 'Sign in').waitFor();
    await inspect(shown, 'sign-in');
    await shown.goto(joinPath(token));
    await shown.getByLabel('Your name').waitFor();
    await inspect(shown, 'join-invited');
    await shown.goto('/dashboard/join');
    await heading(shown, 'This link does not work').waitFor();
    await inspect(shown, 'join-refused');
  });
});

const overlay = (name: string) => inspect(page, name, { fullPage: false });

describe('a dialog', () => {
  it('keeps nobody out: a key is made, rotated and revoked', async () => {
    await open('keys');
    const form = await fillInKey(page, { name: 'Everybody' });
    await form.getByText('Give it credit of its own').click();
    await form.getByLabel('Credit', { exact: true }).fill('0.01');
    await overlay('dialog-create-key');
    await submit(form, 'Create key');
    const secret = dialog(page, /The secret of/);
    await secret.getByTestId('secret').waitFor();
    await overlay('dialog-secret');
    await keepSecret(secret);
    await actOnKey(page, 'Everybody', 'Rotate');
    await dialog(page, /^Rotate/).waitFor();
    await overlay('dialog-rotate-key');
    await submit(dialog(page, /^Rotate/), 'Cancel');
    await actOnKey(page, 'Everybody', 'Revoke');
    await dialog(page, /^Revoke/).waitFor();
    await overlay('dialog-revoke-key');
    await submit(dialog(page, /^Revoke/), 'Revoke key');
    await dialog(page, 'The key is revoked').waitFor();
    await overlay('dialog-key-revoked');
  });

  it('keeps nobody out: a webhook endpoint is made, rotated and deleted', async () => {
    await open('webhooks');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    const form = dialog(page, 'Create an endpoint');
    await form.getByLabel('Address').fill('nonsense');
    await submit(form, 'Create endpoint');
    await form.locator('.fault', { hasText: /\S/ }).waitFor();
    stage.takeFaults(/^400 POST/);
    await overlay('dialog-create-endpoint');
    await form.getByLabel('Address').fill('https://hooks.example.com/everybody');
    await submit(form, 'Create endpoint');
    const secret = dialog(page, 'The secret of the endpoint');
    await secret.getByTestId('secret').waitFor();
    await overlay('dialog-endpoint-secret');
    await keepSecret(secret);
    await page.getByRole('link', { name: 'https://hooks.example.com/everybody' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog(page, 'Rotate the secret').waitFor();
    await overlay('dialog-rotate-secret');
    await submit(dialog(page, 'Rotate the secret'), 'Cancel');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog(page, 'Delete the endpoint?').waitFor();
    await overlay('dialog-delete-endpoint');
    await submit(dialog(page, 'Delete the endpoint?'), 'Delete endpoint');
    await heading(page, 'Webhooks').waitFor();
  });

  it('keeps nobody out: credit, an invitation, a removal', async () => {
    await open('wallet');
    await page.getByRole('button', { name: 'Add credit' }).click();
    await dialog(page, 'Add credit').getByLabel('Amount').fill('12,5x');
    await dialog(page, 'Add credit').getByLabel('Reference').fill('invoice');
    await overlay('dialog-credit');
    await open('members');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog(page, 'Invite somebody').waitFor();
    await overlay('dialog-invite');
    await submit(dialog(page, 'Invite somebody'), 'Make the link');
    await page.getByTestId('invitation-link').waitFor();
    await overlay('dialog-invitation-link');
    await submit(dialog(page, /link/), 'Done');
    await page.getByRole('button', { name: 'Remove' }).first().click();
    await dialog(page, /^Remove/).waitFor();
    await overlay('dialog-remove-member');
  });

  it('keeps nobody out: menus, and lists to choose from', async () => {
    await open('runs');
    await page.getByRole('button', { name: /^Workspace/ }).click();
    await page.locator('[role^="menuitem"]').first().waitFor();
    await picture(page, 'menu-workspaces', LOOKS[0]!, { fullPage: false });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /sign out/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await picture(page, 'menu-person', LOOKS[0]!, { fullPage: false });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /State$/ }).click();
    await page.getByRole('option', { name: 'Completed' }).waitFor();
    await picture(page, 'list-states', LOOKS[0]!, { fullPage: false });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('keeps nobody out: the session has ended', async () => {
    const person = await stage.dashboard.person(company.tenant.workspace, 'member');
    const shown = await stage.visit(person, { script: AXE });
    await shown.goto(pathOf(company, 'runs'));
    await heading(shown, 'Runs').waitFor();
    await person.send({ path: '/session', method: 'DELETE' });
    await dialog(shown, 'Your session has ended').waitFor();
    await inspect(shown, 'dialog-session', { fullPage: false });
    await shown.close();
    stage.takeFaults(/^401 GET/);
  });
});
