/**
 * The list of a workspace's entries, newest first. If a filter narrows it to a key or a kind, a page reads a bounded
 * number of entries: it may be short, or empty, and still have a next one.
 */

import type { Queryable } from '../platform/db/pool.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import {
  type ChargedGroup,
  type ChargedRun,
  type ChargedSpan,
  type ChargeQuery,
  type Flows,
  type StatementCredit,
  scanEntries,
  selectBounds,
  selectChargedGroups,
  selectChargedRuns,
  selectCredits,
  selectEntries,
  selectEntriesOfRun,
  selectFlows,
  selectRareEntries,
  selectWalletAfter,
} from './entry-store.ts';
import type { EntryFilter, EntryRow } from './store.ts';

/** The most entries that a read has time to add up. */
const ADDED_UP_ENTRIES = 100_000;

export interface EntryPage {
  entries: EntryRow[];
  /** The `before` of the next page. */
  next: number | null;
}

export interface BalancedPage {
  /** Each entry with what the wallet had available right after it. */
  entries: (EntryRow & { walletBalance?: number })[];
  next: number | null;
  /** The `balance` of the next page. */
  nextBalance?: number;
}

type EntryQuery = { limit: number; before?: number } & EntryFilter;

export async function listEntries(
  db: Queryable,
  workspace: string,
  page: EntryQuery,
): Promise<EntryPage> {
  const found = await readPage(db, workspace, page);
  return { ...found, entries: found.entries.filter(isWithin(page)) };
}

/**
 * The same with the balance of each entry, unless a filter leaves out entries that change it. `balance` comes from the
 * page before: without it, this adds up all newer entries, unless there are too many.
 */
export async function listBalances(
  db: Queryable,
  workspace: string,
  { balance, ...page }: EntryQuery & { balance?: number },
): Promise<BalancedPage> {
  const { kind, run, apiKey } = page;
  const { entries, next } = await readPage(db, workspace, page);
  const [first] = entries;
  const isNarrowed = kind !== undefined || run !== undefined || apiKey !== undefined;
  if (isNarrowed || !first) return { entries: entries.filter(isWithin(page)), next };
  let after =
    balance ??
    (await selectWalletAfter(db, { workspace, entry: first.id, atMost: ADDED_UP_ENTRIES }));
  if (after === undefined) return { entries: entries.filter(isWithin(page)), next };
  const balanced: BalancedPage['entries'] = [];
  for (const entry of entries) {
    balanced.push({ ...entry, walletBalance: after });
    after -= effectOnWallet(entry);
  }
  return { entries: balanced.filter(isWithin(page)), next, nextBalance: after };
}

function effectOnWallet({ accountKind, from, to, amount }: EntryRow): number {
  if (accountKind !== 'wallet') return 0;
  return to === 'available' ? amount : from === 'available' ? -amount : 0;
}

/** All entries of a range of numbers, with some at its ends that are outside of the requested time. */
async function readPage(
  db: Queryable,
  workspace: string,
  { from, to, ...page }: EntryQuery,
): Promise<EntryPage> {
  if (from === undefined && to === undefined) return listBetween(db, workspace, page);
  const bounds = await selectBounds(db, { from, to });
  const before = Math.min(page.before ?? MAX_AMOUNT, bounds.before ?? MAX_AMOUNT);
  return listBetween(db, workspace, { ...page, before, after: bounds.after ?? 0 });
}

function isWithin({ from, to }: EntryFilter): (entry: EntryRow) => boolean {
  return ({ createdAt }) =>
    (from === undefined || createdAt >= from) && (to === undefined || createdAt < to);
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

/** In the key's own account and in the wallet. */
const SCANNED_FOR_A_KEY = 2_000;
/** Every run has entries of the other kinds, so a page is usually full after far fewer. */
const SCANNED_OF_EACH_ACCOUNT = 500;
const RARE: ReadonlySet<string> = new Set([
  'top_up',
  'payment',
  'refund',
  'refund_reversed',
  'grant',
  'grant_expired',
  'transfer_out',
  'transfer_in',
  'loss',
]);

/*
 * What a workspace had when a month began and ended, and what came and went in between: credits, and the charges of
 * runs that ended and of stored bytes. Holds and transfers move nothing in or out. All of it comes from one snapshot of the books, so it
 * adds up.
 */

export interface Statement extends Omit<Flows, 'total' | 'later'> {
  /** Available and held, in the wallet and in the credit of keys. */
  opening: number;
  closing: number;
  /** Newest first. */
  credits: StatementCredit[];
}

/** The most payments that a statement lists one by one. */
const MOST_CREDITS = 100;

export async function readStatement(
  tx: Queryable,
  workspace: string,
  span: { from: Date; to: Date },
): Promise<Statement> {
  const { total, later, ...flows } = await selectFlows(tx, workspace, span);
  const closing = total - later;
  const { credited, granted, expired, returned, provider, fee, storage } = flows;
  const opening = closing - credited - granted + expired + returned + provider + fee + storage;
  const credits = await selectCredits(tx, { workspace, ...span, limit: MOST_CREDITS });
  return { opening, ...flows, closing, credits };
}

/*
 * What the runs of all kinds were charged in a span of time, by the entries of the statement of that time: whatever they
 * are split by, their sums are its sums.
 */

export type { ChargedGroup, ChargedRun };

export type Charging = Omit<ChargeQuery, 'workspace' | 'above' | 'atMost' | 'withRest'>;

/** The most groups that a page shows. */
const MOST_CHARGED_GROUPS = 100;
/** Each page of a file adds up the span again. */
const GROUPS_OF_FILE = 50_000;

/** The highest ones; if there are more, the last group is all others. */
export function readCharges(
  tx: Queryable,
  workspace: string,
  charging: Charging,
): Promise<ChargedGroup[]> {
  const page = { above: 0, atMost: MOST_CHARGED_GROUPS, withRest: true };
  return selectChargedGroups(tx, { workspace, ...charging, ...page });
}

interface ChargePage<Row> {
  rows: Row[];
  /** The `above` or `after` of the next page. */
  next: number | null;
}

export async function listChargedGroups(
  tx: Queryable,
  workspace: string,
  { above = 0, ...charging }: Charging & { above?: number },
): Promise<ChargePage<ChargedGroup>> {
  const page = { above, atMost: GROUPS_OF_FILE, withRest: false };
  const rows = await selectChargedGroups(tx, { workspace, ...charging, ...page });
  return { rows, next: rows.length < GROUPS_OF_FILE ? null : above + GROUPS_OF_FILE };
}

export async function listChargedRuns(
  tx: Queryable,
  workspace: string,
  { after = 0, ...query }: Omit<ChargedSpan, 'workspace'> & { after?: number; limit: number },
): Promise<ChargePage<ChargedRun>> {
  const rows = await selectChargedRuns(tx, { workspace, after, ...query });
  return { rows, next: rows.length < query.limit ? null : rows.at(-1)!.id };
}
