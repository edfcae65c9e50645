/** Cursors of lists: opaque base64url text around the place where the next page starts. */
import { Problem } from './problem.ts';

export function encodeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url');
}

/** The position behind a cursor of ours; anything else is `invalid_cursor`. */
export function decodeCursor(cursor: string, shape: RegExp): string {
  const position = Buffer.from(cursor, 'base64url').toString('utf8');
  if (shape.test(position) && encodeCursor(position) === cursor) return position;
  const detail = 'This is not a cursor of this list; take nextCursor of the page before as it is.';
  throw new Problem('invalid_cursor', detail, { errors: [{ parameter: 'cursor', detail }] });
}
