/**
 * Reads one snapshot in pieces, however slowly the caller takes them: one transaction reads them, each after the caller
 * has taken the one before. A long transaction keeps vacuum from removing the rows that it could see, so callers limit
 * its time.
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
  // Whatever the error, the caller gets it with the next piece.
  ended.catch((error: Error) => pieces.destroy(error));
  try {
    for await (const piece of pieces) yield piece as Piece;
  } finally {
    pieces.destroy();
    await ended.catch(() => {});
  }
}
