/**
 * Pictures of pages for people to look at, at the width of a desk and of a phone, by day and by night. Taken where
 * `PICTURES` asks for them: nothing is proven by them, and to draw them takes as long as all that is.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const ARE_WANTED = (process.env.PICTURES ?? '') !== '';
/** Ignored by git. */
const FOLDER = fileURLToPath(new URL('../artefacts/dashboard/', import.meta.url));

export const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof SIZES;
export type Scheme = 'light' | 'dark';

export interface Look {
  size: Size;
  scheme: Scheme;
}

export const LOOKS: Look[] = [
  { size: 'desk', scheme: 'light' },
  { size: 'desk', scheme: 'dark' },
  { size: 'phone', scheme: 'dark' },
  { size: 'phone', scheme: 'light' },
];

export async function show(page: Page, { size, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize(SIZES[size]);
  // Two frames: one in which the page learns its size, one in which it is drawn by it.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  );
}

/** The whole page, or what can be seen of it where something lies over it. */
export async function picture(
  page: Page,
  name: string,
  { size, scheme }: Look,
  { fullPage = true } = {},
): Promise<void> {
  if (!ARE_WANTED) return;
  const path = `${FOLDER}${name}-${SIZES[size].width}-${scheme}.png`;
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}

/** All four, and the page as it was afterwards. */
export async function pictures(page: Page, name: string, options?: { fullPage?: boolean }) {
  if (!ARE_WANTED) return;
  for (const look of LOOKS) {
    await show(page, look);
    await picture(page, name, look, options);
  }
  await show(page, { size: 'desk', scheme: 'light' });
}
