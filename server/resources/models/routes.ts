/**
 * The catalog over HTTP: the exact identifiers that runs can name, with their prices, in pages by
 * identifier. Shows what callers pay and may ask for, and nothing of how a provider is reached.
 */
import type { Model } from '../../../openapi/generated/developer.ts';
import type { Handlers } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import type { Catalog, CatalogModel } from '../../providers/catalog.ts';

export interface ModelHandlersOptions {
  catalog: Pick<Catalog, 'list'>;
  /** Of the prices. */
  currency: string;
  /** The deployment's limit: only a lower one of a model is worth telling. */
  maxOutputTokens: number;
  cursors: Cursors;
}

/** The position behind a cursor is the last identifier of the page before. */
const LIST = { operation: 'listModels' };

export function createModelHandlers(options: ModelHandlersOptions): Pick<Handlers, 'listModels'> {
  return {
    listModels({ query: { limit = 20, cursor } }) {
      const after = cursor === undefined ? '' : options.cursors.take(LIST, cursor);
      const rest = options.catalog.list().filter(({ id }) => id > after);
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

/** The model as the contract has it. */
export function toModel(
  model: CatalogModel,
  { currency, maxOutputTokens }: Pick<ModelHandlersOptions, 'currency' | 'maxOutputTokens'>,
): Model {
  const { id, name, contextLength, capabilities, pricing, priceVersion } = model;
  const lower = model.maxOutputTokens !== undefined && model.maxOutputTokens < maxOutputTokens;
  return {
    id,
    name,
    ...(contextLength !== undefined && { contextLength }),
    ...(lower && { maxOutputTokens: model.maxOutputTokens }),
    capabilities: {
      tools: capabilities.tools,
      reasoningDetails: capabilities.reasoning !== 'nothing',
    },
    pricing: { currency, ...pricing },
    priceVersion,
  };
}
