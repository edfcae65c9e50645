/**
 * The layout at every width from 320 to 2560 pixels, and with type twice as large: no page is wider than its window,
 * what ends a dialog is in sight, and the live list of runs holds still while somebody reads it.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { OUTER_PAGES, PLAIN_PAGES } from '../support/page-table.ts';
import { request, runOf } from '../support/service.ts';
import { actOnKey, dialog, eventually, fillInKey, heading, keepSecret, submit } from './acts.ts';
import { type Furnished, furnish, RUNS, UNHURRIED } from './furnished.ts';
import { openStage, pathOf, type Stage } from './stage.ts';

const WIDTHS = [320, 390, 768, 1024, 1200, 1280, 1440, 2560];
const PATHS = PLAIN_PAGES.map(({ path }) => path);
/** What Chromium makes of a user's choice of type twice as large. */
const LARGE_TYPE = ['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'];

let stage: Stage;
let company: Furnished;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ environment: UNHURRIED });
  company = await furnish(stage.dashboard);
  page = await stage.visit(company.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => stage?.close());
afterEach(() => expect(stage.takeFaults()).toEqual([]));

async function open(shown: Page, path: string): Promise<void> {
  await shown.goto(pathOf(company, path));
  await heading(shown, /./).waitFor();
  await eventually(() => shown.locator('.skeleton').count()).toBe(0);
  if (/^(wallet|usage)/.test(path)) await shown.locator('.recharts-surface').first().waitFor();
}

/** The widths at which the page is wider than its window, with what sticks out furthest. */
async function tooWide(shown: Page, widths = WIDTHS): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of widths) {
    await resize(shown, width, 900);
    const excess = await shown.evaluate<string>(`(() => {
      const { scrollWidth } = document.documentElement;
      if (scrollWidth <= innerWidth) return '';
      const isClipped = (element) => {
        for (let each = element.parentElement; each; each = each.parentElement)
          if (each !== document.documentElement && getComputedStyle(each).overflowX !== 'visible') return true;
        return false;
      };
      const ends = [...document.querySelectorAll('body *')].filter((element) => !isClipped(element)).map((element) =>
        [Math.round(element.getBoundingClientRect().right), element.tagName + '.' + element.className]);
      return scrollWidth + ': ' + ends.sort((a, b) => b[0] - a[0]).slice(0, 3).map((end) => end.join(' ')).join(', ');
    })()`);
    if (excess !== '') wrong.push(`${width}: ${excess}`);
  }
  return wrong;
}

async function resize(shown: Page, width: number, height: number): Promise<void> {
  await shown.setViewportSize({ width, height });
  // What measures itself does so in the frame after, and charts are drawn in the one after that.
  await shown.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
}

