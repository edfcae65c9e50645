/**
 * Cursors of lists: opaque base64url text with the position at which the next page starts, sealed with a secret of the
 * deployment. The seal covers the list of the cursor: its operation, its workspace and its filters. So a cursor works
 * only for its list, and a forged one for none. Nothing is stored: every process of the deployment accepts the cursors
 * of the others.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.ts';

/** The list that a cursor belongs to. The page size may change from one page to the next. */
export interface List {
  operation: string;
  /** Absent if the list is the same for all workspaces. */
  workspace?: string;
  /** By name; undefined ones were not given. The order of several values of one does not matter. */
  filters?: Record<string, string | number | readonly string[] | undefined>;
}

export interface Cursors {
  /** The cursor of a page that starts after this position. */
  give(list: List, position: string): string;
  /** The position in a cursor of this list; anything else is `invalid_cursor`. */
  take(list: List, cursor: string): string;
}

/** The version of the format and of the sealed content: cursors of other versions are refused. */
const VERSION = 1;
const SEAL_BYTES = 16;

export function createCursors(secret: Buffer): Cursors {
  const key = createHmac('sha256', secret).update('cursors of lists').digest();

  function seal({ operation, workspace = '', filters = {} }: List, position: string): Buffer {
    const sealed = JSON.stringify([VERSION, operation, workspace, given(filters), position]);
    return createHmac('sha256', key).update(sealed).digest().subarray(0, SEAL_BYTES);
  }

  function give(list: List, position: string): string {
    const parts = [Buffer.of(VERSION), seal(list, position), Buffer.from(position)];
    return Buffer.concat(parts).toString('base64url');
  }

  return {
    give,
    take(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(1 + SEAL_BYTES).toString();
      // Compares the text: several texts decode to the same bytes.
      const theirs = Buffer.from(cursor);
      const ours = Buffer.from(give(list, position));
      if (theirs.length === ours.length && timingSafeEqual(theirs, ours)) return position;
      throw new Problem('invalid_cursor', REFUSAL, {
        errors: [{ parameter: 'cursor', detail: FAULT, code: 'invalid_cursor' }],
      });
    },
  };
}

/** A page of a list in the order of ids: the position in a cursor is the last id of the previous page. */
export function pageById<Item extends { id: string }>(
  all: readonly Item[],
  { limit = 20, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  list: List,
  cursors: Cursors,
): { page: Item[]; nextCursor: string | null } {
  const after = cursor === undefined ? '' : cursors.take(list, cursor);
  const rest = all.filter(({ id }) => id > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rest.length > page.length;
  return { page, nextCursor: last && hasMore ? cursors.give(list, last.id) : null };
}

const FAULT = 'was not given by this list with these filters';
const REFUSAL =
  'This is not a cursor of this list with these filters: send nextCursor of the page before as it is, with the filters of that page, or begin again without a cursor.';

function given(filters: NonNullable<List['filters']>): [string, string | string[]][] {
  return Object.entries(filters)
    .flatMap(([name, value]): [string, string | string[]][] => {
      if (value === undefined) return [];
      if (typeof value === 'number') return [[name, String(value)]];
      return [[name, typeof value === 'string' ? value : [...new Set(value)].sort()]];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/* Pages of the dashboard's lists: a limit with a default, and a cursor around the id of the last row. */

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
