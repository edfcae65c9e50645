/** The page of a run in each state and of each kind, in all looks as in `every-page.test.ts`. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { type FilledPages, openFilledPages } from './filled-pages.ts';
import { RUNS } from './furnished.ts';
import { inspect } from './inspection.ts';

let pages: FilledPages;
let page: Page;

beforeAll(async () => {
  pages = await openFilledPages();
  page = await pages.open();
}, BROWSER_TIMEOUT_MS);
afterAll(() => pages?.stage.close());
afterEach(() => expect(pages.stage.takeFaults()).toEqual([]));

it.each(RUNS)('a run: %s', async (ending) => {
  await pages.goTo(page, pages.company.runs[ending]);
  await inspect(page, `run-${ending}`);
});
