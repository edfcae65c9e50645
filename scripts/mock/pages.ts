/**
 * The lists of the mock: the rows of all example pages, read on page by page to their end. Cursors are those of
 * the service, so that one of another list or of other filters is refused here as well. The cursor that the
 * example shows is the mock's own.
 */
import { createHash } from 'node:crypto';
import { type Cursors, createCursors } from '../../server/kernel/cursor.ts';
import type { Query } from './asked.ts';
import type { Operation } from './operations.ts';

/** Of any list. */
export interface Row {
  id: string;
}

export interface List {
  data: Row[];
  nextCursor: string | null;
}

/** The same for each mock: what one gave, another takes. */
const SECRET = createHash('sha256').update('the mock keeps no secrets').digest();

export type Pages = ReturnType<typeof createPages>;

export function createPages(operations: readonly Operation[]) {
  const cursors: Cursors = createCursors(SECRET);

  function examplesOf(operation: string): List[] {
    const answers = operations.find(({ id }) => id === operation)?.answers ?? [];
    return answers.flatMap(({ examples }) => [...examples.values()].filter(isList));
  }

  const rows = <Of extends Row>(operation: string) =>
    examplesOf(operation).flatMap(({ data }) => data as Of[]);

  function listOf(operation: string, { limit: _, cursor: __, ...filters }: Query) {
    return { operation, filters };
  }

  /** The row behind which the page starts; undefined where this list did not give the cursor. */
  function positionOf(operation: string, query: Query, cursor: string): string | undefined {
    try {
      return cursors.take(listOf(operation, query), cursor);
    } catch {
      return undefined;
    }
  }

  return {
    rows,
    gave: (operation: string, query: Query, cursor: string) =>
      positionOf(operation, query, cursor) !== undefined,
    /** Without a limit, pages are as long as the first example. */
    page<Of extends Row>(operation: string, query: Query, isAsked: (row: Of) => boolean) {
      const [example] = examplesOf(operation);
      const { cursor, limit = example?.data.length } = query;
      const after = typeof cursor === 'string' ? positionOf(operation, query, cursor) : undefined;
      const all = rows<Of>(operation);
      const rest = all.slice(all.findIndex(({ id }) => id === after) + 1).filter(isAsked);
      const data = rest.slice(0, Number(limit));
      const last = data.at(-1);
      const isEnd = last === undefined || data.length === rest.length;
      const list = listOf(operation, query);
      return { data, nextCursor: isEnd ? null : cursors.give(list, last.id) };
    },
  };
}

export function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && 'data' in value && 'nextCursor' in value;
}
