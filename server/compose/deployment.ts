/**
 * The deployment: the secret behind the pseudonyms it sends upstream, and the history of the database that
 * it has worked with. A database that was restored or failed over may not know of runs that were sent; until
 * `recover` has dealt with them, `isKnown` is false and nothing may be claimed.
 *
 * A copy of the server's own files leaves no trace inside the database. Only who was there before notices:
 * a process that has seen the log of the server further along than it is now.
 */
import { randomBytes } from 'node:crypto';
import { readIdentity } from '../db/identity.ts';
import type { Db } from '../db/pool.ts';
import { invariant } from '../kernel/invariant.ts';
import { forgetTimeline, insertDeployment, selectDeployment, updateIdentity } from './store.ts';

export interface Deployment {
  attributionKey: Buffer;
  /** Whether this is the database, and the history of it, that was last acknowledged. */
  isKnown(): Promise<boolean>;
  /** From now on the database as it is now is the known one. */
  acknowledge(): Promise<void>;
}

/** Made by the first process that opens a new database. */
export async function openDeployment(db: Db): Promise<Deployment> {
  if ((await selectDeployment(db)) === undefined) {
    await insertDeployment(db, randomBytes(32), await readIdentity(db));
  }
  const row = await selectDeployment(db);
  invariant(row, 'the deployment has its row');
  let furthest = 0;
  return {
    attributionKey: row.attributionKey,
    async isKnown() {
      const [known, current] = await Promise.all([selectDeployment(db), readIdentity(db)]);
      const wentBack = current !== null && current.position < furthest;
      if (current) furthest = current.position;
      if (wentBack) await forgetTimeline(db);
      if (wentBack || !known?.isInPlace) return false;
      // A server that never told cannot be told from another: operators run `recover`.
      if (known.systemIdentifier === null) return true;
      return (
        known.systemIdentifier === current?.systemIdentifier && known.timeline === current.timeline
      );
    },
    acknowledge: async () => updateIdentity(db, await readIdentity(db)),
  };
}
