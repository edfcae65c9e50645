/** A list that is read page by page: shows the rows, or why there are none, and a button that loads more. */
import type { ReactNode } from 'react';
import { Failure, Skeleton } from './notice.tsx';
import { More } from './page.tsx';

interface Listed {
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

interface ListingProps<Row> {
  list: Listed;
  /** Undefined until the first page has arrived. */
  rows: Row[] | undefined;
  /** The name of the rows for the text while they load: `the keys`. */
  what: string;
  bones?: number;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

export function Listing<Row>({ list, rows, what, bones, empty, children }: ListingProps<Row>) {
  return (
    <>
      {rows ? (
        rows.length > 0 ? (
          children(rows)
        ) : (
          empty
        )
      ) : list.error ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton {...(bones !== undefined && { rows: bones })} label={`Loading ${what}`} />
      )}
      <More
        hasMore={list.hasNextPage ?? false}
        isLoading={list.isFetchingNextPage ?? false}
        onMore={() => void list.fetchNextPage?.()}
      />
    </>
  );
}
