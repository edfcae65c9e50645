/**
 * Long lists as files: the process reads each page once the client has taken the page before it, so that a long history
 * needs no more memory than a short one.
 */
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../lib/csv.ts';

export type Lines = AsyncGenerator<string, void, undefined>;

export interface FilePage<Next> {
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
