/** What goes wrong while somebody is typing: nothing typed is lost, and nothing is done twice. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API, type Customer, PASSWORD, type Person } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { request, runOf, startService, unique } from '../support/service.ts';
import { dialog, eventually, fillInKey, heading, signIn, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let port: string;

beforeAll(async () => {
  port = String(await freePort());
  fixtures = await openFixtures({ environment: { PORT: port } });
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

async function keysNamed(name: string): Promise<number> {
  const { db } = fixtures.dashboard.service.database;
  return (await db.query('select id from api_key where name = $1', [name])).length;
}

/** As if it had expired: gone from the database, and from the service's short memory. */
async function endSession(person: Person): Promise<void> {
  const { db } = fixtures.dashboard.service.database;
  await db.query('delete from user_session using app_user u where user_id = u.id and email = $1', [
    person.email,
  ]);
  await eventually(async () => (await person.send({ path: '/me' })).status).toBe(401);
}

describe('a session that ends', () => {
  it('in the middle of a form leaves what was typed, and the form works after signing in', async () => {
    const person = await fixtures.dashboard.person(customer.tenant.workspace, 'admin');
    const page = await fixtures.visit(person);
    await page.goto(pathOf(customer, 'keys'));
    const name = unique('interrupted');
    const form = await fillInKey(page, { name });
    await endSession(person);
    await submit(form, 'Create key');
    const ended = dialog(page, 'Your session has ended');
    await ended.waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => ended.isVisible()).toBe(true);
    await eventually(() => ended.getByLabel('Email').inputValue()).toBe(person.email);
    await signIn(ended, { ...person, password: 'not the password' });
    await ended.getByRole('alert').waitFor();
    await signIn(ended, { ...person, password: PASSWORD });
    await ended.waitFor({ state: 'hidden' });
    await eventually(() => form.getByLabel('Name').inputValue()).toBe(name);
    await eventually(() => form.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await submit(form, 'Create key');
    await dialog(page, /The secret of/).waitFor();
    expect(await keysNamed(name)).toBe(1);
    expect(fixtures.takeFaults(/^401 /)).not.toEqual([]);
  });

  it('before a page is opened asks to sign in, and opens that page', async () => {
    const person = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit(person);
    await endSession(person);
    await page.goto(pathOf(customer, 'runs?state=failed'));
    await heading(page, 'Sign in').waitFor();
    await signIn(page.locator('main'), { ...person, password: PASSWORD });
    await heading(page, 'Runs').waitFor();
    expect(page.url()).toBe(`${fixtures.url}${pathOf(customer, 'runs?state=failed')}`);
    fixtures.takeFaults(/^401 /);
  });
});

describe('a key', () => {
  let page: Page;
  beforeAll(async () => {
    page = await fixtures.visit(customer.owner);
  });
  afterAll(() => page.context().close());

  it.each(['a double click', 'Enter, twice'])('is made once by %s', async (way) => {
    await page.goto(pathOf(customer, 'keys'));
    const name = unique('doubled');
    const form = await fillInKey(page, { name });
    if (way === 'a double click') {
      await form.getByRole('button', { name: 'Create key' }).dblclick();
    } else {
      await form.getByLabel('Name').focus();
      await page.evaluate(
        `{ const form = document.activeElement.form; form.requestSubmit(); form.requestSubmit(); }`,
      );
    }
    await dialog(page, /The secret of/).waitFor();
    expect(await keysNamed(name)).toBe(1);
  });

  it('whose answer was lost is not created again, and the page says so', async () => {
    await page.goto(pathOf(customer, 'keys'));
    const name = unique('lost');
    const form = await fillInKey(page, { name });
    await page.route(`**${API}${customer.path}/keys`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await submit(form, 'Create key');
    await form.getByText('Can’t reach the server').waitFor();
    await eventually(() => form.getByLabel('Name').inputValue()).toBe(name);
    await page.unrouteAll();
    await submit(form, 'Create key');
    await dialog(page, 'This key was already created').waitFor();
    expect(await keysNamed(name)).toBe(1);
    await submit(dialog(page, 'This key was already created'), 'Go to keys');
    await page.getByText(name).waitFor();
    expect(fixtures.takeFaults(/^409 POST|CONNECTION_RESET/)).toHaveLength(2);
  });
});

describe('a restart of the server', () => {
  it('under an open page is shown, and over by itself, with everything that was typed', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'keys'));
    await page.evaluate('window.isSamePage = true');
    const name = unique('restarted');
    const form = await fillInKey(page, { name });
    const live = await fixtures.tab(page);
    await live.goto(pathOf(customer, 'runs'));
    await heading(live, 'Runs').waitFor();

    const { service } = fixtures.dashboard;
    await service.stop();
    await banner(live).waitFor();
    await submit(form, 'Create key');
    await form.getByText('Can’t reach the server').waitFor();
    await banner(page).waitFor();

    const { database } = service;
    const again = await startService({
      ...{ database, validatesResponses: true },
      environment: { PORT: port },
    });
    try {
      await banner(live).waitFor({ state: 'hidden' });
      await banner(page).waitFor({ state: 'hidden' });
      await eventually(() => form.getByLabel('Name').inputValue()).toBe(name);
      await submit(form, 'Create key');
      await dialog(page, /The secret of/).waitFor();
      expect(await keysNamed(name)).toBe(1);
      expect(await page.evaluate('window.isSamePage')).toBe(true);
      const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
      await live.locator(`a[href$="/runs/${id}"]`).waitFor();
    } finally {
      await page.context().close();
      await again.close();
      fixtures.takeFaults(/ERR_(CONNECTION|EMPTY|NETWORK)|^503 /);
    }
  });
});

function banner(page: Page) {
  return page.getByText('the server can’t be reached');
}
