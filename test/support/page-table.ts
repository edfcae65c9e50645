/**
 * The web app's own tables of pages, so that a test of all pages has a new one by itself. They are loaded by their
 * address: the pages' types need those of a browser, which tests don't have.
 */
export interface PageRow {
  path: string;
  title: string;
  least: 'member' | 'admin' | 'owner';
  menu?: { isMain: boolean };
}

const TABLE = new URL('../../client/dashboard/src/pages/index.ts', import.meta.url).href;
const loaded: {
  PAGES: PageRow[];
  OUTER_PAGES: Pick<PageRow, 'path' | 'title'>[];
} = await import(/* @vite-ignore */ TABLE);

export const { PAGES, OUTER_PAGES } = loaded;

/** Those that an address alone opens. */
export const PLAIN_PAGES: PageRow[] = PAGES.filter(({ path }) => !path.includes(':'));
