/** Whether everybody can use a page, as far as a program can tell: every rule that axe has. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** For each page of a visit, before its own scripts. */
export const AXE: string = axe.source;

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Which rule is broken by what, one line each. Of the same page in other colours the colours are enough. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate<Violation[]>(
    // What the component library says of a pending button names it, and outlives it by seconds.
    `axe.run({ exclude: '[data-live-announcer]' }, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${id}: ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}
