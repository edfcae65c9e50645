/**
 * Sends a file while it is made: no faster than the caller reads, and no longer than somebody is there. What can't
 * be made to its end is cut off without the end that HTTP has for it, so that nobody takes a part for the whole.
 */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { exchangeOf } from './exchange.ts';

/** What makes a file piece by piece. Its `return` is called in any case, for what it has taken to be given back. */
export type FileMaker = AsyncGenerator<string | Uint8Array, void, undefined>;

/** With a caller who reads nothing. */
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
    // Nobody is there to answer, and the connection is closed.
    if (!gone.aborted && !stalled.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    await file.return();
  }
}

/** A piece is asked for once the caller has taken those before it. */
async function* timed(file: FileMaker, timer: NodeJS.Timeout): FileMaker {
  for await (const piece of file) {
    timer.refresh();
    yield piece;
  }
}
