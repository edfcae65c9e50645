/**
 * The way back of money whose key has ended: what expires unspent, and what runs release after their key was revoked,
 * returns to the wallet. Called again and again by the worker; a call that is cut short, or runs at the same time as
 * another, moves nothing twice. An account that cannot be emptied keeps no other from it.
 */
import type { Db } from '../db/pool.ts';
import { lockAccounts, returnToWallet } from '../ledger/index.ts';
import { isSpent, selectEndedCredit } from './store.ts';

const ACCOUNTS_PER_CALL = 100;

export interface EndedAccount {
  workspace: string;
  account: string;
}

/** The accounts emptied. */
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
    // Asked again under the locks: a rotation may have handed the account on meanwhile.
    if (credit === undefined || (await isSpent(tx, account))) return 0;
    return returnToWallet(tx, workspace, { wallet, credit });
  });
}
