/**
 * The web app's own tables of pages, so that a test of all pages includes new ones automatically. Vite loads them,
 * since Node does not run JSX.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

export interface PageRow {
  path: string;
  title: string;
  least: 'member' | 'admin' | 'owner';
  menu?: { isMain: boolean; group: string };
}

interface PageTables {
  PAGES: PageRow[];
  OUTER_PAGES: Pick<PageRow, 'path' | 'title'>[];
}

const TABLES = fileURLToPath(new URL('../../client/dashboard/src/pages/index.ts', import.meta.url));
const vite = await createServer({
  ...{ configFile: false, appType: 'custom', logLevel: 'error' },
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const tables = (await vite.ssrLoadModule(TABLES)) as PageTables;
await vite.close();

export const { PAGES, OUTER_PAGES } = tables;

/** Pages that need only an address. */
export const PLAIN_PAGES: PageRow[] = PAGES.filter(({ path }) => !path.includes(':'));
