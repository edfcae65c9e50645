/** The catalog: the models that runs can name, with their prices and what they take. */
import type { Client } from 'openapi-fetch';
import type { Model, ModelList, operations, PlainPaths } from './contract.ts';
import { UsageError } from './errors.ts';
import { type Paged, paged } from './paging.ts';
import type { CallOptions, Send } from './transport.ts';

type Query = NonNullable<operations['listModels']['parameters']['query']>;

/** What the catalog is narrowed by. `limit` is the size of a page: the list goes on beyond it. */
export type ModelFilters = Omit<Query, 'cursor'>;

export interface Models {
  /** The models that runs can name, by identifier. */
  list(filters?: ModelFilters, options?: CallOptions): Paged<Model, ModelList>;
  /** One model by its exact identifier. `NotFoundError` where the catalog has none. */
  get(id: string, options?: CallOptions): Promise<Model>;
}

export function createModels(raw: Client<PlainPaths>, send: Send): Models {
  return {
    list: (filters = {}, options) =>
      paged<Model, ModelList>(async (cursor) => {
        const params = { query: cursor === undefined ? filters : { ...filters, cursor } };
        const { data } = await send<ModelList>(
          (init) => raw.GET('/v1/developer/models', { ...init, params }),
          options,
        );
        return data!;
      }),

    async get(id, options) {
      if (typeof id !== 'string' || NO_ID.test(id)) {
        throw new UsageError('Give the identifier of a model, as the catalog has it.');
      }
      const params = { path: { id } };
      const { data } = await send<Model>(
        (init) => raw.GET('/v1/developer/models/{id}', { ...init, params }),
        options,
      );
      return data!;
    },
  };
}

/** The list, its neighbours, and what a path can't carry. */
const NO_ID = /^\.{0,2}$|[\p{Cc}\p{Surrogate}]/u;