describe('no page is wider than its window, at any width', () => {
  it.each(PATHS)('%s, which uses the width of a wide one', async (name) => {
    await open(page, name);
    expect(await tooWide(page)).toEqual([]);
    await resize(page, 2560, 1300);
    const width = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('.page-place > *')].map((part) => part.getBoundingClientRect().width))`,
    );
    expect(width).toBeGreaterThan(2_000);
  });

  it.each(RUNS)('a run: %s', async (ending) => {
    await open(page, company.runs[ending]);
    expect(await tooWide(page)).toEqual([]);
  });

  it.each(['well', 'failing', 'disabled'] as const)('a webhook endpoint: %s', async (state) => {
    await open(page, `webhooks/${company.endpoints[state]}`);
    expect(await tooWide(page)).toEqual([]);
  });

  it('what a user meets before signing in', async () => {
    const shown = await stage.visit();
    for (const { path } of OUTER_PAGES) {
      await shown.goto(`/dashboard/${path}`);
      await heading(shown, /./).waitFor();
      expect(await tooWide(shown)).toEqual([]);
    }
  });
});

describe('with type twice as large', () => {
  let large: Stage;
  let shown: Page;

  beforeAll(async () => {
    large = await openStage({ database: stage.dashboard.service.database }, LARGE_TYPE);
    shown = await large.visit(company.owner);
  }, BROWSER_TIMEOUT_MS);
  afterAll(() => large?.close());

  it.each([...PATHS, 'run', 'tool run', 'endpoint'])(
    'no page is wider than its window: %s',
    async (name) => {
      const { runs, endpoints } = company;
      const below = {
        run: runs.tools,
        'tool run': runs['tool-answered'],
        endpoint: `webhooks/${endpoints.disabled}`,
      }[name];
      await open(shown, below ?? name);
      const size = await shown.evaluate('getComputedStyle(document.body).fontSize');
      expect(size).toBe('28px');
      expect(await tooWide(shown)).toEqual([]);
    },
  );
});

describe('the buttons that end a dialog are in sight on 320 by 480 pixels', () => {
  async function expectInSight(name: string | RegExp): Promise<void> {
    const footer = dialog(page, name).locator('.dialog-actions');
    await footer.waitFor();
    for (const button of await footer.getByRole('button').all()) {
      const box = (await button.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(480);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(320);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }

  it('of a key that is made, rotated and revoked', async () => {
    await open(page, 'keys');
    await resize(page, 320, 480);
    const form = await fillInKey(page, { name: 'Small' });
    await form.getByText('Give it credit of its own').click();
    await expectInSight('Create a key');
    await form.getByLabel('Credit', { exact: true }).fill('0.001');
    await submit(form, 'Create key');
    await expectInSight(/The secret of/);
    await keepSecret(dialog(page, /The secret of/));
    await actOnKey(page, 'Small', 'Limits');
    await expectInSight(/^Limits/);
    await submit(dialog(page, /^Limits/), 'Cancel');
    await actOnKey(page, 'Small', 'Rotate');
    await expectInSight(/^Rotate/);
    await submit(dialog(page, /^Rotate/), 'Cancel');
    await actOnKey(page, 'Small', 'Revoke');
    await expectInSight(/^Revoke/);
    await submit(dialog(page, /^Revoke/), 'Keep it');
  });

  it('of credit, large credit, an invitation and a removal', async () => {
    await open(page, 'wallet');
    await resize(page, 320, 480);
    await page.getByRole('button', { name: 'Add credit' }).click();
    const form = dialog(page, 'Add credit');
    await expectInSight('Add credit');
    await form.getByLabel('Amount').fill('5000');
    await form.getByLabel('Reference').fill('large');
    await submit(form, 'Add $5,000.00');
    await expectInSight('Add $5,000.00?');
    await submit(dialog(page, 'Add $5,000.00?'), 'Change it');
    await submit(form, 'Cancel');
    await open(page, 'members');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expectInSight('Invite somebody');
    await submit(dialog(page, 'Invite somebody'), 'Cancel');
    await page.getByRole('button', { name: 'Remove' }).first().click();
    await expectInSight(/^Remove/);
    await submit(dialog(page, /^Remove/), 'Keep');
  });
});

it('holds the live list still while it is read, and shows new runs when they are asked for', async () => {
  await open(page, 'runs');
  await resize(page, 1280, 900);
  const first = page.locator('.run-body .run-link').first();
  await first.hover();
  const before = await first.getAttribute('href');
  const place = await first.boundingBox();
  const made: string[] = [];
  for (let i = 0; i < 4; i++) {
    made.push(runOf(await company.tenant.create(request('sandbox/echo'))).id);
  }
  const news = page.getByRole('button', { name: '4 new runs' });
  await news.waitFor();
  expect(await first.getAttribute('href')).toBe(before);
  expect(await first.boundingBox()).toEqual(place);
  await news.click();
  await eventually(() => first.getAttribute('href')).toContain(made[3]);
  await news.waitFor({ state: 'hidden' });
  for (const id of made) await page.locator(`a[href$="/runs/${id}"]`).waitFor();
});

it('shows new runs by themselves where nobody reads', async () => {
  await open(page, 'runs');
  await resize(page, 1280, 900);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('heading', { level: 1 }).focus();
  const { id } = runOf(await company.tenant.create(request('sandbox/echo')));
  await page.locator(`a[href$="/runs/${id}"]`).waitFor();
});
