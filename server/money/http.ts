/**
 * Money over HTTP, for programs: the account of a key, which is what it can spend and the limits that apply to it; and the
 * wallet of a workspace with its entries and grants, as both APIs show them. For operators: the books of a month.
 */

import type {
  Account,
  EntryList,
  Entry as EntryView,
  GrantList,
  Grant as GrantView,
  Quota,
  SpendingLimit,
  Wallet,
} from '../../openapi/generated/developer.ts';
import type { Books as BooksBody } from '../../openapi/generated/operator.ts';
import type { Allowance, SpendingLimit as Limit, Principal } from '../keys/index.ts';
import { runIdOf, runUuidOf } from '../kinds.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input, OperatorHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { toDate, toDates } from '../platform/lib/moment.ts';
import { type Decimal, decimalOf, type Unit } from '../platform/lib/money.ts';
import { WINDOW_SECONDS } from '../platform/rates/index.ts';
import { QUOTAS, type UsedQuota } from '../quotas/index.ts';
import { readSettings } from '../workspaces/index.ts';
import {
  type Books,
  type EntryFilter,
  type EntryRow,
  GRANT_PREFIX,
  type Grant,
  type Ledger,
  leftOf,
  monthNow,
  postingsOf,
  readBooks,
} from './index.ts';

export interface AccountHandlersOptions extends Bounds {
  allowanceOf: (principal: Principal) => Promise<Allowance>;
  unit: Unit;
  /** The quotas of a workspace, with what is used. */
  quotasOf: (workspace: string) => Promise<UsedQuota[]>;
}

export function createAccountHandlers(
  options: AccountHandlersOptions,
): Pick<Handlers, 'getAccount'> {
  return {
    async getAccount({ principal, rate }) {
      const [allowance, quotas] = await Promise.all([
        options.allowanceOf(principal),
        options.quotasOf(principal.workspace),
      ]);
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: toAccount(principal, { ...allowance, quotas }, rate, options),
      };
    },
  };
}

/* The account of a key as the contract has it. */

/** What applies to all keys of the deployment. */
interface Bounds {
  maxPendingRuns: number;
  /** The requests of one key. */
  ratePerMinute: number;
  /** Of a gigabyte that is stored for a day, if it has one. */
  storagePrice: Decimal | undefined;
}

/** How much is left of the request rate. */
interface Rate {
  remaining: number;
  endsAtMs: number;
}

