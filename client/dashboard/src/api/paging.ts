/** How every list continues: null asks for the first page, and a page without a next cursor is the last. */
export const PAGED = {
  initialPageParam: null,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** The address of a file of a workspace with all rows that match the filters. */
export function fileAt(path: string, workspaceId: string, filters: Record<string, string>): string {
  const query = new URLSearchParams(filters).toString();
  const address = `${path.replace('{workspaceId}', workspaceId)}.csv`;
  return query === '' ? address : `${address}?${query}`;
}

export function allRows<Row>(data: { pages: { data: Row[] }[] } | undefined): Row[] | undefined {
  return data?.pages.flatMap((page) => page.data);
}
