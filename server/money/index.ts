/**
 * The ledger: what a workspace has, where it came from and where it went. Entries move every amount and never change;
 * balances are cached sums of them, and `audit` proves that they still are. The kernel of runs writes holds and captures
 * (`admit_runs` and `advance_runs`), in the same tables and by the same rules.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { type Decimal, MAX_AMOUNT, timesTenTo } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  type BalancedPage,
  type EntryPage,
  listBalances,
  listEntries,
  readStatement,
  type Statement,
} from './entries.ts';
import { selectEntriesOfRun } from './entry-store.ts';
import { type Grant, type GrantPage, listGrants, openGrants, settleGrants } from './grants.ts';
import {
  type Balance,
  type CreditKind,
  closeNextEntries,
  creditWallet,
  type EntryFilter,
  type EntryRow,
  insertAccount,
  insertCharge,
  insertCredit,
  insertRefund,
  type Stored,
  selectBalances,
  selectTopUp,
  selectUncharged,
} from './store.ts';
import { checkAmount, checkReference, wrongMember } from './transfer.ts';

export {
  attribute,
  type CountedGrant,
  type HeldRun,
  keptFor,
  leftOf,
  settleCounted,
} from './attribution.ts';
export { type AuditOptions, type AuditResult, audit } from './audit/index.ts';
export { type Books, MONTH, monthNow, postingsOf, readBooks } from './books.ts';
export { creditsOf, insertTax } from './books-store.ts';
export {
  type ChargedGroup,
  type ChargedRun,
  type Charging,
  listChargedGroups,
  listChargedRuns,
  readCharges,
  type Statement,
} from './entries.ts';
export { CAPTURES } from './entry-store.ts';
export { KEPT, keptColumns, lockWorkspace, selectHeldRuns } from './grant-store.ts';
export {
  expireGrants,
  GRANT_PREFIX,
  type Grant,
  type GrantPage,
  giveGrant,
  giveWelcome,
  keepWelcomeOnce,
  REASONS,
  revokeGrant,
} from './grants.ts';
export {
  type Balance,
  type EntryFilter,
  type EntryRow,
  noteBudgets,
  returnToWallet,
  setOutbox,
} from './store.ts';
export {
  lockAccounts,
  openKeyCredit,
  setKeyCredit,
  wrongMember,
} from './transfer.ts';

interface TopUp {
  workspace: string;
  amount: number;
  /** The payment's name in the operator's books: one reference tops up once, however often the caller sends it. */
  reference: string;
  /** Who acts; absent for the command line. */
  actor?: Actor | undefined;
}

export interface Ledger {
  /** `replayed`: the same top-up was made before, and this one changed nothing. */
  topUp(topUp: TopUp): Promise<{ replayed: boolean; wallet: Balance }>;
  /** The wallet first, then the credit of keys. */
  balances(workspace: string): Promise<Balance[]>;
  /** Newest first; `before` is the `next` of the page before. */
  entries(
    workspace: string,
    page: { limit: number; before?: number } & EntryFilter,
  ): Promise<EntryPage>;
  /** The same with what the wallet had available after each; see `listBalances`. */
  entriesWithBalance(
    workspace: string,
    page: { limit: number; before?: number; balance?: number } & EntryFilter,
  ): Promise<BalancedPage>;
  /** From one time to another, from the present entries. */
  statement(workspace: string, span: { from: Date; to: Date }): Promise<Statement>;
  /** Oldest first: the hold, and its capture or release. */
  entriesOfRun(workspace: string, run: string): Promise<EntryRow[]>;
  /** Those that have something left, in the order in which they are spent. */
  openGrants(workspace: string): Promise<Grant[]>;
  /** All of them, newest first, with what they have left now; without a page, as far as the list goes. */
  grants(workspace: string, page?: GrantPage): Promise<Grant[]>;
}

/** `reads` has a short timeout, for what adds up many entries. */
export function createLedger({ db, reads = db }: { db: Db; reads?: Db }): Ledger {
  return {
    topUp: (topUp) => db.transaction((tx) => topUpWallet(tx, topUp)),
    balances: (workspace) => selectBalances(db, workspace),
    entries: (workspace, page) => listEntries(reads, workspace, page),
    entriesWithBalance: (workspace, page) => listBalances(reads, workspace, page),
    statement: (workspace, span) => readStatement(reads, workspace, span),
    entriesOfRun: (workspace, run) => selectEntriesOfRun(db, workspace, run),
    openGrants: (workspace) => openGrants(db, workspace),
    grants: (workspace, page) => listGrants(db, workspace, page),
  };
}

/** Opens the wallet of a new workspace, in the transaction that creates the workspace. */
export function openWallet(tx: Queryable, workspace: string): Promise<void> {
  return insertAccount(tx, { workspace, id: newUuid(), kind: 'wallet' });
}

