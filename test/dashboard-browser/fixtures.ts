/** The whole service with the built dashboard, workspaces with people in them, and a browser in front of it. */
import type { Page } from 'playwright-core';
import {
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from '../dashboard/fixtures.ts';
import type { TestServiceOptions } from '../support/service.ts';
import {
  type BrowserSessions,
  openBrowserSessions,
  type VisitOptions,
} from './browser-sessions.ts';
import { builtWebApp } from './web-app.ts';

export interface Fixtures extends Omit<BrowserSessions, 'visit'> {
  dashboard: Dashboard;
  /** The service's own address, to which its cookies belong. */
  url: string;
  /** A browser of this person; by default of nobody in particular. */
  visit(person?: Person, options?: VisitOptions): Promise<Page>;
}

/** `settings` are those of a separate browser. */
export async function openFixtures(
  options: TestServiceOptions = {},
  settings?: string[],
): Promise<Fixtures> {
  await builtWebApp();
  const dashboard = await startDashboard({ validatesResponses: true, ...options });
  const url = `http://localhost:${dashboard.service.port}`;
  const sessions = await openBrowserSessions(() => url, settings);
  return {
    ...{ ...sessions, dashboard, url },
    visit: (person, more = {}) =>
      sessions.visit({ baseURL: url, ...(person && { cookie: person.cookie }), ...more }),
    async close() {
      await sessions.close();
      await dashboard.close();
    },
  };
}

/** Of the workspace, in the browser. */
export function pathOf({ id }: Pick<Customer, 'id'>, page: string): string {
  return `/dashboard/${id}/${page}`;
}
