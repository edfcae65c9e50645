/**
 * The deployment: the secret behind the pseudonyms that it sends upstream and the cursors that it gives, and the
 * history of the database that it has worked with. A database that was restored or failed over may not know of runs that were sent; until
 * `recover` has dealt with them, `isKnown` is false and nothing may be claimed.
 *
 * The server's own files, put back from a copy, leave no trace inside the database. Only a process that was
 * there before notices: it finds less than it has written. One that starts afterwards cannot.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readIdentity } from '../db/identity.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import {
  countOn,
  forgetWitnesses,
  insertDeployment,
  keepPseudonymCheck,
  learnIdentity,
  replaceAttributionKey,
  selectDeployment,
  updateIdentity,
} from './store.ts';

export interface Deployment {
  attributionKey: Buffer;
  /** The same for all of its processes, and no other deployment's. */
  computeName: string;
  /** Whether a key behind pseudonyms is kept outside of the database. */
  hasOwnPseudonymKey: boolean;
  /** Whether the database was made a moment ago, by this process or beside it. */
  isNew: boolean;
  /** Whether this is the key that was told first; the first one is kept in mind. */
  isPseudonymKey(key: Buffer): Promise<boolean>;
  /** Forgets the key that the database has, which is kept elsewhere from now on. Processes have to start anew. */
  forgetAttributionKey(): Promise<void>;
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
    computeName: row.computeName ?? computeNameOf(row.attributionKey),
    hasOwnPseudonymKey: row.pseudonymCheck !== null,
    isNew: row.isNew,
    isPseudonymKey: async (key) => checkOf(key).equals(await keepPseudonymCheck(db, checkOf(key))),
    forgetAttributionKey: () =>
      replaceAttributionKey(db, {
        attributionKey: randomBytes(32),
        computeName: row.computeName ?? computeNameOf(row.attributionKey),
        pseudonymCheck: checkOf(row.attributionKey),
      }),
    isAcknowledged,
    async isKnown() {
      if (count === 0) await forgetWitnesses(db, witness);
      count = await countOn(db, witness, count);
      return isAcknowledged();
    },
    acknowledge: async () => updateIdentity(db, await readIdentity(db)),
  };
}

function computeNameOf(key: Buffer): string {
  const hash = createHash('sha256').update('compute\0').update(key).digest('hex');
  return `model-run-${hash.slice(0, 12)}`;
}

/** Tells keys apart, and nothing of what they are. */
function checkOf(key: Buffer): Buffer {
  return createHash('sha256').update('pseudonyms\0').update(key).digest().subarray(0, 8);
}
