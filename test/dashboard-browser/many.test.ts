/**
 * A workspace with twenty thousand runs. The test checks structure: which rows there are, and how few of them the page
 * holds. It prints the times for information. It inserts rows only into the table of runs, without entries in the
 * ledger: the audit would object to them, and is not tested here.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { closeEndedHours } from '../../server/runs/index.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { copyStatement } from '../support/copied-rows.ts';
import { asOwner } from '../support/postgres.ts';
import { request, runOf } from '../support/service.ts';
import { eventually, heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { pictures } from './pictures.ts';

const COUNT = 20_000;
/** Each seventh failed, each third has another model, and all are spread over a month. */
const CHANGES = {
  id: 'uuidv7(-age)',
  idempotency_key: "'copy-' || number",
  created_at: 'now() - age',
  updated_at: 'now() - age',
  finished_at: 'now() - age',
  subject: "case when number % 3 = 0 then 'sandbox/slow' else t.subject end",
  state: "case when failed then 'failed' else t.state end",
  charged_amount: 'case when not failed then t.charged_amount end',
  provider_amount: 'case when not failed then t.provider_amount end',
  fee_amount: 'case when not failed then t.fee_amount end',
  error: `case when failed
    then '{"code": "provider_refused", "message": "No.", "retryable": false}'::json end`,
};
const TIMES = `
  cross join (select number, number * interval '125 seconds' as age, number % 7 = 0 as failed
              from generate_series(1, $1::integer) number) one
  where t.id = $2`;

const REQUEST_KEYS = `
  insert into request_key (workspace, operation, idempotency_key, run, request_hash, hash_version)
  select workspace, kind, idempotency_key, id, '', 2 from run
  on conflict do nothing`;

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  const { db } = fixtures.dashboard.service.database;
  const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
  await customer.tenant.end(id);
  const [template] = await db.query<{ id: string }>('select id from run');
  await db.query(`${await copyStatement(db, 'run', CHANGES)} ${TIMES}`, [COUNT, template!.id]);
  await db.query(REQUEST_KEYS);
  await asOwner(fixtures.dashboard.service.database, (owner) => owner.query('analyze run'));
  await closeEndedHours(db);
  page = await fixtures.visit(customer.owner);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

const rows = () => page.locator('tbody tr');

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await work();
  console.log(`${COUNT} runs, ${what}: ${Math.round(performance.now() - begun)} ms`);
}

it('shows the newest at once, and loads more while scrolling with few rows in the page', async () => {
  await timed('first page', async () => {
    await page.goto(pathOf(customer, 'runs'));
    await rows().first().waitFor();
  });
  const seen = new Set<string>();
  let most = 0;
  await timed('scrolling through 600', async () => {
    while (seen.size < 600) {
      const shown = await page.evaluate<string[]>(
        `[...document.querySelectorAll('tbody tr .row-note[title]')].map(({ title }) => title)`,
      );
      most = Math.max(most, shown.length);
      for (const requestKey of shown) seen.add(requestKey);
      await page.mouse.wheel(0, 900);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
    }
  });
  expect(most).toBeLessThan(80);
  // The first is the run that was copied.
  const copies = [...seen].slice(1).map((requestKey) => Number(requestKey.slice(5)));
  expect(copies.toSorted((a, b) => a - b)).toEqual(copies.map((_, index) => index + 1));
  await pictures(page, 'runs-many', { fullPage: false });
});

it('filters by state, and keeps that in the address', async () => {
  await page.goto(pathOf(customer, 'runs'));
  await rows().first().waitFor();
  await page.getByRole('button', { name: /State$/ }).click();
  await timed('filtering by state', async () => {
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL(/state=failed/);
    await eventually(async () => [...new Set(await states())]).toEqual(['Failed']);
  });
  await page.reload();
  await rows().first().waitFor();
  expect([...new Set(await states())]).toEqual(['Failed']);
  expect(await page.locator('.row-note[title]').first().getAttribute('title')).toBe('copy-7');
});

it('finds one by its id and by its request key', async () => {
  const { db } = fixtures.dashboard.service.database;
  const [last] = await db.query<{ id: string }>(
    `select id from run where idempotency_key = 'copy-${COUNT}'`,
  );
  for (const wanted of [uuidToId('run', last!.id), `copy-${COUNT}`]) {
    await page.goto(pathOf(customer, 'runs'));
    await rows().first().waitFor();
    await timed(`searching ${wanted}`, async () => {
      await page.getByLabel('Search').fill(wanted);
      await page.getByLabel('Search').press('Enter');
      await eventually(() => rows().count()).toBe(1);
    });
    await eventually(() => rows().innerText()).toContain(`copy-${COUNT}`);
  }
});

it('adds them all up on the page of usage', async () => {
  await timed('usage of 90 days', async () => {
    await page.goto(pathOf(customer, 'usage?range=90d'));
    await page.locator('.recharts-surface').first().waitFor();
  });
  const tiles = page.getByRole('main').locator('dl').first();
  await eventually(() => tiles.innerText()).toContain((COUNT + 1).toLocaleString('en'));
  await eventually(() => tiles.innerText()).toContain(Math.floor(COUNT / 7).toLocaleString('en'));
  await pictures(page, 'usage-many');
});

it('opens a wallet and a list of keys at that size', async () => {
  await timed('wallet', async () => {
    await page.goto(pathOf(customer, 'wallet'));
    await page.getByRole('table').filter({ hasText: 'Charged' }).waitFor();
  });
  await timed('keys', async () => {
    await page.goto(pathOf(customer, 'keys'));
    await heading(page, 'Keys').waitFor();
    await rows().first().waitFor();
  });
});

it('loads less than 250 kB before a first page shows', async () => {
  const fresh = await fixtures.visit(customer.owner);
  await fresh.goto(pathOf(customer, 'start'));
  await fresh.getByText('Add credit').waitFor();
  const [bytes, painted, shown] = await fresh.evaluate<[number, number, number]>(`(() => {
    const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const own = files.filter(({ name }) => new URL(name).pathname.startsWith('/dashboard'));
    const bytes = own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return [bytes, paint.startTime, performance.now()];
  })()`);
  const times = [painted, shown].map((time) => `${Math.round(time)} ms`);
  console.log(`first load: ${bytes} bytes, first paint ${times[0]}, can be used ${times[1]}`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
});

function states(): Promise<string[]> {
  return page.locator('tbody .badge').allInnerTexts();
}
