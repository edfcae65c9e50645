/** The catalog of tools over HTTP: the exact identifiers that runs can name, in pages by identifier. */
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { ToolCatalog } from './catalog.ts';
import { toTool } from './present.ts';

const LIST = { operation: 'listTools' };

export function createToolHandlers(
  catalog: Pick<ToolCatalog, 'get' | 'list'>,
  cursors: Cursors,
): Pick<Handlers, 'listTools' | 'getTool'> {
  return {
    listTools({ query: { limit = 20, cursor } }) {
      // The position in a cursor is the last identifier of the previous page.
      const after = cursor === undefined ? '' : cursors.take(LIST, cursor);
      const rest = catalog.list().filter(({ id }) => id > after);
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return {
        status: 200,
        body: {
          data: page.map(toTool),
          nextCursor: last && rest.length > page.length ? cursors.give(LIST, last.id) : null,
        },
      };
    },

    getTool({ params: { id } }) {
      const tool = catalog.get(id);
      if (!tool) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toTool(tool) };
    },
  };
}
