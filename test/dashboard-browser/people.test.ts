/** Several people, several workspaces, several tabs: who gets in, who may do what, and who is out again. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createInvitation, joinPath, renewSetUpLink } from '../../server/people/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { type Customer, PASSWORD } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { unique } from '../support/service.ts';
import {
  dialog,
  eventually,
  goTo,
  heading,
  keepSecret,
  makeKey,
  pickKeyAction,
  readSecret,
  submit,
} from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

describe('a link', () => {
  it('that was used opens nothing, and says what to do', async () => {
    const { db } = fixtures.dashboard.service.database;
    const { token } = await createInvitation(db, {
      workspace: customer.tenant.workspace,
      role: 'member',
    });
    const body = { token, name: 'First', email: `${unique('a')}@example.com`, password: PASSWORD };
    await fixtures.dashboard.send({ path: '/invitations/accept', body });
    const page = await fixtures.visit();
    await page.goto(joinPath(token));
    await heading(page, 'This link doesn’t work').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await heading(page, 'Sign in').waitFor();
    expect(fixtures.takeFaults(/^410 /)).toEqual(['410 POST /v1/dashboard/invitations/preview']);
  });

  it('for the first owner that two tabs use at once makes one user', async () => {
    const { db } = fixtures.dashboard.service.database;
    const { id: workspace } = await createWorkspace(db, { name: unique('raced') });
    const link = await db.transaction((tx) => renewSetUpLink(tx, workspace));
    const email = `${unique('racer')}@example.com`;
    const first = await fixtures.visit();
    const tabs = [first, await fixtures.tab(first)];
    for (const tab of tabs) {
      await tab.goto(joinPath(link!.token));
      await tab.getByLabel('Your name').fill('Racer');
      await tab.getByLabel('Email').fill(email);
      await tab.getByLabel('Password').fill(PASSWORD);
    }
    await Promise.all(tabs.map((tab) => submit(tab.locator('form'), 'Create account and join')));
    const inside = (tab: Page) => heading(tab, 'Overview');
    const outside = (tab: Page) =>
      heading(tab, 'This link doesn’t work').or(tab.getByRole('alert'));
    await Promise.all(tabs.map((tab) => inside(tab).or(outside(tab)).first().waitFor()));
    const entered = await Promise.all(tabs.map((tab) => inside(tab).count()));
    expect(entered.toSorted()).toEqual([0, 1]);
    const users = await db.query('select id from app_user where email = $1', [email]);
    expect(users).toHaveLength(1);
    const members = await db.query('select id from membership where workspace = $1', [workspace]);
    expect(members).toHaveLength(1);
    expect(fixtures.takeFaults(/^4(09|10) POST .*accept$/)).toHaveLength(1);
  });
});

describe('a rotated key', () => {
  it('works together with its successor, whose secret and command are shown', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'keys'));
    const name = unique('rotated');
    const old = await makeKey(page, { name });
    await pickKeyAction(page, name, 'Rotate');
    await submit(dialog(page, `Rotate “${name}”`), 'Rotate key');
    const shown = dialog(page, /The new secret of/);
    const fresh = await readSecret(shown);
    expect(fresh.secret).not.toBe(old.secret);
    expect(fresh.curl).toContain(fresh.secret);
    expect(fresh.curl).not.toContain(old.secret);
    await eventually(() => shown.innerText()).toContain(
      `ending in ${old.secret.slice(-4)}, works until`,
    );
    for (const key of [old.secret, fresh.secret]) {
      const { status } = await fixtures.dashboard.service.send({
        path: '/v1/developer/models',
        key,
      });
      expect(status).toBe(200);
    }
    await keepSecret(shown);
    const rows = page.getByRole('row').filter({ hasText: name });
    await eventually(() => rows.count()).toBe(2);
    const before = rows.filter({ hasText: old.secret.slice(-4) });
    await before.getByText('Rotated', { exact: true }).waitFor();
  });
});

describe('a person of two workspaces', () => {
  it('joins the second by its link as who they are, and switches between them', async () => {
    const other = await fixtures.dashboard.customer();
    const { db } = fixtures.dashboard.service.database;
    const { token } = await createInvitation(db, {
      workspace: other.tenant.workspace,
      role: 'admin',
    });
    const page = await fixtures.visit(customer.owner);
    await page.goto(joinPath(token));
    await submit(page.locator('form'), `Join as ${customer.owner.name}`);
    await heading(page, 'Overview').waitFor();
    await page.goto(pathOf(customer, 'keys'));
    await page.getByRole('button', { name: /^Workspace/ }).click();
    const items = page.locator('[role^="menuitem"]');
    await items.first().waitFor();
    await eventually(() => items.count()).toBe(2);
    await items.filter({ hasText: 'admin' }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/dashboard/${other.id}/`));
    await goTo(page, 'Keys');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    await eventually(() => page.locator('tbody').innerText()).toContain(
      other.tenant.key.key.slice(-4),
    );
  });

  it('finds nothing at the address of a workspace that they are no member of', async () => {
    const outsider = await fixtures.dashboard.customer();
    const run = await outsider.tenant.create({
      ...{ model: 'sandbox/echo', maxOutputTokens: 10 },
      messages: [{ role: 'user', content: 'A secret of the stranger' }],
    });
    const { id } = JSON.parse(run.text) as { id: string };
    const page = await fixtures.visit(customer.owner);
    for (const path of [pathOf(outsider, 'keys'), pathOf(outsider, `runs/${id}`)]) {
      await page.goto(path);
      await heading(page, 'Page not found').waitFor();
      expect(await ask(page, 'GET', `${outsider.path}/runs/${id}`)).toBe(404);
    }
    expect(fixtures.takeFaults(/^404 GET .*\/workspaces\//)).toHaveLength(2);
    await page.goto(pathOf(customer, `runs/${id}`));
    await heading(page, 'Page not found').waitFor();
    expect(fixtures.takeFaults(/^404 GET .*\/workspaces\//)).not.toEqual([]);
  });
});

describe('a member', () => {
  it('is shown nothing that takes an admin, and is refused it by the API', async () => {
    const member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit(member);
    await page.goto(pathOf(customer, 'keys'));
    await page.getByRole('button', { name: 'Actions on test', exact: true }).click();
    await eventually(() => page.getByRole('menuitem').allInnerTexts()).toEqual([
      ...['Runs', 'Tool runs', 'Compute jobs', 'Transactions'],
    ]);
    await page.keyboard.press('Escape');
    const links = page.getByRole('navigation').getByRole('link');
    expect(await links.allInnerTexts()).not.toContain('Audit trail');
    await goTo(page, 'Wallet');
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add credit' }).count()).toBe(0);
    await goTo(page, 'Members');
    await page.getByRole('main').getByText(member.email).waitFor();
    expect(await page.getByRole('button', { name: /Invite|Remove|Role of/ }).count()).toBe(0);

    const { id } = customer.tenant.key;
    const before = await customer.tenant.wallet();
    const credit = { amount: 1_000, reference: 'mine' };
    expect(await ask(page, 'POST', `${customer.path}/wallet/credits`, credit)).toBe(403);
    expect(await ask(page, 'POST', `${customer.path}/keys/${uuidToId('key', id)}/revocation`)).toBe(
      403,
    );
    expect(await ask(page, 'GET', `${customer.path}/audit-events`)).toBe(403);
    expect(await customer.tenant.wallet()).toEqual(before);
    expect((await customer.tenant.get('/v1/developer/models')).status).toBe(200);
    expect(fixtures.takeFaults(/^403 /)).toHaveLength(3);
  });
});

describe('an owner', () => {
  it('reads in the audit trail what happened to what, with IDs last; a phone folds the details', async () => {
    const made = await customer.tenant.newKey({ name: 'Checkout' });
    const id = uuidToId('key', made.id);
    const body = { dayLimitAmount: 3_000_000 };
    await customer.owner.send({ method: 'PATCH', path: `${customer.path}/keys/${id}`, body });
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'audit?kind=key_changed'));
    const row = page.getByRole('row').filter({ hasText: 'Key changed' }).first();
    await row.getByText(id).waitFor();
    const words = (await row.innerText()).split(/\s+/).join(' ');
    expect(words).toMatch(new RegExp(`^Key changed Checkout .*daily limit \\$0.003 ${id}$`));
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByText(id).waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'More of Key changed' }).click();
    await row.getByText(id).waitFor();
  });

  it('sees the keys of the member to remove, and revokes them in the same step', async () => {
    const leaver = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const made = await leaver.send({
      path: `${customer.path}/keys`,
      headers: { 'Idempotency-Key': unique('click') },
      body: { name: 'left behind', scopes: ['models:read'] },
    });
    const { secret } = JSON.parse(made.text) as { secret: string };
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'members'));
    const row = page.getByRole('row').filter({ hasText: leaver.email });
    await row.getByRole('button', { name: 'Remove' }).click();
    const confirmation = dialog(page, `Remove ${leaver.name}?`);
    await confirmation.getByText('They created 1 active key.').waitFor();
    await confirmation.getByText('Also revoke this key').click();
    await submit(confirmation, 'Remove');
    await row.waitFor({ state: 'hidden' });
    const models = { path: '/v1/developer/models', key: secret };
    expect((await fixtures.dashboard.service.send(models)).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the session in the other tab too, and for a copied cookie', async () => {
    const leaver = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit(leaver);
    const other = await fixtures.tab(page);
    await other.goto(pathOf(customer, 'runs'));
    await heading(other, 'Runs').waitFor();
    await page.goto(pathOf(customer, 'start'));
    await page.getByRole('button', { name: /sign out/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    await dialog(other, 'Your session has ended').waitFor();
    expect((await leaver.send({ path: '/me' })).status).toBe(401);
    // All that is left is that this browser has signed in before.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-device']);
    await other.close();
    fixtures.takeFaults(/^401 GET /);
  });
});

describe('an admin', () => {
  it('credits the wallet once for each reference, and everybody sees it', async () => {
    const { path, tenant } = customer;
    const admin = await fixtures.dashboard.person(tenant.workspace, 'admin');
    const page = await fixtures.visit(admin);
    await page.goto(pathOf(customer, 'wallet'));
    const available = page.getByRole('definition').first();
    await available.waitFor();
    const before = await tenant.wallet();
    for (const words of ['', 'This payment was already added']) {
      await page.getByRole('button', { name: 'Add credit' }).click();
      const form = dialog(page, 'Add credit');
      await form.getByLabel('Amount').fill('25');
      await form.getByLabel('Reference').fill('invoice 4711');
      await submit(form, 'Add $25.00');
      if (words === '') await form.waitFor({ state: 'hidden' });
      else await form.getByText(words).waitFor();
    }
    await submit(dialog(page, 'Add credit'), 'Cancel');
    expect((await tenant.wallet()).available).toBe(before.available + 25_000_000_000);
    await eventually(() => available.innerText()).toMatch(/^\$26\.\d+$/);
    const entries = await admin.get<{ data: unknown[] }>(`${path}/wallet/entries?kind=top_up`);
    expect(entries.data).toHaveLength(2);
    await page.getByText('invoice 4711', { exact: true }).waitFor();
  });

  it('is warned on every page when the balance is below the threshold', async () => {
    const admin = await fixtures.dashboard.person(customer.tenant.workspace, 'admin');
    const page = await fixtures.visit(admin);
    await page.goto(pathOf(customer, 'alerts'));
    await page.getByLabel('Alert below').fill('1000.50');
    const card = page.getByRole('region', { name: 'Low balance alert' });
    const warning = page.getByRole('link', { name: /Available, running low/ });
    await submit(card, 'Save');
    await warning.waitFor();
    await goTo(page, 'Wallet');
    await page.getByText('Less than $1,000.50 is available').waitFor();
    await goTo(page, 'Alerts');
    await page.getByLabel('Alert below').fill('');
    await submit(card, 'Save');
    await warning.waitFor({ state: 'hidden' });
  });
});

/** The status of a request that the page itself sends, as its own script would. */
function ask(page: Page, method: string, path: string, body?: object): Promise<number> {
  const init = {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
  const request = `fetch(${JSON.stringify(`/v1/dashboard${path}`)}, ${JSON.stringify(init)})`;
  return page.evaluate<number>(`${request}.then((response) => response.status)`);
}
