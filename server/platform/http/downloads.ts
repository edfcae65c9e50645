/**
 * Sends what is created while it is sent: artifacts, logs, exports and lists as files. The process creates the next
 * piece once the connection has taken the one before it, and then holds no more than that piece. A workspace has a
 * number of downloads at once, and so has the process. A caller that takes nothing for a while loses the connection. If
 * a download fails midway, the process cuts it off without HTTP's end marker, so that nobody mistakes a part for the
 * whole.
 */

import type { Response } from 'express';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../lib/csv.ts';
import { Problem } from '../lib/problem.ts';
import { createSlots, inSpareTime } from '../lib/shares.ts';
import type { RangeRequest, TagMatcher } from './request-headers.ts';
import { exchangeOf } from './server.ts';

/** Creates a file piece by piece. Its `return` is always called, so that it can free what it has taken. */
export type FileMaker = AsyncGenerator<string | Uint8Array, void, undefined>;

export interface DownloadLimits {
  /** In this process, and for one workspace in it. */
  atOnce: number;
  perWorkspace: number;
  /** Bytes of pieces in memory beyond which no further download begins; a workspace may have half of them. */
  bytesInMemory: number;
  /** How long a caller may take nothing. */
  stallMs: number;
}

export interface DownloadOptions extends Partial<DownloadLimits> {
  /** Throws the refusal of one more download of the workspace. */
  assertMayDownload?: ((workspace: string) => void) | undefined;
  /** Called with each part that the connection of a workspace has taken. */
  onSent?: ((workspace: string, bytes: number) => void) | undefined;
}

export interface Download {
  /** Takes the first piece, if any is wanted: what fails before it is answered as a problem. */
  begin(file: FileMaker, signal: AbortSignal): Promise<void>;
  /** Sends the file; resolves when it was sent or cut off. */
  send(res: Response): Promise<void>;
  /** Ends the file, and returns the slot. */
  end(): Promise<void>;
}

export interface Downloads {
  /** Throws the refusal of one more download. One of the head alone sends no bytes. */
  open(workspace: string, isHead?: boolean): Download;
  /** Those under way, and the bytes that they hold. */
  inUse(): { downloads: number; bytes: number };
}

const DEFAULTS: DownloadLimits = {
  ...{ atOnce: 64, perWorkspace: 8 },
  ...{ bytesInMemory: 67_108_864, stallMs: 60_000 },
};
/** What is passed to the connection at once: a caller who takes this much is not stalled. */
const PART_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;

export function createDownloads(options: DownloadOptions = {}): Downloads {
  const { atOnce, perWorkspace, bytesInMemory, stallMs } = { ...DEFAULTS, ...options };
  const { assertMayDownload, onSent } = options;
  const slots = createSlots({ of: 'downloads', atOnce, perWorkspace });
  const held = createHeldBytes(bytesInMemory);

  return {
    open(workspace, isHead = false) {
      if (!isHead) assertMayDownload?.(workspace);
      held.check(workspace);
      const release = slots.take(workspace);
      let file: FileMaker | undefined;
      let next: IteratorResult<string | Uint8Array, void> = { done: true, value: undefined };
      let bytes = 0;
      let isFirst = true;

      async function read(signal: AbortSignal): Promise<void> {
        next = await inSpareTime(workspace, signal, () => file!.next());
        // Downloads that were let in at the same time have all read their first piece only now.
        if (isFirst) held.check(workspace);
        isFirst = false;
        const size = next.done ? 0 : Buffer.byteLength(next.value);
        held.count(workspace, size - bytes);
        bytes = size;
      }

      return {
        async begin(made, signal) {
          file = made;
          if (!isHead) await read(signal);
        },
        async send(res) {
          const { signal: gone } = exchangeOf(res);
          // Otherwise an empty file has a length of 0, for which clients return no file.
          res.flushHeaders();
          for (; !next.done; await read(gone)) {
            for (const part of partsOf(next.value)) {
              if (gone.aborted) return;
              if (!(await taken(res, stallMs, (done) => res.write(part, done)))) return;
              onSent?.(workspace, part.length);
            }
          }
          await taken(res, stallMs, (done) => res.end(done));
        },
        async end() {
          held.count(workspace, -bytes);
          bytes = 0;
          release();
          await file?.return();
        },
      };
    },
    inUse: () => ({ downloads: slots.inUse(), bytes: held.total() }),
  };
}

