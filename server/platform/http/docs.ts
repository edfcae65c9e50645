/**
 * The documentation as the service returns it: a page, and the same guides as texts. Each is read once, has an ETag of
 * its bytes, and names the addresses of the deployment. Knows nothing of its meaning.
 */
import { invariant } from '../lib/errors.ts';
import { DASHBOARD_PROBLEMS, type ProblemCode } from '../lib/problem.ts';
import { createCompressed, type Form } from './compressed.ts';
import { addressed, addressedPage } from './docs-address.ts';
import type { CodingMatcher, TagMatcher } from './request-headers.ts';

export interface Docs {
  etag: string;
  /** For the header of the same name; the page contains it too, for readers who open it as a file. */
  contentSecurityPolicy: string;
  /** The page in the smallest encoding that the caller accepts. */
  pageFor(accepts: CodingMatcher): Promise<Form>;
}

/** What the build creates from the guides: the file beside the page. */
export interface GuideTexts {
  /** The index for coding agents: `llms.txt`. */
  index: string;
  /** By their names, such as `money.md`. */
  guides: Record<string, string>;
}

/** A text in the smallest encoding that the caller accepts. */
export interface ServedText {
  etag: string;
  textFor(accepts: CodingMatcher): Promise<Form>;
}

export interface ServedTexts {
  index: ServedText;
  guideOf(name: string): ServedText | undefined;
}

/** For the address of the API, which is known once it listens. */
export type At<Served> = (url: string) => Served;

/** The page; callers get their keys at `keysUrl` if that is not the dashboard. */
export function createDocs(html: Buffer, keysUrl?: string): At<Docs> {
  return lastOf((url) => {
    const page = addressedPage(html.toString('utf8'), { url, keysUrl });
    const policy = POLICY.exec(page.slice(0, HEAD_CHARACTERS))?.[1];
    invariant(policy, 'the documentation page has a content security policy');
    const { etag, formFor } = createCompressed(Buffer.from(page));
    return {
      etag,
      // Only a header can set this directive.
      contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
      pageFor: formFor,
    };
  });
}

export function createTexts({ index, guides }: GuideTexts, keysUrl?: string): At<ServedTexts> {
  return lastOf((url) => {
    const served = (text: string): ServedText => {
      const { etag, formFor } = createCompressed(Buffer.from(addressed(text, { url, keysUrl })));
      return { etag, textFor: formFor };
    };
    const made = new Map(Object.entries(guides).map(([name, text]) => [name, served(text)]));
    return { index: served(index), guideOf: (name) => made.get(name) };
  });
}

/** Created once per address, on demand. */
function lastOf<Served>(make: At<Served>): At<Served> {
  let last: { url: string; served: Served } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, served: make(url) };
    return last.served;
  };
}

interface Condition {
  ifNoneMatch: TagMatcher | undefined;
  accepts: CodingMatcher;
}

/** The answer to a caller who may have the page already. */
export async function docsReply(docs: Docs, { ifNoneMatch, accepts }: Condition) {
  const { etag, contentSecurityPolicy } = docs;
  const headers = headersOf(etag);
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  const { bytes, coding } = await docs.pageFor(accepts);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
    page: bytes,
  };
}

/** The same for a text. */
export async function textReply<MediaType extends string>(
  { etag, textFor }: ServedText,
  mediaType: MediaType,
  { ifNoneMatch, accepts }: Condition,
) {
  const headers = headersOf(etag);
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  const { bytes, coding } = await textFor(accepts);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'X-Content-Type-Options': 'nosniff',
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
    text: bytes,
    mediaType,
  };
}

function headersOf(etag: string) {
  return { ...REVALIDATED, Vary: 'Accept-Encoding', ETag: etag };
}

/** The section of the page that explains a problem, relative to the address of problems. */
export function sectionOf(code: ProblemCode): string {
  const page = Object.hasOwn(DASHBOARD_PROBLEMS, code) ? '../v1/dashboard/docs' : '../docs';
  return `${page}#/section/errors/${code}`;
}

/** Caches may store it, and have to revalidate it each time. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

const HEAD_CHARACTERS = 4_096;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/;
