/**
 * Pictures of pages for people to look at, at six widths from a small phone to a wide screen, by day and by night;
 * those of dialogs at the width of a desk and of a phone. Taken only if `PICTURES` asks for them: they prove nothing,
 * and drawing them takes as long as everything that does.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const ARE_WANTED = (process.env.PICTURES ?? '') !== '';
/** Ignored by git. */
const FOLDER = fileURLToPath(new URL('../artefacts/dashboard/', import.meta.url));

const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

type Size = keyof typeof SIZES;
type Scheme = 'light' | 'dark';

interface Look {
  size: Size;
  scheme: Scheme;
}

/** Each size and each scheme once: no color depends on the width. */
export const LOOKS: Look[] = [
  { size: 'desk', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
];

/** Of whole pages. */
const WIDTHS = [320, 768, 1024, 1280, 1440, 2560];

export async function show(page: Page, { size, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await resize(page, SIZES[size]);
}

export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // What measures itself does so in the next frame, and charts are drawn in the one after that.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
}

/** The whole page at each of the widths, and the page as it was afterwards. */
export async function album(page: Page, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await resize(page, { width, height: 900 });
      const path = `${FOLDER}${name}-${width}-${scheme}.png`;
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
  await show(page, { size: 'desk', scheme: 'light' });
}

/** The whole page, or its visible part if something lies over it. */
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

/** In all looks, and the page as it was afterwards. */
export async function pictures(page: Page, name: string, options?: { fullPage?: boolean }) {
  if (!ARE_WANTED) return;
  for (const look of LOOKS) {
    await show(page, look);
    await picture(page, name, look, options);
  }
  await show(page, { size: 'desk', scheme: 'light' });
}
