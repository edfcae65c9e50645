/**
 * The way back of money whose key has ended: what expires unspent, and what runs release after their key
 * was revoked, returns to the wallet. Called again and again by the worker; a call that is cut short, or
 * runs beside another, moves nothing twice. A purse that cannot be emptied keeps no other from it.
 */
import type { Db } from '../db/pool.ts';
import { lockPurses, returnToWallet } from '../ledger/index.ts';
import { isSpent, selectEndedCredit } from './store.ts';

const PURSES_PER_CALL = 100;

export interface EndedPurse {
  workspace: string;
  account: string;
}

/** The purses emptied. */
export async function returnEndedCredit(
  db: Db,
  onFault: (error: unknown, purse: EndedPurse) => void,
): Promise<number> {
  let emptied = 0;
  for (const purse of await selectEndedCredit(db, PURSES_PER_CALL)) {
    try {
      if ((await emptyPurse(db, purse)) > 0) emptied += 1;
    } catch (error) {
      onFault(error, purse);
    }
  }
  return emptied;
}

function emptyPurse(db: Db, { workspace, account }: EndedPurse): Promise<number> {
  return db.transaction(async (tx) => {
    const { wallet, credit } = await lockPurses(tx, workspace, account);
    // Asked again under the locks: a rotation may have handed the purse on meanwhile.
    if (credit === undefined || (await isSpent(tx, account))) return 0;
    return returnToWallet(tx, workspace, { wallet, credit });
  });
}
