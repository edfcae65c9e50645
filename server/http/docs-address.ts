/**
 * The documentation says where the service is, and where keys come from. It is built for a service on the reader's
 * machine; here the addresses of the deployment that serves it take their place, in a page and in texts alike.
 */
import { createHash } from 'node:crypto';

export interface DocsAddress {
  /** Where callers reach the API. */
  url: string;
  /** Where they get their keys; without it, in the dashboard. */
  keysUrl?: string | undefined;
}

/** The address that `npm start` gives. */
export const BUILT_FOR = 'http://localhost:8080';
/** Where the dashboard is there. Nothing else in the documentation is at this address. */
export const KEYS_PAGE = `${BUILT_FOR}/dashboard`;

export function addressed(text: string, { url, keysUrl }: DocsAddress): string {
  const withKeys = keysUrl === undefined ? text : text.replaceAll(KEYS_PAGE, () => keysUrl);
  return url === BUILT_FOR ? withKeys : withKeys.replaceAll(BUILT_FOR, () => url);
}

/** A page has the hashes of its scripts in its policy: those that name the address are other scripts now. */
export function addressedPage(html: string, address: DocsAddress): string {
  const page = addressed(html, address);
  if (page === html) return html;
  return page.replace(SCRIPT_SOURCES, () => scriptSources(page));
}

/** What a policy says of the scripts that stand in a page. */
export function scriptSources(html: string): string {
  const hashes = Array.from(
    html.matchAll(SCRIPT),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return `script-src ${[...new Set(hashes)].join(' ')}`;
}

/** Data that stands in a page is no script. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;
const SCRIPT_SOURCES = /script-src(?: 'sha256-[\w+/=]+')+/;
