/**
 * The lists of the mock, read on page by page to their end: what the example pages have, and what callers created.
 * Cursors are those of the service, so that one of another list or of other filters is refused here as well. The cursor that the
 * example shows is the mock's own.
 */
import { createHash } from 'node:crypto';
import { type Cursors, createCursors } from '../../server/kernel/cursor.ts';
import type { Query } from './asked.ts';
import type { Operation } from './operations.ts';

/** As the document has it. */
const DEFAULT_LIMIT = 20;

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
    /** Of these rows, in their order. Where the row before the page is forgotten, so are those behind it. */
    page<Of extends Row>(
      operation: string,
      query: Query,
      all: readonly Of[],
      isAsked: (row: Of) => boolean = () => true,
    ) {
      const { cursor, limit = DEFAULT_LIMIT } = query;
      const after = typeof cursor === 'string' ? positionOf(operation, query, cursor) : undefined;
      const before = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
      const isForgotten = after !== undefined && before < 0;
      const rest = isForgotten ? [] : all.slice(before + 1).filter(isAsked);
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
