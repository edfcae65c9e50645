import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { PLAIN_PAGES } from '../support/page-table.ts';
import { type Furnished, furnish, PROMPT, RUNS, UNHURRIED } from './furnished.ts';
import { SESSION, TRACE } from './furnished-traces.ts';
import { lead, settled } from './inspection.ts';
import { openStage, pathOf, type Stage } from './stage.ts';
let stage: Stage; let company: Furnished; let page: Page;
const ONLY = process.env.ONLY?.split(',');
const WIDTHS = (process.env.WIDTHS ?? '320,768,1024,1280,1440,2560').split(',').map(Number);
const SCHEMES = (process.env.SCHEMES ?? 'light,dark').split(',') as ('light' | 'dark')[];
beforeAll(async () => {
  stage = await openStage({ environment: UNHURRIED });
  company = await furnish(stage.dashboard);
  page = await stage.visit(company.owner);
  await page.goto(pathOf(company, 'overview'));
}, BROWSER_TIMEOUT_MS);
afterAll(() => stage?.close());
async function shoot(name: string) {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 700 : 900 });
      await page.evaluate('new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(d, 60))))');
      await page.screenshot({ path: `/tmp/t-playground/tour/${width}-${scheme}/${name}.png`, fullPage: true, animations: 'disabled' });
    }
  }
}
it('tour', async () => {
  const places: [string, string][] = [
    ...PLAIN_PAGES.map(({ path }) => [path.replaceAll('/', '-'), pathOf(company, path)] as [string, string]),
    ...RUNS.map((ending) => [`run-${ending}`, company.runs[ending]] as [string, string]),
    ['prompt', `${pathOf(company, 'prompts')}?${new URLSearchParams({ name: PROMPT })}`],
    ['trace', pathOf(company, `traces/${TRACE}`)],
    ['session', pathOf(company, `sessions?id=${SESSION}`)],
    ['tool', pathOf(company, 'tools?search=sandbox%2Fadd')],
    ['endpoint', company.endpoints.failing],
    ['play-run', pathOf(company, `playground?run=${company.runs.tools.split('/').at(-1)}`)],
    ['play-prompt', pathOf(company, `playground?prompt=${encodeURIComponent(PROMPT)}&version=1`)],
  ];
  for (const [name, path] of places) {
    if (ONLY && !ONLY.includes(name)) continue;
    try {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      await settled(page);
      await shoot(name);
    } catch (error) { console.log(name, String(error).slice(0, 200)); }
  }
}, 3_000_000);
