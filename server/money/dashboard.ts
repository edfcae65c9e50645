/** The wallet, its entries and its crediting over HTTP. */

import type {
  Grant as GrantView,
  Statement as StatementView,
  Wallet,
} from '../../openapi/generated/dashboard.ts';
import { runIdOf, runUuidOf } from '../kinds.ts';
import { isAtLeast, type Role } from '../people/index.ts';
import type { CreditBy } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { csvLines, type Lines } from '../platform/http/downloads.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { checkTimeZone, monthIn, toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { decimalOf, inMoney } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import {
  type EntryFilter,
  type EntryRow,
  GRANT_PREFIX,
  type Grant,
  type Ledger,
  leftOf,
  type Statement,
} from './index.ts';

type WalletHandlers = Pick<
  DashboardHandlers,
  'getWallet' | 'listEntries' | 'getEntryFile' | 'getStatement' | 'createCredit'
>;

interface WalletOptions {
  db: Db;
  ledger: Ledger;
  unit: Unit;
  paging: Paging;
  creditBy: CreditBy;
  payments: {
    /** What one payment by card may be; undefined if there are none. */
    bounds: { least: number; most: number; step: number; isTaxed?: boolean } | undefined;
    /** What the workspace owes from payments that were refunded or contested. */
    debt(workspace: string): Promise<number>;
  };
}

