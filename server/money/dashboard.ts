/** The wallet, its entries and its crediting over HTTP. */
import type { Wallet } from '../../openapi/generated/dashboard.ts';
import { runUuidOf } from '../kinds.ts';
import type { CreditBy } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import { inMoney, type Unit } from '../platform/lib/money.ts';

import { readSettings } from '../workspaces/index.ts';
import { checkMayCredit } from './dashboard-crediting.ts';
import { exportEntries } from './dashboard-csv.ts';
import { storedKind, toEntry } from './entry-present.ts';
import type { EntryFilter, Ledger } from './index.ts';
import { toStatement } from './present.ts';

type WalletHandlers = Pick<
  DashboardHandlers,
  'getWallet' | 'listEntries' | 'getEntryFile' | 'getStatement' | 'createCredit'
>;

export interface WalletOptions {
  db: Db;
  ledger: Ledger;
  unit: Unit;
  paging: Paging;
  creditBy: CreditBy;
}

export function createWalletHandlers(options: WalletOptions): WalletHandlers {
  const { db, ledger, unit, paging, creditBy } = options;

  async function read(workspace: string): Promise<Wallet> {
    const [balances, { lowBalanceAmount }] = await Promise.all([
      ledger.balances(workspace),
      readSettings(db, workspace),
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
    };
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

    async getStatement({ principal: { workspace }, query: { month } }) {
      const from = new Date(`${month}-01T00:00:00.000Z`);
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
      const found = await ledger.statement(workspace, { from, to });
      return { status: 200, body: toStatement(found, { month, from, to }, unit) };
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
