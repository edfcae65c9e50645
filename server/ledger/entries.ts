/**
 * The list of a workspace's entries, newest first. Where it is narrowed to a key or a kind, a page looks at
 * a bounded number of entries: it may be short, or empty, and still have a next one.
 */
import type { Queryable } from '../db/pool.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import {
  scanEntries,
  selectBounds,
  selectEntries,
  selectEntriesOfRun,
  selectRareEntries,
} from './entry-store.ts';
import type { EntryFilter, EntryRow } from './store.ts';

export interface EntryPage {
  entries: EntryRow[];
  /** The `before` of the next page. */
  next: number | null;
}

export async function listEntries(
  db: Queryable,
  workspace: string,
  page: { limit: number; before?: number } & EntryFilter,
): Promise<EntryPage> {
  const { from, to, ...others } = page;
  if (from === undefined && to === undefined) return listBetween(db, workspace, page);
  const bounds = await selectBounds(db, { from, to });
  const before = Math.min(page.before ?? MAX_AMOUNT, bounds.before ?? MAX_AMOUNT);
  const after = bounds.after ?? 0;
  const found = await listBetween(db, workspace, { ...others, before, after });
  const entries = found.entries.filter(
    ({ createdAt }) =>
      (from === undefined || createdAt >= from) && (to === undefined || createdAt < to),
  );
  return { entries, next: found.next };
}

async function listBetween(
  db: Queryable,
  workspace: string,
  page: { limit: number; before?: number; after?: number } & EntryFilter,
): Promise<EntryPage> {
  const { limit, before = MAX_AMOUNT, after = 0, run, apiKey, kind = null } = page;
  const query = { workspace, before, after, limit: limit + 1 };
  if (run !== undefined) {
    return pageOf(await entriesOfRun(db, { ...query, run, apiKey, kind }), limit);
  }
  if (apiKey === undefined && kind === null) return pageOf(await selectEntries(db, query), limit);
  if (apiKey === undefined && kind !== null && RARE.has(kind)) {
    return pageOf(await selectRareEntries(db, { ...query, kind }), limit);
  }
  const scanAtMost = apiKey === undefined ? SCANNED_OF_EACH_ACCOUNT : SCANNED_FOR_A_KEY;
  const scan = { ...query, kind, apiKey: apiKey ?? null, scanAtMost };
  const { rows, lastScanned } = await scanEntries(db, scan);
  const found = pageOf(rows, limit);
  return { ...found, next: found.next ?? lastScanned };
}

async function entriesOfRun(
  db: Queryable,
  query: {
    workspace: string;
    run: string;
    before: number;
    kind: string | null;
    apiKey: string | undefined;
  },
): Promise<EntryRow[]> {
  const rows = await selectEntriesOfRun(db, query.workspace, query.run);
  return rows
    .filter(({ id, kind }) => id < query.before && (query.kind === null || kind === query.kind))
    .filter((entry) => query.apiKey === undefined || entry.apiKey === query.apiKey)
    .reverse();
}

function pageOf(rows: EntryRow[], limit: number): EntryPage {
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** In its own account and in the wallet. */
const SCANNED_FOR_A_KEY = 2_000;
/** Every run leaves a few kinds: a page is full long before. */
const SCANNED_OF_EACH_ACCOUNT = 500;
const RARE: ReadonlySet<string> = new Set(['top_up', 'transfer_out', 'transfer_in', 'loss']);
