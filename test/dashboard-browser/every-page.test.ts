/**
 * Every page, at the width of a desk and of a phone, by day and by night, at every width between, and with type twice
 * as large: nothing keeps anybody out, and no page is wider than its window.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createInvitation, joinPath } from '../../server/users/index.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { OUTER_PAGES, type PageRow, PLAIN_PAGES } from '../support/page-table.ts';
import { heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspect, inspectInLooks, lead, settled, tooWide } from './inspection.ts';
import { resize } from './pictures.ts';
import { LONG_TRACE, PROMPT_OF_SCORES, SESSION, TRACE } from './trace-fixtures.ts';
import {
  createWorkspaceFixture,
  PROMPT,
  RUNS,
  UNHURRIED,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

/** Those that have nothing to show in a new workspace. */
const EMPTY = [
  'alerts',
  'overview',
  'runs',
  'tool-runs',
  'compute-jobs',
  'wallet',
  'usage',
  'webhooks',
  'destinations',
  'prompts',
  'traces',
  'sessions',
  'end-users',
];
const STEPS = [
  ['failed', /check the answer/],
  ['run', /sandbox\/echo/],
] as const;
const WITH_CHARTS = ['overview', 'wallet', 'usage'];

let stage: Fixtures;
let company: WorkspaceFixture;
let page: Page;

beforeAll(async () => {
  stage = await openFixtures({ environment: UNHURRIED });
  company = await createWorkspaceFixture(stage.dashboard);
  page = await open();
}, BROWSER_TIMEOUT_MS);
afterAll(() => stage?.close());
afterEach(() => expect(stage.takeFaults()).toEqual([]));

/** On a page that none of the table is, so that each of them is come to from elsewhere. */
async function open(): Promise<Page> {
  const opened = await stage.visit(company.owner);
  await opened.goto(pathOf(company, 'nowhere'));
  await heading(opened, 'Page not found').waitFor();
  return opened;
}

async function leadTo(shown: Page, { path, title }: PageRow): Promise<void> {
  await lead(shown, pathOf(company, path), title);
  if (WITH_CHARTS.includes(path)) await shown.locator('.recharts-surface').first().waitFor();
}

async function goTo(shown: Page, path: string): Promise<void> {
  await shown.goto(pathOf(company, path));
  await settled(shown);
  const part = /runs\/|jobs\//.test(path)
    ? shown.getByRole('region', { name: 'States' })
    : shown.getByRole('row', { name: /run\.completed/ }).first();
  await part.waitFor();
}

async function openPrompt(shown: Page, version: string): Promise<void> {
  await lead(shown, pathOf(company, 'prompts'), 'Prompts');
  await shown.getByRole('link', { name: PROMPT }).click();
  await shown.getByRole('region', { name: version, exact: true }).waitFor();
  await settled(shown, 'Prompt');
}