export async function topUpWallet(
  tx: Queryable,
  topUp: TopUp,
): Promise<{ replayed: boolean; wallet: Balance }> {
  const { amount, reference } = topUp;
  checkAmount(amount, 'The amount');
  checkReference(reference);
  const wallet = await credit(tx, { ...topUp, kind: 'top_up' });
  return wallet === undefined
    ? { replayed: true, wallet: await replay(tx, topUp) }
    : { replayed: false, wallet };
}

/** Credits the wallet with a payment by card, in the transaction that ends the payment; once, however often it is called. */
export async function creditPayment(
  tx: Queryable,
  payment: { workspace: string; amount: number; reference: string; actor?: Actor | undefined },
): Promise<void> {
  await credit(tx, { ...payment, kind: 'payment' });
}

/**
 * Takes back credit of a payment whose payer has the money again: at most `atMost`, and no more than the wallet has
 * available. What grants have left pays for nothing that a payer has back. Returns what was taken.
 */
export async function takeRefund(
  tx: Queryable,
  refund: { workspace: string; atMost: number; reference: string },
): Promise<number> {
  const { workspace, reference } = refund;
  const granted = await settleGrants(tx, workspace);
  const amount = await insertRefund(tx, { ...refund, granted });
  if (amount > 0) await recordEvent(tx, workspace, 'credit_taken_back', { amount, reference });
  return amount;
}

/** Credits again what `takeRefund` took. */
export async function reverseRefund(
  tx: Queryable,
  refund: { workspace: string; amount: number; reference: string },
): Promise<void> {
  await credit(tx, { ...refund, kind: 'refund_reversed' });
}

/** Undefined if an entry of this kind has the reference already. */
async function credit(
  tx: Queryable,
  { actor, ...entry }: TopUp & { kind: CreditKind },
): Promise<Balance | undefined> {
  const { workspace, amount, reference } = entry;
  // The entry first: the unique index makes a concurrent twin wait for this one, before it takes any lock.
  if ((await insertCredit(tx, entry)) === undefined) return undefined;
  await settleGrants(tx, workspace);
  const wallet = await creditWallet(tx, workspace, amount);
  if (wallet === undefined) {
    const detail = `The workspace would hold more than ${MAX_AMOUNT} units.`;
    throw wrongMember('amount', 'maximum', detail);
  }
  await recordEvent(tx, workspace, 'wallet_credited', { amount, reference }, actor);
  return wallet;
}

async function replay(tx: Queryable, { workspace, amount, reference }: TopUp): Promise<Balance> {
  const made = await selectTopUp(tx, workspace, reference);
  const [wallet] = await selectBalances(tx, workspace);
  if (made === undefined || wallet === undefined) {
    throw new Problem('not_found', 'There is no such workspace.');
  }
  if (made.amount === amount) return wallet;
  const detail = `has credited ${made.amount} units before, and cannot be used for ${amount} units`;
  throw new Problem('conflict', `This reference ${detail}.`, {
    errors: [{ pointer: '#/reference', detail, code: 'conflict' }],
  });
}

/*
 * Closes balances: saves the sum of the entries of each account up to one entry, so that an audit starts after it. The
 * worker calls this again and again; a call that is interrupted, or runs at the same time as another, adds nothing
 * twice and leaves nothing out.
 */

const ENTRIES_PER_CALL = 10_000;
/** Long enough for most transactions that have to end first. */
const PAUSE_MS = 20;
/** A worker has other chores: the next call closes what is left. */
const PATIENCE_MS = 3_000;

/** Resolves when all entries that existed at first are closed, patience has ended, or another process is closing. */
export async function closeBalances(db: Db, patienceMs = PATIENCE_MS): Promise<void> {
  const endAt = performance.now() + patienceMs;
  while ((await closeNextEntries(db, ENTRIES_PER_CALL)) && performance.now() < endAt) {
    await sleep(PAUSE_MS);
  }
}

/*
 * Charges workspaces for what they store: once for each UTC day, for the bytes that are stored when they are first
 * counted on it. The count and its entries are in one transaction, so a repeat, another process and a crash change
 * nothing. A day on which nobody counted is not charged.
 */

interface StorageCharging {
  stored: readonly Stored[];
  /** Of a gigabyte, which is 10^9 bytes, for a day, in whole units of the currency. */
  price: Decimal;
  scale: number;
  onFault(error: unknown, workspace: string): void;
}

export async function chargeStorage(
  db: Db,
  { stored, price, scale, onFault }: StorageCharging,
): Promise<void> {
  const inUnits = timesTenTo(scale, price);
  for (const each of await selectUncharged(db, stored)) {
    try {
      await db.transaction((tx) => insertCharge(tx, { ...each, price: inUnits }));
    } catch (error) {
      onFault(error, each.workspace);
    }
  }
}
