/** The catalog of tools over HTTP: the exact identifiers that runs can name, in pages by identifier. */
import type { Handlers } from '../platform/http/index.ts';
import { type Cursors, pageById } from '../platform/lib/cursor.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { ToolCatalog } from './catalog.ts';
import { toTool } from './present.ts';

export function createToolHandlers(
  catalog: Pick<ToolCatalog, 'get' | 'list'>,
  cursors: Cursors,
): Pick<Handlers, 'listTools' | 'getTool'> {
  return {
    listTools({ query }) {
      const list = { operation: 'listTools' };
      const { page, nextCursor } = pageById(catalog.list(), query, list, cursors);
      return { status: 200, body: { data: page.map(toTool), nextCursor } };
    },

    getTool({ params: { id } }) {
      const tool = catalog.get(id);
      if (!tool) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toTool(tool) };
    },
  };
}
