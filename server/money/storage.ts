/**
 * Charges workspaces for what they store: once for each UTC day, for the bytes that are stored when they are first
 * counted on it. The count and its entries are in one transaction, so a repeat, another process and a crash change
 * nothing. A day on which nobody counted is not charged.
 */
import type { Db } from '../platform/db/pool.ts';
import { type Decimal, timesTenTo } from '../platform/lib/money.ts';
import { insertCharge, type Stored, selectUncharged } from './storage-store.ts';

export interface StorageCharging {
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
