/**
 * Reads one snapshot piece by piece, however slowly the pieces are taken: they are read in one transaction, each once
 * the one before it was taken. A long transaction keeps vacuum from what it could see, so callers bound its time.
 */
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db, Queryable } from './pool.ts';

/** Its `return` ends the transaction. A piece is never null. */
export async function* readSnapshot<Piece>(
  db: Db,
  read: (tx: Queryable) => AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  const pieces = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const ended = db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await pipeline(read(tx), pieces);
  });
  // Whatever it fails with, the taker of the next piece gets it.
  ended.catch((error: Error) => pieces.destroy(error));
  try {
    for await (const piece of pieces) yield piece as Piece;
  } finally {
    pieces.destroy();
    await ended.catch(() => {});
  }
}
