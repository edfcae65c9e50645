/**
 * How a live list merges what it reads again: new rows go to the front, known rows get their newer state, and nothing
 * is read twice. A list that does not join the known rows is marked, because rows would be missing between the two.
 * Pure.
 */
import type { RunListRow } from './kinds.ts';

export interface RunPage {
  data: RunListRow[];
  nextCursor: string | null;
}

export interface Feed {
  pages: RunPage[];
  pageParams: unknown[];
}

/** `undefined` if the newest rows and the known ones do not meet. The same feed if nothing is new. */
export function mergeHead(feed: Feed, head: RunPage): Feed | undefined {
  const [first, ...rest] = feed.pages;
  if (!first) return undefined;
  const known = new Set(first.data.map(({ id }) => id));
  const fresh = head.data.filter(({ id }) => !known.has(id));
  const meets = fresh.length < head.data.length || head.nextCursor === null;
  if (!meets && first.data.length > 0) return undefined;
  // An empty list had no end to continue from: the head brings its own.
  if (first.data.length === 0) return { ...feed, pages: [head, ...rest] };
  const updated = mergeRows(feed, head.data);
  if (fresh.length === 0) return updated;
  const [page, ...others] = updated.pages;
  return { ...updated, pages: [{ ...page!, data: [...fresh, ...page!.data] }, ...others] };
}

/** How many rows of the head the feed lacks; `isMore` if there may be others between the two. */
export function countNewRuns(feed: Feed, head: RunPage): { count: number; isMore: boolean } {
  const known = new Set(feed.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const count = head.data.filter(({ id }) => !known.has(id)).length;
  return { count, isMore: count > 0 && count === head.data.length && head.nextCursor !== null };
}

/** Updates known rows to their newest state; ignores unknown rows. */
export function mergeRows(feed: Feed, rows: RunListRow[]): Feed {
  const newer = new Map(rows.map((row) => [row.id, row]));
  let changed = false;
  const pages = feed.pages.map((page) => {
    if (!page.data.some((row) => isNewer(newer.get(row.id), row))) return page;
    changed = true;
    const data = page.data.map((row) => {
      const other = newer.get(row.id);
      return other && isNewer(other, row) ? other : row;
    });
    return { ...page, data };
  });
  return changed ? { ...feed, pages } : feed;
}

/**
 * Like `mergeRows`, for a page of the same list that begins right before `before`. A pending row that belongs into the
 * page but is not in it no longer matches the list's filters, and is removed.
 */
export function mergeWindow(feed: Feed, page: RunPage, before?: string): Feed {
  const there = new Set(page.data.map(({ id }) => id));
  const last = page.nextCursor === null ? '' : (page.data.at(-1)?.createdAt ?? before ?? '');
  const isGone = (row: RunListRow) =>
    !isTerminal(row.state) &&
    !there.has(row.id) &&
    row.createdAt > last &&
    (before === undefined || row.createdAt < before);
  const merged = mergeRows(feed, page.data);
  if (!merged.pages.some(({ data }) => data.some(isGone))) return merged;
  const pages = merged.pages.map((one) => ({
    ...one,
    data: one.data.filter((row) => !isGone(row)),
  }));
  return { ...merged, pages };
}

export function isTerminal(state: string): boolean {
  return state === 'completed' || state === 'failed';
}

function isNewer(other: RunListRow | undefined, row: RunListRow): boolean {
  if (!other || isTerminal(row.state)) return false;
  return other.state !== row.state || other.updatedAt > row.updatedAt;
}
