/** What the service is asked for, while it is read, when it is there, and when it could not be read. */
import type { ReactNode } from 'react';
import { Failure, Skeleton } from './notice.tsx';
import { More } from './table.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** How many gray rows stand for what is not there yet. */
  rows?: number | undefined;
  /** The text while it is read: `Loading the keys`. */
  label: string;
  children: (data: NonNullable<Data>) => ReactNode;
}

export function Loaded<Data>({ query, rows, label, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined && data !== null) return children(data);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={rows} label={label} />;
}

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

/** A list that is read page by page: the rows, or why there are none, and a button that loads more. */
export function Listing<Row>({ list, rows, what, bones, empty, children }: ListingProps<Row>) {
  const { error, refetch } = list;
  return (
    <>
      <Loaded query={{ data: rows, error, refetch }} rows={bones} label={`Loading ${what}`}>
        {(all) => (all.length > 0 ? children(all) : empty)}
      </Loaded>
      <More
        hasMore={list.hasNextPage ?? false}
        isLoading={list.isFetchingNextPage ?? false}
        onMore={() => void list.fetchNextPage?.()}
      />
    </>
  );
}