export function createWalletHandlers(options: WalletOptions): WalletHandlers {
  const { db, ledger, unit, paging, creditBy, payments } = options;
  const { bounds } = payments;

  async function read(workspace: string): Promise<Wallet> {
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
  }

  async function zoneOf(workspace: string, query: { timeZone?: string | undefined }) {
    const { timeZone = (await readSettings(db, workspace)).timeZone } = query;
    checkTimeZone(timeZone, { parameter: 'timeZone' });
    return timeZone;
  }

  return {
    async getWallet({ principal }) {
      return { status: 200, body: await read(principal.workspace) };
    },

    async listEntries({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const list = { operation: 'listEntries', workspace, filters };
      const page = toBalancedPage(paging.toPage(list, { limit, cursor }));
      const filter = toFilter(filters);
      if (!filter) return { status: 200, body: paging.pageOf(list, [], null) };
      const query = { ...page, ...filter };
      const { entries, next, nextBalance } = await ledger.entriesWithBalance(workspace, query);
      const below = next !== null && nextBalance !== undefined ? `${next} ${nextBalance}` : next;
      return { status: 200, body: paging.pageOf(list, entries.map(toEntry), below) };
    },

    getEntryFile({ principal: { workspace }, query }) {
      const file = exportEntries({ ledger, unit }, workspace, toFilter(query));
      const name = `entries-${new Date().toISOString().slice(0, 10)}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },

    async getStatement({ principal: { workspace }, query }) {
      const { month } = query;
      const timeZone = await zoneOf(workspace, query);
      const span = monthIn(month, timeZone);
      const found = await ledger.statement(workspace, span);
      return { status: 200, body: toStatement(found, { month, timeZone, ...span }, unit) };
    },

    async createCredit({ principal: { workspace, role, session }, body }) {
      checkMayCredit(creditBy, role);
      const { amount, reference } = body;
      const input = { workspace, amount, reference, actor: session.user };
      const { replayed } = await ledger.topUp(input).catch((error: unknown) => {
        throw inMoney(error, unit);
      });
      const credited = { wallet: await read(workspace), replayed };
      return replayed ? { status: 200, body: credited } : { status: 201, body: credited };
    },
  };
}

function toGrant(grant: Grant): GrantView {
  const { id, reason, amount, endsAt } = grant;
  return {
    id: uuidToId(GRANT_PREFIX, id),
    ...{ reason, amount, leftAmount: leftOf(grant), expiresAt: endsAt.toISOString() },
  };
}

/** A cursor contains the number of an entry, and the balance below it if that is known. */
function toBalancedPage({ limit, before }: { limit: number; before?: string }) {
  if (before === undefined) return { limit };
  const [entry, balance] = before.split(' ').map(Number);
  return { limit, before: entry!, ...(balance !== undefined && { balance }) };
}

/** Undefined if nothing can match: a malformed id does not exist. */
function toFilter(input: {
  kind?: string | undefined;
  runId?: string | undefined;
  keyId?: string | undefined;
  createdFrom?: string | undefined;
  createdBefore?: string | undefined;
}): EntryFilter | undefined {
  const { createdFrom, createdBefore } = input;
  const run = input.runId === undefined ? undefined : runUuidOf(input.runId);
  const apiKey = input.keyId === undefined ? undefined : idToUuid('key', input.keyId);
  if ((input.runId !== undefined && !run) || (input.keyId !== undefined && !apiKey))
    return undefined;
  return {
    ...(input.kind !== undefined && { kind: storedKind(input.kind) }),
    ...(createdFrom !== undefined && { from: toDate('createdFrom', createdFrom) }),
    ...(createdBefore !== undefined && { to: toDate('createdBefore', createdBefore) }),
    ...(run !== undefined && { run }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

/* Who may credit a wallet here. The deployment decides, because it is the deployment's money. */

function checkMayCredit(creditBy: CreditBy, role: Role): void {
  if (creditBy === 'operator') {
    throw new Problem('credit_by_operator', 'In this deployment the operator credits wallets.');
  }
  if (isAtLeast(role, creditBy)) return;
  throw new Problem(
    'forbidden',
    `Crediting takes the role ${creditBy} here, and yours is ${role}.`,
  );
}

/* All entries that match a filter, as one file. */

const PAGE = 1_000;

interface ExportSources {
  ledger: Pick<Ledger, 'entries'>;
  unit: Unit;
}

/** Without a filter, nothing can match. */
function exportEntries(
  { ledger, unit }: ExportSources,
  workspace: string,
  filter: EntryFilter | undefined,
): Lines {
  return csvLines<number>(COLUMNS, async (before) => {
    if (!filter) return { rows: [], next: null };
    const page = { limit: PAGE, ...(before !== undefined && { before }), ...filter };
    const { entries, next } = await ledger.entries(workspace, page);
    return { rows: entries.map((row) => cellsOf(toEntry(row), unit)), next };
  });
}

const COLUMNS = [
  ...['id', 'at', 'kind', 'direction', 'account', 'amount', 'currency', 'units'],
  ...['run', 'key', 'reference'],
];

function cellsOf(entry: EntryView, unit: Unit) {
  const { id, createdAt, kind, direction, account, amount, runId, keyId, reference } = entry;
  return [
    ...[id, createdAt, kind, direction, account],
    ...[decimalOf(amount, unit), unit.currency, amount],
    ...[runId, keyId, reference],
  ];
}

/* A monthly statement as the dashboard shows it. */

function toStatement(
  found: Statement,
  { month, timeZone, from, to }: { month: string; timeZone: string; from: Date; to: Date },
  { currency, scale }: Unit,
): StatementView {
  return {
    month,
    timeZone,
    from: from.toISOString(),
    to: to.toISOString(),
    isOver: to.getTime() <= Date.now(),
    openingAmount: found.opening,
    creditedAmount: found.credited,
    grantedAmount: found.granted,
    expiredAmount: found.expired,
    returnedAmount: found.returned,
    providerAmount: found.provider,
    feeAmount: found.fee,
    storageAmount: found.storage,
    closingAmount: found.closing,
    runs: found.runs,
    credits: found.credits.map(({ reference, amount, createdAt }) => ({
      ...{ reference, amount, createdAt: createdAt.toISOString() },
    })),
    ...{ currency, scale },
  };
}

/* Entries as the dashboard shows them: how they changed the available balance. */

export interface EntryView {
  id: string;
  kind: string;
  amount: number;
  direction: 'in' | 'out' | 'none';
  account: 'wallet' | 'key_credit';
  runId?: string;
  keyId?: string;
  reference?: string;
  createdAt: string;
  walletBalanceAmount?: number;
}

export function toEntry(row: EntryRow & { walletBalance?: number }): EntryView {
  const { run, apiKey, reference, walletBalance } = row;
  return {
    id: String(row.id),
    kind: KINDS[row.kind] ?? row.kind,
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
