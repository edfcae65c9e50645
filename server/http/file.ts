/**
 * Sends a file while it is created: no faster than the caller reads, and no longer than the caller is connected. If it
 * fails midway, the process cuts the response off without HTTP's end marker, so that nobody mistakes a part for the
 * whole.
 */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { exchangeOf } from './exchange.ts';

/** Creates a file piece by piece. Its `return` is always called, so that it can free what it has taken. */
export type FileMaker = AsyncGenerator<string | Uint8Array, void, undefined>;

/** The time limit for a caller that reads nothing. */
const PATIENCE_MS = 60_000;

export async function sendFile(res: Response, file: FileMaker, mediaType: string): Promise<void> {
  const { isHead, signal: gone } = exchangeOf(res);
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), PATIENCE_MS);
  res.setHeader('Content-Type', mediaType);
  try {
    if (isHead) res.end();
    else {
      const signal = AbortSignal.any([stalled.signal, gone]);
      await pipeline(timed(file, timer), res, { signal });
    }
  } catch (error) {
    // The caller is gone, and the connection is closed.
    if (!gone.aborted && !stalled.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    await file.return();
  }
}

/** The next piece is created once the caller has read those before it. */
async function* timed(file: FileMaker, timer: NodeJS.Timeout): FileMaker {
  for await (const piece of file) {
    timer.refresh();
    yield piece;
  }
}
