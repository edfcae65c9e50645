/**
 * What a page opens, a new workspace, and the pages before signing in, in all looks as in `every-page.test.ts`.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createInvitation, joinPath } from '../../server/people/index.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { OUTER_PAGES, PLAIN_PAGES } from '../support/page-table.ts';
import { heading } from './actions.ts';
import { type FilledPages, openFilledPages } from './filled-pages.ts';
import { pathOf } from './fixtures.ts';
import { inspect, inspectInLooks, lead, settled } from './inspection.ts';
import { LONG_TRACE, PROMPT_OF_SCORES, SESSION, TRACE } from './trace-fixtures.ts';
import { PROMPT } from './workspace-fixture.ts';

/** Those that have nothing to show in a new workspace. */
const EMPTY = [
  'alerts',
  'overview',
  'runs',
  'tool-runs',
  'compute-jobs',
  'wallet',
  'usage',
  'exports',
  'webhooks',
  'destinations',
  'prompts',
  'traces',
  'sessions',
  'customers',
];
const STEPS = [
  ['failed', /check the answer/],
  ['run', /sandbox\/echo/],
] as const;

let pages: FilledPages;
let page: Page;

beforeAll(async () => {
  pages = await openFilledPages();
  page = await pages.open();
}, BROWSER_TIMEOUT_MS);
afterAll(() => pages?.fixtures.close());
afterEach(() => expect(pages.fixtures.takeFaults()).toEqual([]));

it('a key with limits and credit', async () => {
  await lead(page, pathOf(pages.customer, 'settings'), 'Settings');
  await lead(page, pathOf(pages.customer, 'keys'), 'Keys');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('region', { name: 'Limits' }).waitFor();
  await settled(page, 'Reports');
  await inspect(page, 'key');
});

it('a tool that is offered, and one that waits for an approval', async () => {
  for (const name of ['add', 'counts']) {
    await lead(page, pathOf(pages.customer, 'settings'), 'Settings');
    await lead(page, pathOf(pages.customer, `tools?search=sandbox%2F${name}`), 'Tools');
    await page.getByRole('heading', { name: 'Input' }).waitFor();
    await inspect(page, `tool-${name}`);
  }
});

it('the playground, filled in with a run and with a version of a prompt', async () => {
  const run = pages.customer.runs.tools.split('/').at(-1) ?? '';
  for (const [name, search] of [
    ['run', { run }],
    ['prompt', { prompt: PROMPT, version: '1' }],
  ] as const) {
    await lead(page, pathOf(pages.customer, 'settings'), 'Settings');
    const address = `playground?${new URLSearchParams({ ...search })}`;
    await lead(page, pathOf(pages.customer, address), 'Playground');
    await page.getByRole('region', { name: name === 'run' ? 'Messages' : 'Prompt' }).waitFor();
    await settled(page, 'Playground');
    await inspect(page, `playground-${name}`);
  }
});

it('a prompt, a version of it, and what changed', async () => {
  await pages.openPrompt(page, 'Version 2');
  await inspect(page, 'prompt');
  await page.getByRole('radio', { name: 'What changed' }).click();
  await page.getByRole('table', { name: 'Text and messages, compared' }).waitFor();
  await page.getByRole('table', { name: 'Config, compared' }).waitFor();
  await inspect(page, 'prompt-changes');
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByRole('region', { name: 'Version 1', exact: true }).waitFor();
  await settled(page);
  await page.getByRole('radio', { name: 'Content' }).click();
  await inspectInLooks(page, 'prompt-text');
});

it('a trace, a step of it, and one with more steps than are drawn', async () => {
  await lead(page, pathOf(pages.customer, `traces/${TRACE}`), `Trace …${TRACE.slice(-8)}`);
  await page.getByRole('row', { name: /check the answer/ }).waitFor();
  await inspect(page, 'trace');
  for (const [name, step] of STEPS) {
    await page.getByRole('row', { name: step }).click();
    await page.getByRole('heading', { name: 'Attributes' }).waitFor();
    await settled(page);
    await inspect(page, `trace-step-${name}`);
  }
  await lead(
    page,
    pathOf(pages.customer, `traces/${LONG_TRACE}`),
    `Trace …${LONG_TRACE.slice(-8)}`,
  );
  await page.getByRole('button', { name: 'Show more: 400 steps are left' }).waitFor();
  await inspectInLooks(page, 'trace-long');
});

