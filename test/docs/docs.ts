/** The documentation pages for tests: built if they are stale. */
import { buildDocs, buildOperatorsDocs } from '../../scripts/docs/index.ts';
import { isFresh, operatorsPage, page } from '../../scripts/docs/sources.ts';

export const pageFile: string = page;
export const operatorsPageFile: string = operatorsPage;

export async function builtDocs(): Promise<void> {
  if (isFresh()) return;
  await buildDocs();
  await buildOperatorsDocs();
}
