/** Checks whether everybody can use a page, by every rule of axe. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/**
 * Which rule is broken by what, one line each: in the whole page, or in the part that the selector names. With `rule`,
 * only that one, also if it is not among the rules that axe checks by itself.
 */
export async function violationsOf(
  page: Page,
  { within, rule }: { within?: string; rule?: 'target-size' } = {},
): Promise<string[]> {
  // Loading it takes longer than running it, and a page that does not load again still has it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) };
  // The component library's text about a pending button names it, and outlives it by seconds.
  const context = { exclude: '[data-live-announcer]', ...(within && { include: within }) };
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${id}: ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}