function toAccount(
  { apiKey }: Principal,
  allowance: Allowance & { quotas: UsedQuota[] },
  rate: Rate | undefined,
  { unit, maxPendingRuns, ratePerMinute, storagePrice }: Bounds & { unit: Unit },
): Account {
  invariant(rate, 'the requests of a key are counted');
  const { accounts, limits, spendable, quotas, pendingRuns, expiresAt, models } = allowance;
  return {
    keyId: uuidToId('key', apiKey),
    ...unit,
    spendableAmount: spendable,
    accounts: accounts.map(({ account, available, held }) => ({
      ...{ account, availableAmount: available, heldAmount: held },
    })),
    spendingLimits: limits.map(toSpendingLimit),
    requestRate: {
      limit: ratePerMinute,
      remaining: rate.remaining,
      windowSeconds: WINDOW_SECONDS,
      resetsAt: new Date(rate.endsAtMs).toISOString(),
    },
    pendingRuns: { limit: maxPendingRuns, count: pendingRuns },
    quotas: quotas.map(toQuota),
    ...(storagePrice !== undefined && { storagePricePerGbDay: storagePrice }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(models && { models }),
  };
}

function toSpendingLimit({ period, resetsAt, of, ...amounts }: Limit): SpendingLimit {
  return {
    period,
    ...(of !== undefined && { ofKeyId: uuidToId('key', of) }),
    limitAmount: amounts.limit,
    spentAmount: amounts.spent,
    heldAmount: amounts.held,
    availableAmount: amounts.available,
    resetsAt: resetsAt.toISOString(),
  };
}

export function toQuota({ quota, limit, used, freesAt }: UsedQuota): Quota {
  const { unit } = QUOTAS[quota];
  return { quota, unit, limit, used, ...(freesAt && { freesAt: freesAt.toISOString() }) };
}

/* The wallet of a workspace. */

export interface WalletEdgeOptions {
  db: Db;
  ledger: Ledger;
  unit: Unit;
  paging: Paging;
  payments: {
    /** What one payment by card may be; undefined if there are none. */
    bounds: { least: number; most: number; step: number; isTaxed?: boolean } | undefined;
    /** What the workspace owes from payments that were refunded or contested. */
    debt(workspace: string): Promise<number>;
    debtStopsRuns: boolean;
  };
}

type EntryQuery = Input<'listBillingEntries'>['query'] & { createdFrom?: string | undefined };

export type WalletEdge = ReturnType<typeof createWalletEdge>;

export function createWalletEdge({ db, ledger, unit, paging, payments }: WalletEdgeOptions) {
  const { bounds } = payments;

  return {
    async wallet(workspace: string): Promise<Wallet> {
      const [balances, grants, { lowBalanceAmount }, debt] = await Promise.all([
        ledger.balances(workspace),
        ledger.openGrants(workspace),
        readSettings(db, workspace),
        payments.debt(workspace),
      ]);
      const wallet = balances.find(({ kind }) => kind === 'wallet');
      invariant(wallet, 'every workspace has a wallet');
      const sumOf = (part: 'available' | 'held' | 'spent') =>
        balances.reduce((sum, account) => sum + account[part], 0);
      return {
        availableAmount: wallet.available,
        // Over all accounts: whichever account pays for a run, the workspace has spent the money.
        heldAmount: sumOf('held'),
        spentAmount: sumOf('spent'),
        keyCreditAmount: sumOf('available') - wallet.available,
        currency: unit.currency,
        scale: unit.scale,
        ...(lowBalanceAmount !== null && { lowBalanceAmount }),
        isLow: lowBalanceAmount !== null && wallet.available < lowBalanceAmount,
        ...(debt > 0 && { debtAmount: debt }),
        ...(debt > 0 && payments.debtStopsRuns && { debtStopsRuns: true as const }),
        grants: grants.map(toGrant),
        ...(bounds && {
          payments: {
            leastAmount: bounds.least,
            mostAmount: bounds.most,
            stepAmount: bounds.step,
            ...(bounds.isTaxed && { isTaxed: true }),
          },
        }),
      };
    },

    async entries(
      workspace: string,
      { limit, cursor, ...filters }: EntryQuery,
    ): Promise<EntryList> {
      const list = { operation: 'listEntries', workspace, filters };
      const page = toBalancedPage(paging.toPage(list, { limit, cursor }));
      const filter = toFilter(filters);
      if (!filter) return paging.pageOf(list, [], null);
      const query = { ...page, ...filter };
      const { entries, next, nextBalance } = await ledger.entriesWithBalance(workspace, query);
      const below = next !== null && nextBalance !== undefined ? `${next} ${nextBalance}` : next;
      return paging.pageOf(list, entries.map(toEntry), below);
    },

    async grants(
      workspace: string,
      { limit, cursor, ...filters }: Input<'listBillingGrants'>['query'],
    ): Promise<GrantList> {
      const list = { operation: 'listGrants', workspace, filters };
      const page = { ...paging.toPage(list, { limit, cursor }), ...toDates(filters) };
      const found = await ledger.grants(workspace, { ...page, limit: page.limit + 1 });
      const shown = found.slice(0, page.limit);
      const next = found.length > page.limit ? shown.at(-1)!.id : null;
      return paging.pageOf(list, shown.map(toGrant), next);
    },
  };
}

export function createWalletHandlers(
  edge: WalletEdge,
): Pick<Handlers, 'getBillingWallet' | 'listBillingEntries' | 'listBillingGrants'> {
  return {
    async getBillingWallet({ principal: { workspace } }) {
      return { status: 200, body: await edge.wallet(workspace) };
    },

    async listBillingEntries({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.entries(workspace, query) };
    },

    async listBillingGrants({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.grants(workspace, query) };
    },
  };
}

function toGrant(grant: Grant): GrantView {
  const { id, reason, amount, expired, createdAt, endsAt } = grant;
  return {
    id: uuidToId(GRANT_PREFIX, id),
    ...{ reason, amount, leftAmount: leftOf(grant) },
    ...(expired > 0 && { expiredAmount: expired }),
    ...{ createdAt: createdAt.toISOString(), expiresAt: endsAt.toISOString() },
  };
}

/** A cursor contains the number of an entry, and the balance below it if that is known. */
function toBalancedPage({ limit, before }: { limit: number; before?: string }) {
  if (before === undefined) return { limit };
  const [entry, balance] = before.split(' ').map(Number);
  return { limit, before: entry!, ...(balance !== undefined && { balance }) };
}

/** Undefined if nothing can match: a malformed id does not exist. */
export function toFilter(input: {
  kind?: string | undefined;
  runId?: string | undefined;
  keyId?: string | undefined;
  createdFrom?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}): EntryFilter | undefined {
  const { createdFrom } = input;
  const { createdAfter, createdBefore } = toDates(input);
  const run = input.runId === undefined ? undefined : runUuidOf(input.runId);
  const apiKey = input.keyId === undefined ? undefined : idToUuid('key', input.keyId);
  if ((input.runId !== undefined && !run) || (input.keyId !== undefined && !apiKey))
    return undefined;
  return {
    ...(input.kind !== undefined && { kind: storedKind(input.kind) }),
    ...(createdFrom !== undefined && { from: toDate('createdFrom', createdFrom) }),
    // Moments are compared in milliseconds.
    ...(createdAfter && { from: new Date(createdAfter.getTime() + 1) }),
    ...(createdBefore && { to: createdBefore }),
    ...(run !== undefined && { run }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

/* Entries as both APIs show them: how they changed the available balance. */

export function toEntry(row: EntryRow & { walletBalance?: number }): EntryView {
  const { run, apiKey, reference, walletBalance } = row;
  return {
    id: String(row.id),
    kind: (KINDS[row.kind] ?? row.kind) as EntryView['kind'],
    amount: row.amount,
    direction: directionOf(row),
    account: row.accountKind,
    ...(run !== null && { runId: runIdOf(row.runKind, run) }),
    ...(apiKey !== null && { keyId: uuidToId('key', apiKey) }),
    // Those of transfers are the ledger's own.
    ...(reference !== null && !row.kind.startsWith('transfer_') && { reference }),
    createdAt: row.createdAt.toISOString(),
    ...(walletBalance !== undefined && { walletBalanceAmount: walletBalance }),
  };
}

/** The kind in the ledger. */
function storedKind(kind: string): string {
  return Object.keys(KINDS).find((stored) => KINDS[stored] === kind) ?? kind;
}

function directionOf({ from, to }: EntryRow): EntryView['direction'] {
  if (to === 'available') return 'in';
  return from === 'available' ? 'out' : 'none';
}

const KINDS: Record<string, string | undefined> = {
  capture_provider: 'capture',
  capture_fee: 'fee',
};

export function createBooksHandlers({
  reads,
  timeZone,
  unit,
}: {
  /** Connections for sums over many rows. */
  reads: Db;
  timeZone: string;
  unit: Unit;
}): Pick<OperatorHandlers, 'getBooks'> {
  return {
    async getBooks({ query: { month = monthNow(timeZone) } }) {
      return { status: 200, body: toBooks(await readBooks(reads, { month, timeZone }), unit) };
    },
  };
}

function toBooks(books: Books, unit: Unit): BooksBody {
  const { month, timeZone, from, to, state, opening, closing, lines } = books;
  return {
    ...{ month, timeZone, from: from.toISOString(), to: to.toISOString(), state },
    currency: unit.currency,
    opening: decimalOf(opening, unit),
    lines: lines.map(({ name, title, effect, amount, entries }) => ({
      ...{ name, title, effect, amount: decimalOf(amount, unit), entries },
    })),
    closing: decimalOf(closing, unit),
    unknownCosts: books.unknownCosts,
    agrees: books.difference === 0n,
    entries: postingsOf(books, unit).map(({ date, account, debit, credit, text }) => ({
      ...{ date, account, text },
      ...(debit !== undefined && { debit }),
      ...(credit !== undefined && { credit }),
    })),
  };
}
