/** While somebody waits: a slow network, a slow server, too many attempts at the sign-in, and no network at all. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { eventually, heading, signIn } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

/** What each frame shows, from the first one after the document was read: each thing once, in order. */
const FRAMES = `
  window.frames_ = [];
  const look = () => {
    if (window.frames_.length > 0 || document.querySelector('#page > *')) {
      const now = document.querySelector('.bone') ? 'skeleton' : document.querySelector('h1') ? 'page' : 'nothing';
      if (window.frames_.at(-1) !== now) window.frames_.push(now);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

const framesOf = (page: Page) => page.evaluate<string[]>('window.frames_');

async function expectNoWhitePage(page: Page): Promise<void> {
  await eventually(async () => (await framesOf(page)).at(-1)).toBe('page');
  const frames = await framesOf(page);
  expect(frames[0]).toBe('skeleton');
  expect(frames).not.toContain('nothing');
}

/** Holds requests of this kind until the test releases them. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  await page.route(pattern, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

describe('on a slow network', () => {
  it.each(['overview', 'runs', 'traces'])(
    'there is a skeleton from the first frame: %s',
    async (path) => {
      const page = await fixtures.visit(customer.owner, { script: FRAMES });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.enable');
      const kilobytes = 60 * 1_024;
      const speed = { downloadThroughput: kilobytes, uploadThroughput: kilobytes };
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        ...speed,
      });
      await page.goto(pathOf(customer, path), { waitUntil: 'commit' });
      await heading(page, /./).waitFor();
      await eventually(() => page.locator('.bone').count()).toBe(0);
      await expectNoWhitePage(page);
    },
  );
});

describe('while the server takes its time', () => {
  it.each([
    'overview',
    'keys',
    'runs',
    'wallet',
    'usage',
    'prompts',
    'members',
    'audit',
    'account',
  ])('there is a skeleton until the data are there: %s', async (path) => {
    const page = await fixtures.visit(customer.owner, { script: FRAMES });
    const letGo = await hold(page, '**/v1/dashboard/**');
    await page.goto(pathOf(customer, path));
    await page.locator('.bone').first().waitFor();
    letGo();
    await heading(page, /./).waitFor();
    await eventually(() => page.locator('.bone').count()).toBe(0);
    await expectNoWhitePage(page);
  });

  it('there is a skeleton until the code of a page has loaded', async () => {
    const page = await fixtures.visit(customer.owner, { script: FRAMES });
    await page.goto(pathOf(customer, 'overview'));
    await heading(page, 'Overview').waitFor();
    const letGo = await hold(page, /\/assets\/.*\.js/);
    await page.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
    await page.locator('#content .bone').first().waitFor();
    await eventually(() => page.getByRole('navigation').count()).toBeGreaterThan(0);
    letGo();
    await heading(page, 'Members').waitFor();
    expect(await framesOf(page)).not.toContain('nothing');
  });
});

describe('too many attempts', () => {
  it('at the sign-in are shown with a wait that counts down, and then the button is back', async () => {
    const { email } = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit();
    await page.clock.install();
    await page.goto('/dashboard/sign-in');
    const button = page.getByRole('button', { name: 'Sign in' });
    const wait = page.getByText(/Try again in \d+ seconds?\./);
    for (let attempts = 0; attempts < 30 && !(await wait.isVisible()); attempts += 1) {
      await signIn(page.locator('main'), { email, password: `wrong ${attempts}` });
      await page.getByRole('alert').waitFor();
      await eventually(() => button.locator('.spinner').count()).toBe(0);
    }
    // A user who pressed it with the keyboard stays there.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Sign in');
    const secondsLeft = async () => Number(/\d+/.exec(await wait.innerText())?.[0]);
    const before = await secondsLeft();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Password').press('Enter');
    await eventually(secondsLeft).toBeLessThan(before);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.fastForward((before + 1) * 1_000);
    await wait.waitFor({ state: 'hidden' });
    await eventually(() => button.isDisabled()).toBe(false);
    expect(
      fixtures.takeFaults(/^(401|429) POST/).filter((fault) => fault.startsWith('429')),
    ).toHaveLength(1);
  });
});

describe('without a network', () => {
  it('a notice above the page says so, and live content turns gray until the network is back', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'runs'));
    await heading(page, 'Runs').waitFor();
    const live = page.locator('.live');
    await live.getByText('Live.').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline or the server can’t be reached.').waitFor();
    await live.getByText('Paused.').waitFor();
    const colorOf = () =>
      page.evaluate(`getComputedStyle(document.querySelector('.live-dot')).backgroundColor`);
    const gray = await colorOf();
    await page.context().setOffline(false);
    await page.getByText('You’re offline').waitFor({ state: 'hidden' });
    await live.getByText('Live.').waitFor();
    expect(await colorOf()).not.toBe(gray);
    fixtures.takeFaults(/^net::ERR_INTERNET_DISCONNECTED/);
  });
});
