/**
 * The lists of the mock with all their pages: the rows of the examples, and what callers created. The mock makes
 * cursors in the same way as the service, so it also refuses a cursor of another list or of other filters. It replaces
 * the cursor of the example by its own.
 */
import { createHash } from 'node:crypto';
import { type Cursors, createCursors } from '../../server/platform/lib/cursor.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import type { Operation } from './operations.ts';
import type { Query } from './requests.ts';

/** The default of the document. */
const DEFAULT_LIMIT = 20;

/** A row of any list. */
export interface Row {
  id: string;
}

export interface List {
  data: Row[];
  nextCursor: string | null;
}

/** Each mock has the same secret, so that one accepts the cursors of another. */
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

  /** The row after which the page starts; undefined if this list did not return the cursor. */
  function positionOf(operation: string, query: Query, cursor: string): string | undefined {
    try {
      return cursors.take(listOf(operation, query), cursor);
    } catch {
      return undefined;
    }
  }

  return {
    rows,
    /** The service's own refusal of a cursor that this list did not return. */
    refusalOf(operation: string, query: Query, cursor: string): Problem | undefined {
      try {
        cursors.take(listOf(operation, query), cursor);
        return undefined;
      } catch (error) {
        if (error instanceof Problem) return error;
        throw error;
      }
    },
    /**
     * Returns a page of these rows in their order, as `show` returns them. `show` returns undefined for a row that
     * does not match. If the row before the page is forgotten, the rows after it are forgotten as well.
     */
    page<Of extends Row, Shown>(
      operation: string,
      query: Query,
      all: readonly Of[],
      show: (one: Of) => Shown | undefined,
    ) {
      const { cursor, limit = DEFAULT_LIMIT } = query;
      const after = typeof cursor === 'string' ? positionOf(operation, query, cursor) : undefined;
      const before = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
      const rest = after !== undefined && before < 0 ? [] : all.slice(before + 1);
      const data: Shown[] = [];
      let last = '';
      for (const one of rest) {
        const shown = show(one);
        if (shown === undefined) continue;
        if (data.length === Number(limit)) {
          return { data, nextCursor: cursors.give(listOf(operation, query), last) };
        }
        data.push(shown);
        last = one.id;
      }
      return { data, nextCursor: null };
    },
  };
}

export function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && 'data' in value && 'nextCursor' in value;
}
