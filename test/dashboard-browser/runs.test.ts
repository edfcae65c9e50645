/**
 * Runs as people read them: a list that holds still under whoever reads it, and a message whose parts are shown, of
 * which what is elsewhere is never loaded.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, runOf } from '../support/service.ts';
import { eventually } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { createWorkspaceFixture, UNHURRIED, type WorkspaceFixture } from './workspace-fixture.ts';

let fixtures: Fixtures;
let customer: WorkspaceFixture;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures({ environment: UNHURRIED });
  customer = await createWorkspaceFixture(fixtures.dashboard);
  page = await fixtures.visit(customer.owner, { viewport: { width: 1280, height: 900 } });
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const linkOf = (id: string) => page.locator(`a[href$="/runs/${id}"]`);

it('shows an image in base64, names and sizes of others, and asks nobody else', async () => {
  const urls: string[] = [];
  page.on('request', (sent) => urls.push(sent.url()));
  await page.goto(pathOf(customer, customer.runs.completed));
  const message = page.locator('.message.user');
  await message.getByText('Image at https://elsewhere.invalid/image.png').waitFor();
  await message.getByText('image/gif, 29 bytes').waitFor();
  await message.getByText('a.csv text/csv, 4 bytes').waitFor();
  await message.getByText('Sound wav, 4 bytes').waitFor();
  const widths = await message
    .locator('img')
    .evaluateAll((images) => images.map((image) => Reflect.get(image, 'naturalWidth')));
  expect(widths).toEqual([1]);
  expect(urls.filter((url) => url.includes('elsewhere'))).toEqual([]);
});

it('shows what a tool answers as text, draws an image that came with it and leads nowhere', async () => {
  await page.goto(pathOf(customer, customer.runs['tool-answered']));
  const output = page.getByRole('region', { name: 'Output' });
  await output.getByText('<img src=x onerror=owned=1>').first().waitFor();
  const sources = await output
    .locator('img')
    .evaluateAll((images) => images.map((image) => Reflect.get(image, 'src')));
  expect(sources).toEqual([expect.stringMatching(/^data:image\/gif;base64,/)]);
  await output.getByText('javascript:owned=1', { exact: true }).waitFor();
  expect(await output.locator('a, iframe, object, audio').count()).toBe(0);
  expect(await page.evaluate('typeof owned')).toBe('undefined');
  await page.getByRole('link', { name: /^run_…/ }).click();
  const wanted = page.getByRole('region', { name: 'Table: Tool runs' });
  await wanted
    .getByRole('link', { name: /^trun_…/ })
    .first()
    .waitFor();
  await eventually(() => wanted.getByRole('row').count()).toBe(5);
});

it('holds the live list still while it is read, and shows new runs when they are asked for', async () => {
  await page.goto(pathOf(customer, 'runs'));
  const first = page.locator('.run-body .run-link').first();
  await first.hover();
  const before = await first.getAttribute('href');
  const box = await first.boundingBox();
  const made: string[] = [];
  for (let i = 0; i < 4; i++) {
    made.push(runOf(await customer.tenant.create(request('sandbox/echo'))).id);
  }
  const news = page.getByRole('button', { name: '4 new runs' });
  await news.waitFor();
  expect(await first.getAttribute('href')).toBe(before);
  expect(await first.boundingBox()).toEqual(box);
  await news.click();
  await eventually(() => first.getAttribute('href')).toContain(made[3]);
  await news.waitFor({ state: 'hidden' });
  for (const id of made) await linkOf(id).waitFor();
});

it('shows new runs by themselves while nobody reads the list', async () => {
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('heading', { level: 1 }).focus();
  const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
  await linkOf(id).waitFor();
});
