/** All entries of a paged list, fetched on demand. Pages may be short or empty. */
import { responding, type WithResponse } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import { ClientError, ConnectionError } from './errors.ts';

export interface Paged<Item, Page> extends AsyncIterable<Item> {
  /** Iterates over the pages instead of their entries. */
  pages(): AsyncIterable<Page>;
  /** The first page, with its HTTP response. */
  withResponse(): Promise<WithResponse<Page>>;
}

interface AnyPage<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** `read` gets the filters with the cursor of a page. */
export function paged<Item, Page extends AnyPage<Item>, Filters extends object = object>(
  filters: Filters | undefined,
  options: CallOptions | undefined,
  read: (query: Filters, options: CallOptions | undefined) => Promise<Page>,
): Paged<Item, Page & AnyPage<Item>> {
  const first = (filters ?? {}) as Filters;

  async function* pages() {
    let cursor: string | undefined;
    for (;;) {
      const page = await read(cursor === undefined ? first : { ...first, cursor }, options);
      if (!Array.isArray(page.data)) throw new ConnectionError('The answer is no list.');
      yield page;
      const next = page.nextCursor ?? undefined;
      if (next === undefined) return;
      if (next === cursor) throw new ClientError('ClientError', 'The list gave one cursor twice.');
      cursor = next;
    }
  }

  async function* items() {
    for await (const page of pages()) yield* page.data;
  }

  return {
    pages,
    [Symbol.asyncIterator]: items,
    withResponse: () => responding(options, (listening) => read(first, listening)).withResponse(),
  };
}
