/**
 * Bytes that the service returns repeatedly: cached, compressed once per encoding when the first caller wants it, with
 * an ETag. Knows nothing of their meaning.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CodingMatcher } from './request-headers.ts';

export interface Compressed {
  etag: string;
  /** The bytes in the smallest encoding that the caller accepts. */
  formFor(accepts: CodingMatcher): Promise<Form>;
}

export interface Form {
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

export function createCompressed(plain: Buffer): Compressed {
  const compressed = new Map<Coding, Promise<Buffer>>();

  function compress(coding: Coding): Promise<Buffer> {
    const known = compressed.get(coding);
    if (known) return known;
    const made = CODINGS[coding](plain);
    compressed.set(coding, made);
    return made;
  }

  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    async formFor(accepts) {
      const coding = (Object.keys(CODINGS) as Coding[]).find(accepts);
      return { bytes: coding === undefined ? plain : await compress(coding), coding };
    },
  };
}
