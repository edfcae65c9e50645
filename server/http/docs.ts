/**
 * The documentation page as it is served: read once, compressed once per form when the first caller wants
 * it, with a tag of its bytes and the policy that the page was built with. Knows nothing of what it says.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { invariant } from '../kernel/invariant.ts';
import type { ProblemCode } from '../kernel/problem.ts';
import type { CodingMatcher } from './request-headers.ts';

export interface Docs {
  etag: string;
  /** For the header of the same name; the page carries it too, for those who open it as a file. */
  contentSecurityPolicy: string;
  /** The page in the smallest form that the caller takes. */
  pageFor(accepts: CodingMatcher): Promise<Page>;
}

export interface Page {
  bytes: Buffer;
  coding: Coding | undefined;
}

type Coding = keyof typeof CODINGS;

/** From the smallest to the largest. */
const CODINGS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

export function createDocs(html: Buffer): Docs {
  const policy = POLICY.exec(html.subarray(0, HEAD_BYTES).toString('utf8'))?.[1];
  invariant(policy, 'the documentation page has a content security policy');
  const compressed = new Map<Coding, Promise<Buffer>>();

  function compress(coding: Coding): Promise<Buffer> {
    const known = compressed.get(coding);
    if (known) return known;
    const made = CODINGS[coding](html);
    compressed.set(coding, made);
    return made;
  }

  return {
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    // Only a header can say this one.
    contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
    async pageFor(accepts) {
      const coding = (Object.keys(CODINGS) as Coding[]).find(accepts);
      return { bytes: coding === undefined ? html : await compress(coding), coding };
    },
  };
}

/** The section of a problem in the page, from where problems are named. */
export function sectionOf(code: ProblemCode): string {
  return `../docs#/section/errors/${code}`;
}

const HEAD_BYTES = 4_096;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/;
