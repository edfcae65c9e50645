/** The documentation for tests: built if it is stale. */
import { join } from 'node:path';
import { buildDocs } from '../../scripts/docs/index.ts';
import { built, isFresh } from '../../scripts/docs/sources.ts';

export const builtFolder: string = built;
/** The whole documentation for developers, and that for operators, each as one page. */
export const pageFile: string = join(built, 'files/docs.html');
export const operatorsPageFile: string = join(built, 'dashboard.html');

export async function builtDocs(): Promise<void> {
  if (!isFresh()) await buildDocs();
}
