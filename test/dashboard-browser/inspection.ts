/**
 * Checks what a page shows in all looks and at every width from 320 to 2560 pixels: it excludes nobody, and nothing is
 * wider than the window. The page loads once for all of that.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, heading } from './actions.ts';
import { violationsOf } from './axe.ts';
import { album, LOOKS, picture, resize, show } from './pictures.ts';

/** At which everything that can be pressed is checked to be large enough, or far enough from others. */
const WIDTHS_OF_TARGETS = [390, 768, 1024, 1440];
/** When these are checked, those of the looks have been. */
const WIDTHS_BETWEEN = [320, 768, 1024, 1200, 1280, 2560];
const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Once everything is there that the page waits for. */
export async function settled(page: Page, title: string | RegExp = /./): Promise<void> {
  await heading(page, title).waitFor();
  await eventually(() => page.locator('.skeleton').count()).toBe(0);
}

/** From another page, as a link opens this one: without loading the app again. */
export async function lead(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await settled(page, title);
}

/** Leaves the window at the largest width. */
export async function inspect(page: Page, name: string): Promise<void> {
  const wrong = await faultsInLooks(page, name);
  wrong.push(...(await tooSmall(page)));
  expect([...wrong, ...(await tooWide(page, WIDTHS_BETWEEN))]).toEqual([]);
}

export async function inspectInLooks(page: Page, name: string): Promise<void> {
  expect(await faultsInLooks(page, name)).toEqual([]);
}

/** The page behind it was checked before; what ends the dialog must also be visible on the smallest window. */
export async function inspectDialog(page: Page, name: string): Promise<void> {
  const wrong = await faultsInLooks(page, name, DIALOG);
  await resize(page, { width: 320, height: 480 });
  expect([...wrong, ...(await outOfSight(page))]).toEqual([]);
  await show(page, { size: 'desk', scheme: 'light' });
}

/** The first look shows what a dialog does to the page behind it. */
async function faultsInLooks(page: Page, name: string, dialog?: string): Promise<string[]> {
  const wrong: string[] = [];
  if (dialog === undefined) await album(page, name);
  for (const [i, look] of LOOKS.entries()) {
    await show(page, look);
    if (dialog !== undefined) await picture(page, name, look, { fullPage: false });
    const faults = await violationsOf(page, {
      ...(dialog !== undefined && i > 0 && { within: dialog }),
    });
    faults.push(...(await excessOf(page)));
    wrong.push(...faults.map((fault) => `${look.size}, ${look.scheme}: ${fault}`));
  }
  return wrong;
}

async function tooSmall(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS_OF_TARGETS) {
    await resize(page, { width, height: 900 });
    const targets = await violationsOf(page, { rule: 'target-size' });
    wrong.push(...targets.map((target) => `${width}: ${target}`));
  }
  return wrong;
}

/** What is wider than the window, at each of the widths. */
export async function tooWide(page: Page, widths: readonly number[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of widths) {
    await resize(page, { width, height: 900 });
    wrong.push(...(await excessOf(page)).map((excess) => `${width}: ${excess}`));
  }
  return wrong;
}

/** The width of the page if it exceeds its window, with what sticks out furthest. */
function excessOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const isClipped = (element) => {
      for (let each = element.parentElement; each; each = each.parentElement)
        if (each !== document.documentElement && getComputedStyle(each).overflowX !== 'visible') return true;
      return false;
    };
    const ends = [...document.querySelectorAll('body *')].filter((element) => !isClipped(element)).map((element) =>
      [Math.round(element.getBoundingClientRect().right), element.tagName + '.' + element.className]);
    const furthest = ends.sort((a, b) => b[0] - a[0]).slice(0, 3).map((end) => end.join(' ')).join(', ');
    return [scrollWidth + ' wide: ' + furthest];
  })()`);
}

/** If a dialog has no buttons of its own, its cross ends it. */
const ENDS = `.dialog-actions button, [type="submit"],
  .dialog:not(:has(.dialog-actions, [type="submit"])) > .dialog-head button`;

/** Buttons that end the dialog and that the window does not show completely. */
async function outOfSight(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize()!;
  const buttons = page.locator(`:is(${DIALOG}) :is(${ENDS})`);
  await buttons.first().waitFor();
  const wrong: string[] = [];
  for (const button of await buttons.all()) {
    const box = (await button.boundingBox())!;
    const isInSight =
      box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width;
    if (!isInSight) wrong.push(`out of sight: ${await button.innerText()}`);
  }
  return [...wrong, ...(await excessOf(page))];
}