describe('keeps nobody out, and is never wider than its window', () => {
  it.each(PLAIN_PAGES)('$path, which uses the width of a wide one', async (row) => {
    await leadTo(page, row);
    await inspect(page, row.path);
    expect(page.viewportSize()!.width).toBe(2_560);
    const width = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('.page-place > *')].map((part) => part.getBoundingClientRect().width))`,
    );
    expect(width).toBeGreaterThan(2_000);
  });

  it.each(RUNS)('a run: %s', async (ending) => {
    await goTo(page, company.runs[ending]);
    await inspect(page, `run-${ending}`);
  });

  it('a key with limits and credit', async () => {
    await lead(page, pathOf(company, 'settings'), 'Settings');
    await lead(page, pathOf(company, 'keys'), 'Keys');
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('region', { name: 'Limits' }).waitFor();
    await settled(page, 'Reports');
    await inspect(page, 'key');
  });

  it('a tool that is offered, and one that waits for an approval', async () => {
    for (const name of ['add', 'counts']) {
      await lead(page, pathOf(company, 'settings'), 'Settings');
      await lead(page, pathOf(company, `tools?search=sandbox%2F${name}`), 'Tools');
      await page.getByRole('heading', { name: 'Input' }).waitFor();
      await inspect(page, `tool-${name}`);
    }
  });

  it('the playground, filled in with a run and with a version of a prompt', async () => {
    const run = company.runs.tools.split('/').at(-1) ?? '';
    for (const [name, search] of [
      ['run', { run }],
      ['prompt', { prompt: PROMPT, version: '1' }],
    ] as const) {
      await lead(page, pathOf(company, 'settings'), 'Settings');
      const place = `playground?${new URLSearchParams({ ...search })}`;
      await lead(page, pathOf(company, place), 'Playground');
      await page.getByRole('region', { name: name === 'run' ? 'Messages' : 'Prompt' }).waitFor();
      await settled(page, 'Playground');
      await inspect(page, `playground-${name}`);
    }
  });

  it('a prompt, a version of it, and what changed', async () => {
    await openPrompt(page, 'Version 2');
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
    await lead(page, pathOf(company, `traces/${TRACE}`), `Trace …${TRACE.slice(-8)}`);
    await page.getByRole('row', { name: /check the answer/ }).waitFor();
    await inspect(page, 'trace');
    for (const [name, step] of STEPS) {
      await page.getByRole('row', { name: step }).click();
      await page.getByRole('heading', { name: 'Attributes' }).waitFor();
      await settled(page);
      await inspect(page, `trace-step-${name}`);
    }
    await lead(page, pathOf(company, `traces/${LONG_TRACE}`), `Trace …${LONG_TRACE.slice(-8)}`);
    await page.getByRole('button', { name: 'Show more: 400 steps are left' }).waitFor();
    await inspectInLooks(page, 'trace-long');
  });

  it('a session as a conversation', async () => {
    const search = new URLSearchParams({ id: SESSION });
    await lead(page, pathOf(company, `sessions?${search}`), 'Session');
    await page
      .getByText('They add up', { exact: false })
      .or(page.getByText('still due'))
      .first()
      .waitFor();
    await inspect(page, 'session');
  });

  it('scores of a prompt by version, and the form for its next version', async () => {
    const of = { name: PROMPT_OF_SCORES };
    await lead(page, pathOf(company, `prompts?${new URLSearchParams(of)}`), 'Prompt');
    await page
      .getByRole('table', { name: /Scores by version/ })
      .or(page.getByRole('cell', { name: /on average/ }))
      .first()
      .waitFor();
    await inspect(page, 'prompt-scores');
    const form = new URLSearchParams({ name: PROMPT, from: '2' });
    await lead(page, pathOf(company, `prompts?${form}`), 'New version');
    await page.getByLabel('question', { exact: true }).waitFor();
    await inspect(page, 'prompt-editor');
    await lead(page, pathOf(company, 'prompts?new'), 'New prompt');
    await page.getByText('Your prompt appears here as you type.').waitFor();
    await inspectInLooks(page, 'prompt-new');
  });

  it.each(['well', 'failing', 'disabled'] as const)('a webhook endpoint: %s', async (state) => {
    await goTo(page, `webhooks/${company.endpoints[state]}`);
    await inspect(page, `endpoint-${state}`);
  });

  it('a page on which there is nothing yet, and one that there is not', async () => {
    const empty = await stage.dashboard.customer();
    const shown = await stage.visit(empty.owner);
    await shown.goto(pathOf(company, 'runs'));
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
    const { db } = stage.dashboard.service.database;
    const { workspace } = company.tenant;
    const { token } = await createInvitation(db, { workspace, role: 'member' });
    const shown = await stage.visit();
    await shown.goto(joinPath(token));
    await shown.getByLabel('Your name').waitFor();
    await inspectInLooks(shown, 'join-invited');
    for (const { path } of OUTER_PAGES) {
      await shown.goto(`/dashboard/${path}`);
      await settled(shown);
      await inspect(shown, path);
    }
  });
});

describe('with type twice as large, is never wider than its window', () => {
  let large: Page;

  beforeAll(async () => {
    large = await open();
    // As a user's choice of larger type: the sizes that everything else is a multiple of.
    const devtools = await large.context().newCDPSession(large);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  });

  async function expectItFits(): Promise<void> {
    expect(await tooWide(large)).toEqual([]);
    const size = await large.evaluate('getComputedStyle(document.body).fontSize');
    expect(size).toBe('28px');
    // 45 times the larger size is more than the window has.
    await resize(large, { width: 1400, height: 900 });
    expect(await large.evaluate(`matchMedia('(max-width: 45em)').matches`)).toBe(true);
  }

  it.each(PLAIN_PAGES)('$path', async (row) => {
    await leadTo(large, row);
    await expectItFits();
  });

  it('a prompt', async () => {
    await openPrompt(large, 'Version 2');
    await expectItFits();
  });

  it('a run, a tool run, a compute job, and a webhook endpoint', async () => {
    const { runs, endpoints } = company;
    const ofKinds = [runs.tools, runs['tool-answered'], runs['job-ended']];
    for (const path of [...ofKinds, `webhooks/${endpoints.disabled}`]) {
      await goTo(large, path);
      await expectItFits();
    }
  });
});
