/** What a person reads in a column of money. */
import type { Page } from 'playwright-core';

/** In units, once the first cell is there. */
export async function printed(page: Page, cells: string): Promise<number[]> {
  const shown = page.locator(cells);
  await shown.first().waitFor();
  const texts = await shown.allInnerTexts();
  return texts.map((text) => {
    const [, whole = '', fraction = ''] = /\$([\d,]+)(?:\.(\d+))?/.exec(text) ?? [];
    const units = Number(whole.replaceAll(',', '') + fraction.padEnd(9, '0'));
    return text.startsWith('−') ? -units : units;
  });
}

export const added = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
