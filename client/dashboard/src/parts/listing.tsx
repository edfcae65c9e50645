/** A list that is read page by page: its rows, or why there are none, and the way to more of them. */
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
  /** Undefined until the first page is there. */
  rows: Row[] | undefined;
  /** What is read, for the words while it is: `the keys`. */
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
