/**
 * The documentation names the address of the service and the source of keys. It is built for a service on the reader's
 * machine; this module inserts the addresses of the deployment, in a page and in texts alike.
 */
import { createHash } from 'node:crypto';

export interface DocsAddress {
  /** Where callers reach the API. */
  url: string;
  /** Where they get their keys; without it, in the dashboard. */
  keysUrl?: string | undefined;
}

/** The address that `npm start` prints. */
export const BUILT_FOR = 'http://localhost:8080';
/** The dashboard's address there. Nothing else in the documentation has this address. */
export const KEYS_PAGE = `${BUILT_FOR}/dashboard`;

export function addressed(text: string, { url, keysUrl }: DocsAddress): string {
  const withKeys = keysUrl === undefined ? text : text.replaceAll(KEYS_PAGE, () => keysUrl);
  return url === BUILT_FOR ? withKeys : withKeys.replaceAll(BUILT_FOR, () => url);
}

/** A page's policy contains the hashes of its scripts: scripts with an inserted address have changed hashes. */
export function addressedPage(html: string, address: DocsAddress): string {
  const page = addressed(html, address);
  if (page === html) return html;
  return page.replace(SCRIPT_SOURCES, () => scriptSources(page));
}

/** What a policy says about the inline scripts of a page. */
export function scriptSources(html: string): string {
  const hashes = Array.from(
    html.matchAll(SCRIPT),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return `script-src ${[...new Set(hashes)].join(' ')}`;
}

/** Inline data of a page is not a script. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;
const SCRIPT_SOURCES = /script-src(?: 'sha256-[\w+/=]+')+/;
