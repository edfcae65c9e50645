/**
 * A documentation page as it is served: read once, with a tag of its bytes and the policy that the page was
 * built with. Knows nothing of what it says.
 */
import { invariant } from '../kernel/invariant.ts';
import { DASHBOARD_PROBLEMS, type ProblemCode } from '../kernel/problem.ts';
import { createCompressed, type Form } from './compressed.ts';
import type { CodingMatcher, TagMatcher } from './request-headers.ts';

export interface Docs {
  etag: string;
  /** For the header of the same name; the page carries it too, for those who open it as a file. */
  contentSecurityPolicy: string;
  /** The page in the smallest form that the caller takes. */
  pageFor(accepts: CodingMatcher): Promise<Form>;
}

export function createDocs(html: Buffer): Docs {
  const policy = POLICY.exec(html.subarray(0, HEAD_BYTES).toString('utf8'))?.[1];
  invariant(policy, 'the documentation page has a content security policy');
  const { etag, formFor } = createCompressed(html);
  return {
    etag,
    // Only a header can say this one.
    contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
    pageFor: formFor,
  };
}

/** The answer to a caller who may have the page already. */
export async function docsReply(
  docs: Docs,
  { ifNoneMatch, accepts }: { ifNoneMatch: TagMatcher | undefined; accepts: CodingMatcher },
) {
  const { etag, contentSecurityPolicy } = docs;
  const headers = { ...REVALIDATED, Vary: 'Accept-Encoding', ETag: etag };
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

/** The section of a problem in the page that explains it, from where problems are named. */
export function sectionOf(code: ProblemCode): string {
  const page = Object.hasOwn(DASHBOARD_PROBLEMS, code) ? '../v1/dashboard/docs' : '../docs';
  return `${page}#/section/errors/${code}`;
}

/** May be kept, and is asked about each time. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

const HEAD_BYTES = 4_096;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/;
