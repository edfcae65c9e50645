/**
 * The other changes of a key: its name, its expiry, and the credit that only it spends. The keys that it replaced spend
 * the same credit while they still work, and keep their names and their expiries.
 */

import { lockAccounts, openKeyCredit, setKeyCredit } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { checkExpiry, checkName, wrongMember } from './members.ts';
import { type KeyRow, setExpiry, setName, setPayer } from './store.ts';

/** An absent member stays as it is. */
export interface RightsChange {
  name?: string;
  /** Null for a key that does not expire. */
  expiresAt?: Date | null;
  /** The amount that its own account shall have available. */
  credit?: number;
  walletFallback?: boolean;
}

/** Runs in the transaction that has locked the keys and the accounts. */
export async function changeRights(
  tx: Queryable,
  before: KeyRow,
  keys: string[],
  { name, expiresAt, credit, walletFallback = before.walletFallback }: RightsChange,
): Promise<void> {
  if (name !== undefined) await setName(tx, before.id, checkName(name));
  if (expiresAt !== undefined) {
    checkExpiry(expiresAt);
    await setExpiry(tx, before.id, expiresAt);
  }
  const account = await accountOf(tx, before, credit);
  if (walletFallback && account === null) {
    const detail = 'Only a key with credit of its own can fall back.';
    throw wrongMember('walletFallback', 'needs_credit', detail);
  }
  if (account !== before.account || walletFallback !== before.walletFallback) {
    await setPayer(tx, keys, { account, walletFallback });
  }
}

/** The account that the key then spends, with this much in it. */
async function accountOf(
  tx: Queryable,
  { workspace, account }: KeyRow,
  amount: number | undefined,
): Promise<string | null> {
  if (amount === undefined) return account;
  const { wallet, credit } = await lockAccounts(tx, workspace, account);
  if (credit) {
    await setKeyCredit(tx, workspace, { wallet, credit, amount });
    return account;
  }
  if (amount === 0) return null;
  return openKeyCredit(tx, { workspace, amount });
}
