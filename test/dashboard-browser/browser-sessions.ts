/**
 * Browser sessions of people. They keep everything that a page reports meanwhile: errors of scripts, what the security
 * policy stopped, refused and lost requests. A test takes what it caused on purpose, and nothing else may be left.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { openBrowser, sharedBrowser } from '../support/browser.ts';

export interface BrowserSessions {
  /** A new browser profile, signed in if there is a cookie. */
  visit(options?: VisitOptions): Promise<Page>;
  /** Another tab of the same session. */
  tab(page: Page): Promise<Page>;
  /** Matching complaints of pages that no test has taken yet. */
  takeFaults(pattern?: RegExp): string[];
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** As a browser sends it: `name=value; name=value`. */
  cookie?: string;
  /** Runs before the scripts of each page. */
  script?: string;
}

/** Long enough for a slow machine; anything that shows at all shows long before. */
const PATIENCE_MS = 60_000;
/** How a page learns that nobody is signed in. */
const USUAL = /^401 GET \/v1\/dashboard\/me$/;

/** `settings` are those of a separate browser. */
export async function openBrowserSessions(
  url: () => string,
  settings?: string[],
): Promise<BrowserSessions> {
  const browser = settings ? await openBrowser(settings) : await sharedBrowser();
  const contexts: BrowserContext[] = [];
  let faults: string[] = [];
  const note = (fault: string) => {
    if (!USUAL.test(fault)) faults.push(fault);
  };

  return {
    async visit({ cookie, script, ...options }: VisitOptions = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.push(context);
      // An open page keeps polling, so what a test opens is closed after it.
      if (TestRunner.getCurrentTest()) onTestFinished(() => context.close());
      context.setDefaultTimeout(PATIENCE_MS);
      context.on('page', (page) => watch(page, note));
      await context.exposeBinding('noteViolation', (_, violation: string) => note(violation));
      await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
        noteViolation('policy: ' + event.effectiveDirective + ' ' + event.blockedURI))`);
      if (script !== undefined) await context.addInitScript(script);
      if (cookie !== undefined) {
        // Browsers trust localhost as they trust TLS; their API for cookies does not.
        const home = url().replace('http://localhost', 'https://localhost');
        const rest = { url: home, httpOnly: true, secure: true, sameSite: 'Lax' as const };
        const cookies = cookie.split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split('=', 2);
          return { name, value, ...rest };
        });
        await context.addCookies(cookies);
      }
      return context.newPage();
    },
    tab: (page) => page.context().newPage(),
    takeFaults(pattern = /^/) {
      const taken = faults.filter((fault) => pattern.test(fault));
      faults = faults.filter((fault) => !pattern.test(fault));
      return taken;
    },
    async close() {
      if (settings) await browser.close();
      else await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

function watch(page: Page, note: (fault: string) => void): void {
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('console', (message) => {
    // Refused requests are recorded with their status below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load')) return;
    note(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    note(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts what it was loading.
    if (reason !== 'net::ERR_ABORTED')
      note(`${reason} ${request.method()} ${pathOf(request.url())}`);
  });
}

function pathOf(url: string): string {
  return new URL(url).pathname.replaceAll(/(?<=\/(?:wsp|key|run|user|inv)_)\w+/g, '*');
}
