/** The documentation in pages: their links without a browser, and how they are read in one, from the service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../scripts/docs/contract.ts';
import { composeDocument, withPatternsLast } from '../../scripts/docs/document.ts';
import { addressOf } from '../../scripts/docs/pages.ts';
import { anchorOf } from '../../scripts/docs/placeholders.ts';
import { entriesOf } from '../../scripts/docs/search.ts';
import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import { PROBLEMS } from '../../server/platform/lib/problem.ts';
import { violationsOf } from '../dashboard-browser/axe.ts';
import { BROWSER_TIMEOUT_MS, sharedBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { builtDocs, builtFolder } from './docs.ts';

const { guides, document } = composeDocument();
const DOCS = `${BUILT_FOR}/docs/`;
const MAX_COMPRESSED_BYTES = 100_000;

it('says what a text is before the pattern that it matches, and leaves values alone', () => {
  const pattern = '^[a-z]+$';
  const text = { type: 'string', pattern };
  const shown = withPatternsLast({
    parameters: [{ in: 'query', description: 'Only these.', schema: text }],
    properties: { name: { ...text, description: 'What it is called.\n' }, bare: text },
    examples: { schema: { value: text } },
  });
  const said = 'Matches `^[a-z]+$`.';
  expect(shown).toEqual({
    parameters: [
      {
        in: 'query',
        description: `Only these. ${said}`,
        schema: { type: 'string', description: said },
      },
    ],
    properties: {
      name: { type: 'string', description: `What it is called. ${said}` },
      bare: { type: 'string', description: said },
    },
    examples: { schema: { value: text } },
  });
});

let browser: Browser;
let service: TestService;
/** By their names without the ending, such as `guides/money`. */
let pages: Map<string, string>;

beforeAll(async () => {
  await builtDocs();
  const names = readdirSync(builtFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:index|guides\/.*|reference\/.*)\.html$/.test(name),
  );
  pages = new Map(
    names.map((name) => [
      name.replace('.html', ''),
      readFileSync(join(builtFolder, name), 'utf8').replaceAll(/<script[\s\S]*?<\/script>/g, ''),
    ]),
  );
  browser = await sharedBrowser();
  service = await startService({ parts: ['api'], validatesResponses: true });
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await service.close();
});

const idsIn = (html: string) => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);

describe('the links of the pages', () => {
  it('lead to a page and a part that are there', () => {
    const groups = new Set(operationsOf(document).map(({ operation }) => anchorOf(operation)));
    const received = Object.values(document.webhooks as Record<string, { post: never }>);
    for (const { post } of received) groups.add(anchorOf(post));
    const files = new Set(readdirSync(builtFolder, { recursive: true, encoding: 'utf8' }));
    let followed = 0;
    const nowhere: string[] = [];
    for (const [name, html] of pages) {
      // The links of a group are those of the renderer, whose page is looked at in a browser.
      const main = name.startsWith('reference/') ? '' : html;
      for (const [, link = ''] of main.matchAll(/ href="([^"]+)"/g)) {
        const { href } = new URL(link, `${DOCS}${name}`);
        if (!href.startsWith(DOCS)) continue;
        followed += 1;
        const [path = '', part] = href.slice(DOCS.length).split('#');
        const page = pages.get(path === '' ? 'index' : path);
        if (!page ? !files.has(path) : !leads(path, page, part)) nowhere.push(`${name}: ${link}`);
      }
    }
    function leads(path: string, page: string, part: string | undefined): boolean {
      if (part === undefined) return true;
      return path.startsWith('reference/')
        ? groups.has(part.slice(1)) || page.includes(part)
        : idsIn(page).includes(part);
    }
    expect(nowhere).toEqual([]);
    expect(followed).toBeGreaterThan(1_000);
  });

  it('and entries of the search lead to one place each', () => {
    for (const { at, row } of entriesOf(document, guides)) {
      const [path = '', part] = addressOf(at).split('#');
      const page = pages.get(path);
      expect(page, path).toBeDefined();
      if (!path.startsWith('guides/')) continue;
      const ids = idsIn(page!);
      for (const id of [part, row])
        if (id !== undefined) expect(ids, `${path} ${id}`).toContain(id);
    }
  });

  it('are unique on each page', () => {
    for (const [name, html] of pages) {
      if (name.startsWith('reference/')) continue;
      const ids = idsIn(html);
      expect(ids, name).toEqual([...new Set(ids)]);
    }
  });
});

it('no page is large: compressed, each is less than 100 kB', () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  for (const name of pages.keys()) {
    const bytes = readFileSync(join(builtFolder, `${name}.html`));
    const compressed = brotliCompressSync(bytes, { params });
    expect(compressed.length, name).toBeLessThan(MAX_COMPRESSED_BYTES);
  }
});

