/**
 * Closes balances: saves the sum of the entries of each account up to one entry, so that an audit starts after it. The
 * worker calls this again and again; a call that is interrupted, or runs at the same time as another, adds nothing
 * twice and leaves nothing out.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/db/pool.ts';
import { type Decimal, timesTenTo } from '../platform/lib/money.ts';
import { closeNextEntries, insertCharge, type Stored, selectUncharged } from './store.ts';

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
