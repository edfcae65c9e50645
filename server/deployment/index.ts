/**
 * The deployment: the secret behind the pseudonyms that it sends upstream and the cursors that it gives, and the
 * history of the database that it has worked with. A database that was restored or failed over may not know of runs that were sent; until
 * `recover` has dealt with them, `isKnown` is false and nothing may be claimed.
 *
 * The server's own files, put back from a copy, leave no trace inside the database. Only a process that was
 * there before notices: it finds less than it has written. One that starts afterwards cannot.
 */
import { randomBytes } from 'node:crypto';
import { readIdentity } from '../db/identity.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import {
  countOn,
  forgetWitnesses,
  insertDeployment,
  learnIdentity,
  selectDeployment,
  updateIdentity,
} from './store.ts';

export interface Deployment {
  attributionKey: Buffer;
  /** Whether this is the database, and the history of it, that was last acknowledged. */
  isAcknowledged(): Promise<boolean>;
  /** The same, for a process that claims and asks again and again: it would notice that it lost its past. */
  isKnown(): Promise<boolean>;
  /** From now on the database as it is now is the known one. */
  acknowledge(): Promise<void>;
}

/** Made by the first process that opens a new database. */
export async function openDeployment(db: Db): Promise<Deployment> {
  const identity = await readIdentity(db);
  if ((await selectDeployment(db)) === undefined) {
    await insertDeployment(db, randomBytes(32), identity);
  } else if (identity !== null) {
    await learnIdentity(db, identity);
  }
  const row = await selectDeployment(db);
  invariant(row, 'the deployment has its row');
  const witness = newUuid();
  let count = 0;

  async function isAcknowledged(): Promise<boolean> {
    const [known, current] = await Promise.all([selectDeployment(db), readIdentity(db)]);
    if (!known?.isInPlace || known.wentBack) return false;
    // A server whose identifier was never read cannot be distinguished from another: operators run `recover`.
    if (known.systemIdentifier === null) return true;
    return (
      known.systemIdentifier === current?.systemIdentifier && known.timeline === current.timeline
    );
  }

  return {
    attributionKey: row.attributionKey,
    isAcknowledged,
    async isKnown() {
      if (count === 0) await forgetWitnesses(db, witness);
      count = await countOn(db, witness, count);
      return isAcknowledged();
    },
    acknowledge: async () => updateIdentity(db, await readIdentity(db)),
  };
}
