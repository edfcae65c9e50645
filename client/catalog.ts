/** The catalogs: what runs can name, such as models and tools, with prices and accepted parameters. */
import { type ResponsePromise, responding } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import type { CatalogTool, Model, ModelList, operations, ToolList } from './contract.ts';
import { UsageError } from './errors.ts';
import type { Calls } from './kinds.ts';
import { type Paged, paged } from './paging.ts';
import type { Send } from './transport.ts';

type Query<Operation extends 'listModels' | 'listTools'> = NonNullable<
  operations[Operation]['parameters']['query']
>;

/** Filters of the catalog. `limit` is the page size; the list continues with further pages. */
export type ModelFilters = Omit<Query<'listModels'>, 'cursor'>;

export type ToolFilters = Omit<Query<'listTools'>, 'cursor'>;

interface Catalog<Item, Page, Filters> {
  /** Lists what runs can name, by identifier. */
  list(filters?: Filters, options?: CallOptions): Paged<Item, Page>;
  /** Gets one item by its exact identifier. Throws `NotFoundError` if the catalog has none. */
  get(id: string, options?: CallOptions): ResponsePromise<Item>;
}

export interface Models extends Catalog<Model, ModelList, ModelFilters> {}

export interface Tools extends Catalog<CatalogTool, ToolList, ToolFilters> {}

type AnyPage<Item> = { data: Item[]; nextCursor: string | null };

/** `what` is the word for one item. */
export function createCatalog<Item, Page extends AnyPage<Item>, Filters extends object>(
  { GET }: Calls,
  send: Send,
  what: string,
): Catalog<Item, Page, Filters> {
  return {
    list: (filters, options) =>
      paged<Item, Page>(filters, options, async (query, call) => {
        const params = { query };
        const { data } = await send<Page>((init) => GET('', { ...init, params }), call);
        return data!;
      }),

    get: (id, options) =>
      responding(options, async (call) => {
        if (typeof id !== 'string' || NO_ID.test(id)) {
          throw new UsageError(`Give the identifier of a ${what}, as the catalog has it.`);
        }
        const params = { path: { id } };
        const { data } = await send<Item>((init) => GET('/{id}', { ...init, params }), call);
        return data!;
      }),
  };
}

/** Empty, `.`, `..`, and characters that a path can't carry. */
const NO_ID = /^\.{0,2}$|[\p{Cc}\p{Surrogate}]/u;
