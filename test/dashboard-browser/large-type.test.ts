/** Every page with type twice as large, as a user may choose it: none is wider than its window. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { PLAIN_PAGES } from '../support/page-table.ts';
import { type FilledPages, openFilledPages } from './filled-pages.ts';
import { tooWide } from './inspection.ts';
import { resize } from './pictures.ts';

/** The layouts for a phone, a tablet and a desk. */
const WIDTHS = [320, 768, 1440];

let pages: FilledPages;
let large: Page;

beforeAll(async () => {
  pages = await openFilledPages();
  large = await pages.open();
  // As a user's choice of larger type: the sizes that everything else is a multiple of.
  const devtools = await large.context().newCDPSession(large);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}, BROWSER_TIMEOUT_MS);
afterAll(() => pages?.fixtures.close());
afterEach(() => expect(pages.fixtures.takeFaults()).toEqual([]));

async function expectItFits(): Promise<void> {
  expect(await tooWide(large, WIDTHS)).toEqual([]);
  const size = await large.evaluate('getComputedStyle(document.body).fontSize');
  expect(size).toBe('28px');
  // 45 times the larger size is more than the window has.
  await resize(large, { width: 1400, height: 900 });
  expect(await large.evaluate(`matchMedia('(max-width: 45em)').matches`)).toBe(true);
}

it.each(PLAIN_PAGES)('$path', async (row) => {
  await pages.leadTo(large, row);
  await expectItFits();
});

it('a prompt', async () => {
  await pages.openPrompt(large, 'Version 2');
  await expectItFits();
});

it('a run, a tool run, a compute job, and a webhook endpoint', async () => {
  const { runs, endpoints } = pages.customer;
  const ofKinds = [runs.tools, runs['tool-answered'], runs['job-ended']];
  for (const path of [...ofKinds, `webhooks/${endpoints.disabled}`]) {
    await pages.goTo(large, path);
    await expectItFits();
  }
});
