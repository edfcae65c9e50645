/**
 * Returns the money of ended keys to the wallet: what was unspent when a key expired, and what runs release after their
 * key was revoked. The worker calls this again and again; a call that is interrupted, or runs at the same time as
 * another, moves nothing twice. An account that cannot be emptied does not block the others.
 */

import { lockAccounts, returnToWallet } from '../money/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { isSpent, selectEndedCredit } from './store.ts';

const ACCOUNTS_PER_CALL = 100;

export interface EndedAccount {
  workspace: string;
  account: string;
}

/** Returns the emptied accounts. */
export async function returnEndedCredit(
  db: Db,
  onFault: (error: unknown, account: EndedAccount) => void,
): Promise<number> {
  let emptied = 0;
  for (const account of await selectEndedCredit(db, ACCOUNTS_PER_CALL)) {
    try {
      if ((await emptyAccount(db, account)) > 0) emptied += 1;
    } catch (error) {
      onFault(error, account);
    }
  }
  return emptied;
}

function emptyAccount(db: Db, { workspace, account }: EndedAccount): Promise<number> {
  return db.transaction(async (tx) => {
    const { wallet, credit } = await lockAccounts(tx, workspace, account);
    // Checked again under the locks: a rotation may have handed the account on meanwhile.
    if (credit === undefined || (await isSpent(tx, account))) return 0;
    return returnToWallet(tx, workspace, { wallet, credit });
  });
}