it('every guide has its code exactly as it was written', () => {
  for (const { anchor, text } of guides) {
    const page = pages.get(addressOf(anchor))!;
    const blocks = text.match(/<pre class="code[\s\S]*?<\/pre>/g) ?? [];
    for (const block of blocks) expect(page).toContain(block);
  }
});

describe('in a browser', () => {
  it('the address of each problem leads to its heading', async () => {
    const { page, requests, faults, close } = await open('/problems/insufficient_credit');
    expect(page.url()).toBe(`${service.url}/docs/guides/errors#insufficient_credit`);
    await onTop(page, 'insufficient_credit');
    for (const code of Object.keys(PROBLEMS)) {
      const address = `${service.url}/problems/${code}`;
      const { headers } = await fetch(address, { redirect: 'manual' });
      const { hash, pathname } = new URL(headers.get('location')!, address);
      expect(pathname).toBe('/docs/guides/errors');
      expect(await page.locator(`[id="${hash.slice(1)}"]`).innerText()).toContain(code);
    }
    expect(requests()).toEqual(['/problems/insufficient_credit', '/docs/guides/errors']);
    expect(faults).toEqual([]);
    await close();
  });

  it('the reference of a group opens an operation at its address, with a sample in each language', async () => {
    const { page, requests, faults, close } = await open(
      '/docs/reference/model-runs#/model-runs/createmodelrun',
    );
    const operation = page.locator('[id="model-runs/createmodelrun"]');
    await onTop(page, 'model-runs/createmodelrun');
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
    expect(requests()).toEqual(['/docs/reference/model-runs', '/docs/files/redoc.js']);
    expect(faults).toEqual([]);
    await close();
  });

  it('the reference of a group leads to the other groups', async () => {
    const { page, faults, close } = await open('/docs/reference/model-runs');
    for (const name of ['Tool runs', 'Webhooks']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      const path = `/docs/reference/${name.toLowerCase().replace(' ', '-')}`;
      await page.waitForURL(`${service.url}${path}`);
      expect(await page.title()).toMatch(new RegExp(`^${name} · `));
    }
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    ['refund', /\/docs\/guides\/money#refunds$/],
    ['chargeback', /\/docs\/guides\/money#refunds$/],
    ['createModelRun', /\/docs\/reference\/model-runs#\/model-runs\/createmodelrun$/],
    ['needs_reconciliation', /\/docs\/guides\/states#needs_reconciliation$/],
    ['insufficient_credit', /\/docs\/guides\/errors#insufficient_credit$/],
  ])('the search of a page leads from %s to another page', async (words, address) => {
    const { page, requests, faults, close } = await open('/docs');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: /^Search/ }).fill(words);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(address);
    const id = decodeURIComponent(new URL(page.url()).hash.replace(/^#\/?/, ''));
    await onTop(page, id);
    expect(requests()).toContain('/docs/files/search.js');
    expect(faults).toEqual([]);
    await close();
  });

  const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
  const DESK = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const };

  it.each([
    ['/docs', 'a dark phone', PHONE],
    ['/docs/guides/states', 'a dark phone', PHONE],
    ['/docs/guides/errors', 'a light desk', DESK],
    ['/docs/guides/cookbook', 'a light desk', DESK],
  ])('%s fits %s, and everybody can use it', async (path, _, look) => {
    const { page, faults, close } = await open(path, { ...look, bypassCSP: true });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(look.viewport.width);
    const isDark = await page.$eval('html', ({ classList }) => classList.contains('dark'));
    expect(isDark).toBe(look.colorScheme === 'dark');
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

interface Visit {
  page: Page;
  /** The paths that the browser requested, in their order. */
  requests(): string[];
  faults: string[];
  close(): Promise<void>;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  const page = await context.newPage();
  const urls: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  await page.goto(`${service.url}${path}`);
  return {
    ...{ page, faults },
    requests: () =>
      urls
        .filter((url) => !/^(?:data|blob):/.test(url))
        .map((url) => url.replace(service.url, '').replace(/#.*/, '')),
    close: () => context.close(),
  };
}

/** Once the page has settled, the target is in the upper half of the window, or the page in sight to its end. */
async function onTop(page: Page, id: string): Promise<void> {
  const element = `document.getElementById(${JSON.stringify(id)})`;
  const top = `(${element}?.getBoundingClientRect().top ?? -9)`;
  await page.evaluate(`(async () => {
    const atEnd = () => scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 1;
    while (!(${top} >= -1 && ${top} < (atEnd() ? innerHeight : innerHeight / 2)))
      await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);
}
