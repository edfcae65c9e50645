/**
 * The catalog over HTTP: the exact identifiers that runs can name, with their prices, in pages by
 * identifier. A key that may name some models sees no others. Shows what callers pay and may ask for, and nothing of how a provider is reached.
 */
import type { Handlers } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { isAllowed } from '../../keys/index.ts';
import type { Catalog } from '../../providers/catalog.ts';
import { type Shown, toModel } from './present.ts';

export interface ModelHandlersOptions extends Shown {
  catalog: Pick<Catalog, 'list'>;
  cursors: Cursors;
}

/** The position behind a cursor is the last identifier of the page before. */
const LIST = { operation: 'listModels' };

export function createModelHandlers(options: ModelHandlersOptions): Pick<Handlers, 'listModels'> {
  return {
    listModels({ principal: { models }, query: { limit = 20, cursor } }) {
      const after = cursor === undefined ? '' : options.cursors.take(LIST, cursor);
      const rest = options.catalog
        .list()
        .filter(({ id }) => id > after && (models === undefined || isAllowed(models, id)));
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return {
        status: 200,
        body: {
          data: page.map((model) => toModel(model, options)),
          nextCursor:
            last && rest.length > page.length ? options.cursors.give(LIST, last.id) : null,
        },
      };
    },
  };
}
