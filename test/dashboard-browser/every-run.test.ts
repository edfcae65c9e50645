/** The page of a run in each state and of each kind, in all looks as in `every-page.test.ts`. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { type FilledPages, openFilledPages } from './filled-pages.ts';
import { inspect } from './inspection.ts';
import { RUNS } from './workspace-fixture.ts';

let pages: FilledPages;
let page: Page;

beforeAll(async () => {
  pages = await openFilledPages();
  page = await pages.open();
}, BROWSER_TIMEOUT_MS);
afterAll(() => pages?.fixtures.close());
afterEach(() => expect(pages.fixtures.takeFaults()).toEqual([]));

it.each(RUNS)('a run: %s', async (ending) => {
  await pages.goTo(page, pages.customer.runs[ending]);
  await inspect(page, `run-${ending}`);
});
