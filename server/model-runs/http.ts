/**
 * The catalog over HTTP: the exact identifiers that runs can name, with their prices, in pages by identifier. A key
 * that may name only some models sees no others. Shows what callers pay and may ask for, but not how to reach a
 * provider.
 */
import { isAllowed } from '../keys/index.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import { type Cursors, pageById } from '../platform/lib/cursor.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type Shown, toModel } from './present.ts';
import type { Catalog, CatalogModel } from './providers/catalog.ts';

interface ModelHandlersOptions extends Shown {
  catalog: Pick<Catalog, 'get' | 'list'>;
  cursors: Cursors;
}

export function createModelHandlers(
  options: ModelHandlersOptions,
): Pick<Handlers, 'listModels' | 'getModel'> {
  const { catalog, cursors } = options;
  return {
    listModels({ principal: { models }, query: { limit, cursor, ...filters } }) {
      const { supportedParameter, tools } = filters;
      const list = {
        operation: 'listModels',
        filters: { supportedParameter, tools: tools === undefined ? undefined : String(tools) },
      };
      const all = catalog.list().filter((model) => isSeen(model, models) && fits(model, filters));
      const { page, nextCursor } = pageById(all, { limit, cursor }, list, cursors);
      return {
        status: 200,
        body: { data: page.map((model) => toModel(model, options)), nextCursor },
      };
    },

    getModel({ principal: { models }, params: { id } }) {
      const model = catalog.get(id);
      if (!model || !isSeen(model, models)) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toModel(model, options) };
    },
  };
}

/** Whether a key sees the model; `models` is the key's list of models, if it has one. */
function isSeen({ id }: CatalogModel, models: readonly string[] | undefined): boolean {
  return models === undefined || isAllowed(models, id);
}

function fits(
  { capabilities, supportedParameters }: CatalogModel,
  { supportedParameter = [], tools }: Input<'listModels'>['query'],
): boolean {
  if (tools !== undefined && capabilities.tools !== tools) return false;
  return supportedParameter.every((name) => supportedParameters.includes(name));
}
