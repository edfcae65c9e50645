/**
 * Answers with a file of known size that never changes: the whole of it, one range of it, or nothing if the caller has it
 * already (RFC 9110, 13 and 14). Several ranges, and units other than bytes, get the whole file.
 */
import { Problem } from '../lib/problem.ts';
import type { FileMaker } from './downloads.ts';
import type { RangeRequest, TagMatcher } from './request-headers.ts';

export interface RangedFile<File = FileMaker> {
  bytes: number;
  sha256: string;
  /** Creates the bytes from the offset `from` up to the offset `to`. */
  read(span: { from: number; to: number }): File;
}

export function rangedReply<File>(
  { bytes, sha256, read }: RangedFile<File>,
  { ifNoneMatch, range }: { ifNoneMatch: TagMatcher | undefined; range: RangeRequest | undefined },
) {
  const etag = `"${sha256}"`;
  const headers = { ETag: etag, 'Accept-Ranges': 'bytes' };
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers: { ETag: etag } };
  const span = range?.appliesTo(etag) === true ? spanOf(range, bytes) : undefined;
  const { from, to } = span ?? { from: 0, to: bytes };
  const mediaType = 'application/octet-stream' as const;
  const rest = { file: read({ from, to }), length: to - from, mediaType };
  if (!span) return { status: 200 as const, headers, ...rest };
  const contentRange = `bytes ${from}-${to - 1}/${bytes}`;
  return { status: 206 as const, headers: { ...headers, 'Content-Range': contentRange }, ...rest };
}

/** An empty file has no ranges: it is sent as it is. */
function spanOf({ first, last }: RangeRequest, bytes: number) {
  if (bytes === 0) return undefined;
  const from = first ?? Math.max(0, bytes - last!);
  const to = first === undefined ? bytes : Math.min(last ?? bytes, bytes - 1) + 1;
  if (from < bytes) return { from, to: Math.min(to, bytes) };
  const detail = `begins at or after the end of the file, which has ${bytes} bytes`;
  throw new Problem('range_not_satisfiable', `Range ${detail}.`, {
    headers: { 'Content-Range': `bytes */${bytes}` },
    errors: [{ header: 'Range', detail, code: 'range' }],
  });
}
