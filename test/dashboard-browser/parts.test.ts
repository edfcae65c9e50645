/** The page of a run whose message has parts: what is in it is shown, and what is elsewhere is never loaded. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { type Furnished, furnish, UNHURRIED } from './furnished.ts';
import { openStage, pathOf, type Stage } from './stage.ts';

let stage: Stage;
let furnished: Furnished;

beforeAll(async () => {
  stage = await openStage({ environment: UNHURRIED });
  furnished = await furnish(stage.dashboard);
}, BROWSER_TIMEOUT_MS);
afterAll(() => stage?.close());
afterEach(() => expect(stage.takeFaults()).toEqual([]));

it('shows an image in base64, names and sizes of others, and asks nobody else', async () => {
  const page = await stage.visit(furnished.owner);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathOf(furnished, furnished.runs.completed));
  const message = page.locator('.message.user');
  await message.getByText('Image at https://elsewhere.invalid/image.png').waitFor();
  await message.getByText('image/gif, 29 bytes').waitFor();
  await message.getByText('a.csv text/csv, 4 bytes').waitFor();
  await message.getByText('Sound wav, 4 bytes').waitFor();
  const widths = await message
    .locator('img')
    .evaluateAll((images) => images.map((image) => Reflect.get(image, 'naturalWidth')));
  expect(widths).toEqual([1]);
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([]);
});

it('shows what a tool answers as text, draws an image that came with it and leads nowhere', async () => {
  const page = await stage.visit(furnished.owner);
  await page.goto(pathOf(furnished, furnished.runs['tool-answered']));
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
  expect(await wanted.getByRole('row').count()).toBe(5);
});
