/** Pages of the dashboard's lists: a limit with a default, and a cursor around the id of the last row. */
import type { Cursors, List } from '../lib/cursor.ts';

const LIMIT = 20;

interface Input {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export type Paging = ReturnType<typeof createPaging>;

export function createPaging(cursors: Cursors) {
  /** For rows with UUIDs as ids. */
  function toPage(
    list: List,
    { limit = LIMIT, cursor }: Input,
  ): { limit: number; before?: string } {
    return { limit, ...(cursor !== undefined && { before: cursors.take(list, cursor) }) };
  }

  return {
    toPage,
    /** For rows with increasing numbers as ids. */
    toNumberedPage(list: List, input: Input): { limit: number; before?: number } {
      const { limit, before } = toPage(list, input);
      return { limit, ...(before !== undefined && { before: Number(before) }) };
    },
    pageOf<Item>(list: List, data: Item[], next: string | number | null) {
      return { data, nextCursor: next === null ? null : cursors.give(list, String(next)) };
    },
  };
}
