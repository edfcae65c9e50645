/**
 * Every page, at the width of a desktop and of a phone, in the light and in the dark color scheme, and at every width
 * between: no rule of accessibility is broken, and no page is wider than its window.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { PLAIN_PAGES } from '../support/page-table.ts';
import { type FilledPages, openFilledPages } from './filled-pages.ts';
import { inspect } from './inspection.ts';

let pages: FilledPages;
let page: Page;

beforeAll(async () => {
  pages = await openFilledPages();
  page = await pages.open();
}, BROWSER_TIMEOUT_MS);
afterAll(() => pages?.fixtures.close());
afterEach(() => expect(pages.fixtures.takeFaults()).toEqual([]));

describe('breaks no rule of accessibility, and is never wider than its window', () => {
  it.each(PLAIN_PAGES)('$path, which uses the width of a wide one', async (row) => {
    await pages.leadTo(page, row);
    await inspect(page, row.path);
    expect(page.viewportSize()!.width).toBe(2_560);
    const width = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('.page-content > *')].map((part) => part.getBoundingClientRect().width))`,
    );
    expect(width).toBeGreaterThan(2_000);
  });
});