it('a session as a conversation', async () => {
  const search = new URLSearchParams({ id: SESSION });
  await lead(page, pathOf(pages.customer, `sessions?${search}`), 'Session');
  await page
    .getByText('They add up', { exact: false })
    .or(page.getByText('still due'))
    .first()
    .waitFor();
  await inspect(page, 'session');
});

it('a customer with budgets, and one that there is not', async () => {
  const { owner, path } = pages.customer;
  const budgets = { dayAmount: 1_000, monthAmount: 2_000_000_000, totalAmount: 50_000_000_000 };
  const body = { name: 'Ada’s bakery', metadata: { plan: 'starter' }, budgets };
  await owner.send({ method: 'PATCH', path: `${path}/customer?endUserId=user-1138`, body });
  await lead(page, pathOf(pages.customer, 'customers?id=user-1138'), 'Ada’s bakery');
  await page.getByRole('table').nth(2).waitFor();
  await inspect(page, 'customer');
  await lead(page, pathOf(pages.customer, 'customers?id=nobody'), 'nobody');
  await page.getByText('No such customer').waitFor();
  pages.fixtures.takeFaults(/^404 GET/);
  await inspectInLooks(page, 'no-customer');
});

it('scores of a prompt by version, and the form for its next version', async () => {
  const of = { name: PROMPT_OF_SCORES };
  await lead(page, pathOf(pages.customer, `prompts?${new URLSearchParams(of)}`), 'Prompt');
  await page
    .getByRole('table', { name: /Scores by version/ })
    .or(page.getByRole('cell', { name: /on average/ }))
    .first()
    .waitFor();
  await inspect(page, 'prompt-scores');
  const form = new URLSearchParams({ name: PROMPT, from: '2' });
  await lead(page, pathOf(pages.customer, `prompts?${form}`), 'New version');
  await page.getByLabel('question', { exact: true }).waitFor();
  await inspect(page, 'prompt-editor');
  await lead(page, pathOf(pages.customer, 'prompts?new'), 'New prompt');
  await page.getByText('Your prompt appears here as you type.').waitFor();
  await inspectInLooks(page, 'prompt-new');
});

it.each(['well', 'failing', 'disabled'] as const)('a webhook endpoint: %s', async (state) => {
  await pages.goTo(page, `webhooks/${pages.customer.endpoints[state]}`);
  await inspect(page, `endpoint-${state}`);
});

it('a page on which there is nothing yet, and one that there is not', async () => {
  const empty = await pages.fixtures.dashboard.customer();
  const shown = await pages.fixtures.visit(empty.owner);
  await shown.goto(pathOf(pages.customer, 'runs'));
  await heading(shown, 'Page not found').waitFor();
  await inspectInLooks(shown, 'no-such-page');
  await shown.goto(pathOf(empty, 'start'));
  await heading(shown, 'Start').waitFor();
  for (const { path, title } of PLAIN_PAGES) {
    if (!EMPTY.includes(path)) continue;
    await lead(shown, pathOf(empty, path), title);
    await inspectInLooks(shown, `empty-${path}`);
  }
});

it('what a user meets before signing in', async () => {
  const { db } = pages.fixtures.dashboard.service.database;
  const { workspace } = pages.customer.tenant;
  const { token } = await createInvitation(db, { workspace, role: 'member' });
  const shown = await pages.fixtures.visit();
  await shown.goto(joinPath(token));
  await shown.getByLabel('Your name').waitFor();
  await inspectInLooks(shown, 'join-invited');
  for (const { path } of OUTER_PAGES) {
    await shown.goto(`/dashboard/${path}`);
    await settled(shown);
    await inspect(shown, path);
  }
});
