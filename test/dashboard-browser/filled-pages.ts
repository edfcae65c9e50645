/** The whole service with something on every page of a workspace, and how each page is opened. */
import type { Page } from 'playwright-core';
import type { PageRow } from '../support/page-table.ts';
import { heading } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { lead, settled } from './inspection.ts';
import {
  createWorkspaceFixture,
  PROMPT,
  UNHURRIED,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

const WITH_CHARTS = ['overview', 'usage'];

export interface FilledPages {
  fixtures: Fixtures;
  customer: WorkspaceFixture;
  /** The owner's browser, on an address that no page has. */
  open(): Promise<Page>;
  /** As a link opens a page of the table: without loading the app again. */
  leadTo(page: Page, row: PageRow): Promise<void>;
  /** Loads the page of a run or a webhook endpoint. */
  goTo(page: Page, path: string): Promise<void>;
  openPrompt(page: Page, version: string): Promise<void>;
}

export async function openFilledPages(): Promise<FilledPages> {
  const fixtures = await openFixtures({ environment: UNHURRIED });
  const customer = await createWorkspaceFixture(fixtures.dashboard);
  return {
    fixtures,
    customer,
    async open() {
      const opened = await fixtures.visit(customer.owner);
      await opened.goto(pathOf(customer, 'nowhere'));
      await heading(opened, 'Page not found').waitFor();
      return opened;
    },
    async leadTo(page, { path, title }) {
      await lead(page, pathOf(customer, path), title);
      if (WITH_CHARTS.includes(path)) await page.locator('.recharts-surface').first().waitFor();
    },
    async goTo(page, path) {
      await page.goto(pathOf(customer, path));
      await settled(page);
      const part = /runs\/|jobs\//.test(path)
        ? page.getByRole('region', { name: 'States' })
        : page.getByRole('row', { name: /run\.completed/ }).first();
      await part.waitFor();
    },
    async openPrompt(page, version) {
      await lead(page, pathOf(customer, 'prompts'), 'Prompts');
      await page.getByRole('link', { name: PROMPT }).click();
      await page.getByRole('region', { name: version, exact: true }).waitFor();
      await settled(page, 'Prompt');
    },
  };
}
