/** Traces by keyboard, sessions from end to end, scores, and prompts that are written in the browser. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Customer, callTool, endOfCall, type Person } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { saved } from '../support/prompts.ts';
import { request } from '../support/service.ts';
import { dialog, eventually, submit } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspectDialog, settled } from './inspection.ts';
import { addTraces, LONG_TRACE, SESSION, TRACE } from './trace-fixtures.ts';

let fixtures: Fixtures;
let customer: Customer;
let member: Person;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  member = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  await addTraces(customer);
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

async function open(path: string, person = customer.owner): Promise<Page> {
  const page = await fixtures.visit(person);
  await page.goto(pathOf(customer, path));
  await settled(page);
  return page;
}

const focused = (page: Page) =>
  page.evaluate<string>(`document.activeElement?.querySelector('.step-title')?.textContent ?? ''`);

it('goes through the steps of a trace with the keys of a tree grid', async () => {
  const page = await open(`traces/${TRACE}`);
  await page.getByRole('row', { name: /answer a question/ }).focus();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    return focused(page);
  };
  expect(await press('ArrowDown')).toBe('look up invoices in the archive');
  expect(await press('ArrowDown')).toBe('plan');
  expect(await press('ArrowRight')).toBe('chat sandbox/tool-caller');
  expect(await press('ArrowLeft')).toBe('chat sandbox/tool-caller');
  const row = page.getByRole('row', { name: /chat sandbox\/tool-caller/ });
  expect(await row.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('row', { name: /execute_tool/ }).count()).toBe(0);
  expect(await press('ArrowLeft')).toBe('plan');
  expect(await press('Home')).toBe('answer a question');
  expect(await press('End')).toBe('chat sandbox/refused');
  await press('Enter');
  await page.getByRole('heading', { name: 'Attributes' }).waitFor();
  await page.getByRole('link', { name: /^run_/ }).click();
  await settled(page, /^Run/);
  await page.getByRole('link', { name: `…${TRACE.slice(-12)}` }).click();
  await settled(page, /^Trace/);
});

it('draws a part of a long trace, and the rest on demand', async () => {
  const page = await open(`traces/${LONG_TRACE}`);
  await eventually(() => page.getByRole('row').count()).toBe(201);
  await page.getByRole('button', { name: 'Show more: 400 steps are left' }).click();
  await eventually(() => page.getByRole('row').count()).toBe(601);
});

it('draws as much of a long trace as the step needs that its address names, and goes back to its row', async () => {
  const last = (600).toString(16).padStart(16, '0');
  const page = await open(`traces/${LONG_TRACE}?span=${last}`);
  const chosen = page.locator('tr[aria-selected="true"]');
  expect(await chosen.getAttribute('data-span')).toBe(last);
  await page.getByRole('button', { name: 'Close the step' }).click();
  await eventually(() => focused(page)).toBe('step 599');
});

it('finds the traces of a session whose name has spaces around it', async () => {
  const sessionId = ' padded ';
  await customer.tenant.create(request('sandbox/echo', { attribution: { sessionId } }));
  const page = await open(`sessions?${new URLSearchParams({ id: sessionId })}`);
  await page.getByRole('link', { name: 'View traces' }).click();
  await settled(page, 'Traces');
  await page.getByRole('link', { name: 'chat sandbox/echo' }).first().waitFor();
  await page.waitForTimeout(600);
  await eventually(() => page.getByRole('row').count()).toBe(2);
});

it('shows numbers of tools as they were written', async () => {
  const attribution = { sessionId: 'digits' };
  const input = { text: '12345678901234567890' };
  await endOfCall(customer.tenant, await callTool(customer.tenant, 'echo', { input, attribution }));
  const page = await open(`sessions?${new URLSearchParams({ id: attribution.sessionId })}`);
  const output = page.getByLabel('the output of sandbox/echo').first();
  await output.waitFor();
  await eventually(() => output.textContent()).toBe(input.text);
});

it('leads from a customer to sessions, and shows one as a conversation', async () => {
  const page = await open('customers');
  await page.getByRole('link', { name: 'customer-118' }).click();
  await settled(page, 'customer-118');
  await page.getByRole('link', { name: 'Sessions', exact: true }).last().click();
  await settled(page, 'Sessions');
  await page.getByRole('link', { name: SESSION }).click();
  await settled(page, 'Session');
  const turns = page.getByRole('region', { name: 'Conversation' }).getByRole('article');
  await eventually(() => turns.count()).toBe(4);
  const names = await Promise.all(
    (await turns.all()).map((turn) => turn.getAttribute('aria-label')),
  );
  expect(names.slice(0, 3)).toEqual([
    'Run of sandbox/tool-caller',
    'Call of sandbox/add',
    'Run of sandbox/echo',
  ]);
  expect(await page.locator('main i').count()).toBe(0);
});

it('lets people who may judge add a score and take it back, and offers it to nobody else', async () => {
  const path = `sessions?${new URLSearchParams({ id: SESSION })}`;
  const page = await open(path);
  await page.getByRole('button', { name: 'Add a score' }).click();
  const form = dialog(page, 'Add a score');
  await form.getByLabel('Name').fill('helpfulness');
  await form.getByLabel('Number').fill('0.75');
  await form.getByLabel('Comment').fill('Good, <b>mostly</b>.');
  await inspectDialog(page, 'dialog-judge');
  await submit(form, 'Save score');
  const scores = page.getByRole('region', { name: 'Scores' });
  await scores.getByText('Good, <b>mostly</b>.').waitFor();
  const seen = await open(path, member);
  await seen.getByText('0.75').waitFor();
  expect(await seen.getByRole('button', { name: /score/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Actions on the score helpfulness' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await inspectDialog(page, 'dialog-delete-score');
  await submit(dialog(page, 'Delete the score helpfulness?'), 'Delete score');
  await scores.getByText('No scores yet.').waitFor();
});

it('saves a prompt that is written in the browser, and reports a late save: 409', async () => {
  const page = await open('prompts?new');
  await page.getByLabel('Name').fill('by-hand');
  await page.getByLabel('Text', { exact: true }).fill('Greet {{name}}');
  await page.getByLabel('name', { exact: true }).fill('Ada');
  await page.getByText('Greet Ada').waitFor();
  await page.getByLabel('Labels').fill('production');
  await page.getByRole('button', { name: 'Save prompt' }).click();
  await settled(page, 'Prompt');
  await page.getByText(`by ${customer.owner.name}`).waitFor();
  await page.getByRole('link', { name: 'New version' }).click();
  await settled(page, 'New version');
  await saved(customer.tenant, { name: 'by-hand', text: 'Meanwhile' });
  await page.getByLabel('Text', { exact: true }).fill('Greet {{name}} well');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('the newest version is 2 now', { exact: false }).waitFor();
  fixtures.takeFaults(/^409 POST/);
  await eventually(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe(
    'Greet {{name}} well',
  );
});

it('shows the faults of a draft next to it', async () => {
  const page = await open('prompts?new');
  await page.getByLabel('Text', { exact: true }).fill('Greet {{name');
  await page.getByText('This prompt can’t be saved yet').waitFor();
  await page.getByLabel('Config').fill('[1]');
  await page.getByText('Enter a JSON object.').waitFor();
  expect(await page.getByRole('button', { name: 'Save prompt' }).isDisabled()).toBe(true);
});