function* partsOf(piece: string | Uint8Array): Generator<Buffer> {
  const bytes =
    typeof piece === 'string'
      ? Buffer.from(piece)
      : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/**
 * Whether the connection has taken what is written, before the caller was gone. A caller that takes nothing for so long
 * is cut off.
 */
function taken(
  res: Response,
  stallMs: number,
  write: (done: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      res.off('close', onClose);
      resolve(isTaken);
    };
    const onClose = () => end(false);
    const timer = setTimeout(() => {
      res.destroy();
      end(false);
    }, stallMs);
    res.on('close', onClose);
    if (res.destroyed) end(false);
    else write(() => end(!res.destroyed));
  });
}

/** The bytes of all pieces in memory. */
function createHeldBytes(most: number) {
  const ofWorkspace = new Map<string, number>();
  let total = 0;
  return {
    check(workspace: string): void {
      const own = ofWorkspace.get(workspace) ?? 0;
      if (own >= most / 2) {
        const detail = `The downloads of this workspace hold ${own} bytes in memory, of at most ${most / 2}.`;
        throw new Problem('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      if (total >= most) {
        const detail = `The downloads under way hold ${total} bytes in memory, of at most ${most}.`;
        throw new Problem('overloaded', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
    },
    count(workspace: string, bytes: number): void {
      total += bytes;
      const own = (ofWorkspace.get(workspace) ?? 0) + bytes;
      if (own === 0) ofWorkspace.delete(workspace);
      else ofWorkspace.set(workspace, own);
    },
    total: () => total,
  };
}

/*
 * Answers with a file of known size that never changes: the whole of it, one range of it, or nothing if the caller has it
 * already (RFC 9110, 13 and 14). Several ranges, and units other than bytes, get the whole file.
 */

interface RangedFile<Type extends string, File> {
  bytes: number;
  /** Of a file with the same address and other bytes, it is another one. */
  tag: string;
  mediaType: Type;
  /** Those of the file and of a range of it. */
  headers?: Record<string, string>;
  /** Creates the bytes from the offset `from` up to the offset `to`. */
  read(span: { from: number; to: number }): File;
}

export function rangedReply<const Type extends string, File>(
  { bytes, tag, mediaType, headers: given, read }: RangedFile<Type, File>,
  { ifNoneMatch, range }: { ifNoneMatch: TagMatcher | undefined; range: RangeRequest | undefined },
) {
  const etag = `"${tag}"`;
  const headers = { ...given, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers: { ETag: etag } };
  const span = range?.appliesTo(etag) === true ? spanOf(range, bytes) : undefined;
  const { from, to } = span ?? { from: 0, to: bytes };
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

/*
 * Long lists as files: the process reads each page once the client has taken the page before it, so that a long history
 * needs no more memory than a short one.
 */

export type Lines = AsyncGenerator<string, void, undefined>;

interface FilePage<Next> {
  rows: Cell[][];
  next: Next | null;
}

/** Reads the first page before the first line. `read` gets the `next` of the page before. */
export async function* csvLines<Next>(
  columns: readonly string[],
  read: (next: Next | undefined) => Promise<FilePage<Next>>,
): Lines {
  let page = await read(undefined);
  yield BYTE_ORDER_MARK + csvLine(columns);
  for (;;) {
    yield page.rows.map((row) => csvLine(row)).join('');
    if (page.next === null) return;
    page = await read(page.next);
  }
}
