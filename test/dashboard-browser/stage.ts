/** The whole service with the built dashboard, workspaces with people in them, and a browser in front of it. */
import type { Page } from 'playwright-core';
import { type Company, type Dashboard, type Person, startDashboard } from '../dashboard/scene.ts';
import type { TestServiceOptions } from '../support/service.ts';
import { openVisitors, type VisitOptions, type Visitors } from './visitors.ts';
import { builtWebApp } from './web-app.ts';

export interface Stage extends Omit<Visitors, 'visit'> {
  dashboard: Dashboard;
  /** As the service names itself; its cookies belong there. */
  url: string;
  /** A browser of this person, of nobody in particular where none is given. */
  visit(person?: Person, options?: VisitOptions): Promise<Page>;
}

/** `settings` are those of a browser of its own. */
export async function openStage(
  options: TestServiceOptions = {},
  settings?: string[],
): Promise<Stage> {
  await builtWebApp();
  const dashboard = await startDashboard({ validatesResponses: true, ...options });
  const url = `http://localhost:${dashboard.service.port}`;
  const visitors = await openVisitors(() => url, settings);
  return {
    ...{ ...visitors, dashboard, url },
    visit: (person, more = {}) =>
      visitors.visit({ baseURL: url, ...(person && { cookie: person.cookie }), ...more }),
    async close() {
      await visitors.close();
      await dashboard.close();
    },
  };
}

/** Of the workspace, in the browser. */
export function pathOf({ id }: Pick<Company, 'id'>, page: string): string {
  return `/dashboard/${id}/${page}`;
}
