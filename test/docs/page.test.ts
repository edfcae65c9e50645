/** The whole documentation as one page, opened as a file in a real browser. */
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../scripts/docs/contract.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import { BROWSER_TIMEOUT_MS, sharedBrowser } from '../support/browser.ts';
import { builtDocs, pageFile } from './docs.ts';

const asFile = pathToFileURL(pageFile).href;
const { guides, document } = composeDocument();
const inGuides = guides.flatMap(({ anchor, parts }) => [anchor, ...parts]);
const operationsByTag = new Map(
  Array.from(
    Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0]!),
    ([tag, its]) => [tag, its.map(({ operation }) => anchorOf(`${tag}/${operation.operationId}`))],
  ),
);
const inReference = [
  ...document.tags.map(({ name }) => anchorOf(name)),
  ...[...operationsByTag.values()].flat(),
];
/** The page shows the service's own requests next to its answers, without samples. */
const inWebhooks = Object.values(document.webhooks as Record<string, Webhook>).map(({ post }) =>
  anchorOf(`${post.tags[0]}/${post.operationId}`),
);
interface Webhook {
  post: { tags: string[]; operationId: string };
}
let browser: Browser;

beforeAll(async () => {
  await builtDocs();
  browser = await sharedBrowser();
}, BROWSER_TIMEOUT_MS);

describe('the page as a file', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open(asFile, { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  afterAll(() => visit.close());

  it('shows code exactly as it is in the files, and copies it', async () => {
    const { page } = visit;
    const shown = await page.$$eval('pre.code code', (all) => all.map((code) => code.textContent));
    const text = guides.map((guide) => guide.text).join('');
    const written = Array.from(text.matchAll(CODE), ([, html]) => plain(html!));
    expect(shown.length).toBe(written.length);
    for (const [i, code] of written.entries()) expect(shown[i]).toBe(code);
    const create = page.locator('[data-section-id="/section/quickstart/create"] pre.code');
    await create.first().locator('button').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^curl -sS "\$MODEL_RUN_BASE_URL[\s\S]+"maxOutputTokens":100\}'$/);
  });

  it('opens the guide that is clicked in the menu', async () => {
    const { page } = visit;
    await page.locator('.menu-content').getByText('Money', { exact: true }).click();
    await page.waitForURL(/#\/section\/money$/);
    await onTop(page, 'section/money');
  });

  it('has every part of every guide, and no link in it leads nowhere', async () => {
    const { page } = visit;
    await readAll(page);
    const ids = await page.$$eval('[id]', (all) => all.map(({ id }) => id));
    expect(inGuides.filter((anchor) => !ids.includes(anchor))).toEqual([]);
    const links = await page.$$eval('main a[href]', (all) =>
      all.map((link) => decodeURIComponent(link.getAttribute('href')!)),
    );
    const targets = new Set(['', `${BUILT_FOR}/`, ...ids, ...inReference, ...inWebhooks]);
    const nowhere = links.filter(
      (link) =>
        !targets.has(link.replace(/^#?\//, '')) && !STANDARDS.some((each) => link.startsWith(each)),
    );
    expect(nowhere).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  it('has every webhook at its own address', async () => {
    const { page } = visit;
    expect(inWebhooks.length).toBeGreaterThan(0);
    for (const anchor of inWebhooks) {
      await go(page, anchor);
      await onTop(page, anchor);
    }
  });

  describe('has operations at their own addresses, with a sample each', () => {
    it.each([...operationsByTag])('%s', async (_tag, anchors) => {
      const { page } = visit;
      for (const anchor of anchors) {
        await go(page, anchor);
        await page.locator(`[id="${anchor}"]`).getByText('curl', { exact: true }).first().waitFor();
      }
    });
  });

  it('has a sample in each language', async () => {
    const { page } = visit;
    await go(page, 'model-runs/createmodelrun');
    const operation = page.locator('[id="model-runs/createmodelrun"]');
    const words = {
      TypeScript: 'createClient',
      Python: 'model_run_client',
      curl: '--fail-with-body',
    };
    let chosen = 'curl';
    for (const [language, word] of Object.entries(words)) {
      await operation.getByText(chosen, { exact: true }).first().click();
      await page.getByText(language, { exact: true }).last().click();
      await operation.getByText(word).first().waitFor();
      chosen = language;
    }
  });

  it('asked for nothing in all that time, and nothing went wrong', () => {
    expect(visit.leaving()).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('is light if the machine is in light mode, and can be switched', async () => {
    const { page, faults } = visit;
    expect(await look(page)).toBe('light');
    await page.getByTestId('color-mode-switcher').click();
    expect(await look(page)).toBe('dark');
    expect(faults).toEqual([]);
  });
});

interface Visit {
  page: Page;
  /** The requests besides the one for the page. */
  leaving(): string[];
  faults: string[];
  close(): Promise<void>;
}

async function open(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  await page.goto(address);
  await alive(page);
  return {
    ...{ page, faults },
    leaving: () => requests.filter((url) => !/^(?:data|blob):/.test(url) && url !== address),
    close: () => context.close(),
  };
}

/** The page's script has taken over. */
async function alive(page: Page): Promise<void> {
  await until(
    page,
    `Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))`,
  );
}

/** Checks once per frame. Playwright's own waiting evaluates text in the page, which its policy refuses. */
async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`(async () => {
    while (!(${condition})) await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);
}

async function look(page: Page): Promise<'light' | 'dark'> {
  const isDark = await page.$eval('html', ({ classList }) => classList.contains('dark'));
  const colour = 'getComputedStyle(document.body).backgroundColor';
  const [red] = /\d+/.exec(await page.evaluate<string>(colour)) ?? [];
  expect(Number(red) < 100).toBe(isDark);
  return isDark ? 'dark' : 'light';
}

/** Scrolls from the top to the end: the browser may not render what nobody has seen. */
async function readAll(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const height = () => document.documentElement.scrollHeight;
    for (let still = 0; still < 1; ) {
      const before = height();
      for (let y = 0; y < height(); y += 900) {
        scrollTo(0, y);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      still = height() === before ? still + 1 : 0;
    }
  })()`);
}

async function go(page: Page, anchor: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${anchor}`)}`);
  await onTop(page, anchor);
}

/** Once the page has settled, the target is in the upper half of the window. */
function onTop(page: Page, id: string): Promise<void> {
  const element = `document.getElementById(${JSON.stringify(id)})`;
  const top = `(${element}?.getBoundingClientRect().top ?? -9)`;
  return until(page, `${top} >= -1 && ${top} < innerHeight / 2`);
}

/** Other pages that guides link to. */
const STANDARDS = [
  'https://www.rfc-editor.org/rfc/',
  'https://www.standardwebhooks.com',
  ...['/dashboard', '/docs/files/', '/llms.txt'].map((path) => BUILT_FOR + path),
];
const CODE =
  /<pre class="code[^>]*><button[^>]*>Copy<\/button>(?:<span class="choices"[\s\S]*?<\/span>)?<code>([\s\S]*?)<\/code>/g;

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&#123;', '{')
    .replaceAll('&amp;', '&');
}
