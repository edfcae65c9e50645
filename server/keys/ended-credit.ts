/**
 * The way back of money whose key has ended: what expires unspent, and what runs release after their key
 * was revoked, returns to the wallet. Called again and again by the worker; a call that is cut short, or
 * runs beside another, moves nothing twice.
 */
import type { Db } from '../db/pool.ts';
import { lockPurses, returnToWallet } from '../ledger/index.ts';
import { isSpent, selectEndedCredit } from './store.ts';

const PURSES_PER_CALL = 100;

/** The purses emptied. */
export async function returnEndedCredit(db: Db): Promise<number> {
  let emptied = 0;
  for (const { workspace, account } of await selectEndedCredit(db, PURSES_PER_CALL)) {
    const returned = await db.transaction(async (tx) => {
      const { wallet, credit } = await lockPurses(tx, workspace, account);
      // Asked again under the locks: a rotation may have handed the purse on meanwhile.
      if (credit === undefined || (await isSpent(tx, account))) return 0;
      return returnToWallet(tx, workspace, { wallet, credit });
    });
    if (returned > 0) emptied += 1;
  }
  return emptied;
}
