/** The documentation page for tests: built where it is not fresh, and what is in it by the build's own account. */
import { buildDocs } from '../../scripts/docs/index.ts';
import { isFresh, page } from '../../scripts/docs/sources.ts';

export const pageFile: string = page;

export async function builtDocs(): Promise<void> {
  if (!isFresh()) await buildDocs();
}
