/** How every list continues: null asks for the first page, and a page without a next cursor is the last. */
export const PAGED = {
  initialPageParam: null,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

export function allRows<Row>(data: { pages: { data: Row[] }[] } | undefined): Row[] | undefined {
  return data?.pages.flatMap((page) => page.data);
}
