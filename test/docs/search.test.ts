/** A newcomer uses the search of the page: in a real browser, with the keyboard and on a phone. */
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../dashboard-browser/axe.ts';
import { BROWSER_TIMEOUT_MS, sharedBrowser } from '../support/browser.ts';
import { builtDocs, operatorsPageFile, pageFile } from './docs.ts';

/** What newcomers type, and the first section that the page shows them. */
const LEADS: Record<string, string> = {
  money: 'section/money',
  timeout: 'section/waiting-and-polling/timeouts',
  polling: 'section/waiting-and-polling',
  'function calling': 'section/function-calling',
  insufficient_credit: 'section/errors/insufficient_credit',
  needs_reconciliation: 'section/states',
  answer_lost: 'section/idempotency-and-retries/failed-runs',
  'make a key': 'section/keys-and-permissions/make',
  webhook: 'section/webhooks',
  cookbook: 'section/cookbook',
  budget: 'section/sell-to-your-own-customers/defaults',
  createModelRun: 'model-runs/createmodelrun',
  // A member of a refusal, and a word with a typing error.
  affordableMaxOutputTokens: 'section/errors/insufficient_credit',
  idempotancy: 'section/idempotency-and-retries',
};

let browser: Browser;
beforeAll(async () => {
  await builtDocs();
  browser = await sharedBrowser();
}, BROWSER_TIMEOUT_MS);

interface Visit {
  page: Page;
  requests: string[];
  faults: string[];
}

async function open(file: string, look: object = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...look });
  const page = await context.newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  await page.goto(pathToFileURL(file).href);
  await until(
    page,
    `Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))`,
  );
  return { page, requests, faults };
}

/** Checks once per frame. Playwright's own waiting evaluates text in the page, which its policy refuses. */
async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`(async () => {
    while (!(${condition})) await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);
}

const onTop = (page: Page, id: string) =>
  until(
    page,
    `((top) => top >= -1 && top < innerHeight / 2)(
      document.getElementById(${JSON.stringify(id)})?.getBoundingClientRect().top ?? -9)`,
  );

/** A page that is still drawing may miss a key: a user who sees nothing presses it again. */
async function opened(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await field(page).isVisible())) await page.keyboard.press('/');
        return field(page).isVisible();
      },
      { interval: 1_000 },
    )
    .toBe(true);
}

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

const field = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const results = (page: Page) => page.getByRole('option');

describe('the search', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open(pageFile);
  });
  afterAll(() => visit.page.context().close());

  it.each(Object.entries(LEADS))('leads from %s to %s', async (words, anchor) => {
    const { page } = visit;
    await opened(page);
    await field(page).fill(words);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).hash).toBe(`#/${anchor}`);
    const isRow = anchor === 'section/states' || anchor.endsWith('/failed-runs');
    if (!isRow) await onTop(page, anchor);
    else
      await until(
        page,
        `document.querySelector('tr.found td')?.textContent === ${JSON.stringify(words)}`,
      );
  });

  it('opens by the button, by the field in the menu, by / and by Ctrl-K, and closes by Escape', async () => {
    const { page } = visit;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const ways = [
      () => page.getByRole('button', { name: 'Search', exact: true }).click(),
      () => page.getByTestId('search-trigger').dispatchEvent('click'),
      () => page.keyboard.press('/'),
      () => page.keyboard.press('Control+k'),
    ];
    for (const way of ways) {
      await way();
      await dialog.waitFor();
      expect(await page.evaluate('document.activeElement?.role')).toBe('combobox');
      await closed(page);
    }
    expect(await page.getByTestId('search-dialog').count()).toBe(0);
  });

  it('is used by the keyboard alone, and says what is chosen', async () => {
    const { page } = visit;
    await page.keyboard.press('Control+k');
    await field(page).fill('state');
    const titles = await results(page).locator('.title').allInnerTexts();
    expect(titles.length).toBeGreaterThan(5);
    const chosen = async () => {
      const id = await field(page).getAttribute('aria-activedescendant');
      expect(await page.locator('[aria-selected="true"]').count()).toBe(1);
      return page.locator(`#${id}[aria-selected="true"] .title`).innerText();
    };
    expect(await chosen()).toBe(titles[0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe(titles[2]);
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toBe(titles[1]);
    await closed(page);
  });

  it('shows title, section and a snippet with the words marked', async () => {
    const { page } = visit;
    await page.keyboard.press('/');
    await field(page).fill('hold');
    const first = results(page).first();
    expect(await first.locator('mark').first().innerText()).toMatch(/^hold/i);
    expect(await first.locator('.of, .kind').first().innerText()).not.toBe('');
    await field(page).fill('zzzzqqq');
    expect(await page.getByRole('dialog').getByRole('status').innerText()).toMatch(
      /^Nothing has “zzzzqqq”/,
    );
    expect(await results(page).count()).toBe(0);
    await field(page).fill('');
    expect(await results(page).locator('.title').first().innerText()).toBe('Quickstart');
    await closed(page);
  });

  it('asked for nothing in all that time, and nothing went wrong', () => {
    expect(visit.requests.filter((url) => !/^(?:data|blob):/.test(url))).toHaveLength(1);
    expect(visit.faults).toEqual([]);
  });
});

describe('the pieces of code', () => {
  it('are shown in the language that was chosen last, on the whole page, and after a reload', async () => {
    const { page, faults } = await open(pageFile);
    const piece = page.locator('[data-section-id="/section/quickstart/client"] pre.choice:visible');
    expect(await piece.getAttribute('data-language')).toBe('Shell');
    await piece.getByRole('button', { name: 'Python' }).click();
    expect(await piece.getAttribute('data-language')).toBe('Python');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Python');
    const shown = await page.$$eval('pre.choice', (all) => [
      ...new Set(
        all
          .filter((piece) => piece.getClientRects().length > 0)
          .map((piece) => piece.getAttribute('data-language')),
      ),
    ]);
    expect(shown).toEqual(['Python']);
    await page.reload();
    await piece.waitFor();
    await expect.poll(() => piece.getAttribute('data-language')).toBe('Python');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

const PIECE = '[data-section-id="/section/quickstart/client"]';
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 760 };
const LOOKS = [
  { name: 'a light desk', size: DESK, scheme: 'light' },
  { name: 'a dark phone', size: PHONE, scheme: 'dark' },
] as const;

describe('in all looks', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open(pageFile, { bypassCSP: true });
  });
  afterAll(() => visit.page.context().close());

  it.each(LOOKS)('the search can be used by everybody, and fits, on $name', async (look) => {
    const { page, faults } = visit;
    // As on a new page: loading one takes as long as the whole test.
    await page.evaluate(`location.hash = ''; scrollTo(0, 0)`);
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.setViewportSize(look.size);
    await until(page, `innerWidth === ${look.size.width} && scrollY === 0`);
    expect(await violationsOf(page, { within: '#search-open' })).toEqual([]);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('credit');
    expect(await violationsOf(page, { within: '#search' })).toEqual([]);
    const width = await page.evaluate<number>('innerWidth');
    const box = await page.getByRole('dialog').boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    await results(page).first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).hash).toMatch(/^#\/section\//);
    expect(await violationsOf(page, { within: PIECE })).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe("the operators' page", () => {
  it('has the same search, of its own sections', async () => {
    const { page, faults } = await open(operatorsPageFile);
    await page.keyboard.press('/');
    await field(page).fill('cross_site');
    await page.keyboard.press('Enter');
    await onTop(page, 'section/errors/cross_site');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
