/**
 * Bytes that are served again and again: kept in memory, compressed once per form when the first caller wants
 * it, with a tag of what they are. Knows nothing of what they say.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CodingMatcher } from './request-headers.ts';

export interface Compressed {
  etag: string;
  /** The bytes in the smallest form that the caller takes. */
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
