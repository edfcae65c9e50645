/**
 * The deployment: the secret behind the pseudonyms that it sends upstream and the cursors that it gives, and the
 * history of the database that it has worked with. A database that was restored or failed over may not know of runs
 * that were sent. A promoted standby that is proven to lack nothing is accepted automatically. In every other case
 * `isKnown` is false and nothing may be claimed until the operator runs `recover`: ADR 13.
 *
 * The server's own files, put back from a copy, leave no trace inside the database. Only a process that ran before
 * notices: it finds less than was acknowledged to it. A process that starts afterwards cannot.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type DatabaseIdentity, readIdentity } from '../db/identity.ts';
import type { Db, Queryable } from '../db/pool.ts';
import { invariant } from '../kernel/invariant.ts';
import {
  acceptPromotion,
  countOn,
  type DeploymentRow,
  forgetWitnesses,
  insertDeployment,
  keepPseudonymCheck,
  learnIdentity,
  noteRefusal,
  removeWitness,
  replaceAttributionKey,
  selectDeployment,
  updateIdentity,
} from './store.ts';
import { createMemory } from './witness.ts';

export interface Deployment {
  attributionKey: Buffer;
  /** The same for all of its processes, and no other deployment's. */
  computeName: string;
  /** Whether the key of the pseudonyms is kept outside the database. */
  hasOwnPseudonymKey: boolean;
  /** Whether the database was created a moment ago, by this process or another one. */
  isNew: boolean;
  /** Whether this is the first key that was given; the first one is remembered. */
  isPseudonymKey(key: Buffer): Promise<boolean>;
  /** Forgets the key that the database has, which is kept elsewhere from now on. Processes have to restart. */
  forgetAttributionKey(): Promise<void>;
  /** The database for what is believed once it is answered: creates, claims and settlements. */
  counting: Queryable;
  /** What happened to the database since it was last acknowledged. */
  history(): Promise<History>;
  /** The same, for a process that asks again and again, and takes part in finding out. */
  isKnown(): Promise<boolean>;
  /** For how long nothing has been claimed, as far as this process knows; undefined while it is not so. */
  refusedForMs(): number | undefined;
  /** Whether it may still turn out, without an operator, that nothing was lost. */
  mayBeProven(): boolean;
  /** From now on the database as it is now is the known one. */
  acknowledge(): Promise<void>;
  /** The process ends, and nobody waits for what it might know. */
  leave(): Promise<void>;
}

/**
 * `known`: this is the database that was last acknowledged. `promoted`: the same on another timeline, which may have all
 * of it. `other`: one that was loaded, copied, put back or is another server's.
 */
export type History = 'known' | 'promoted' | 'other';

export interface DeploymentOptions {
  /** Whether only synchronous standbys are ever promoted. */
  hasSynchronousStandby?: boolean;
  /** A process that has been silent for so long is not there any more. */
  silentMs?: number;
  /** How long those who live get to find what is missing, where a standby answers for those who do not. */
  objectWithinMs?: number;
}

const SILENT_MS = 20_000;
const OBJECT_WITHIN_MS = 5_000;

/** Made by the first process that opens a new database. */
export async function openDeployment(db: Db, options: DeploymentOptions = {}): Promise<Deployment> {
  const row = await openRow(db);
  const memory = createMemory();
  const proof = createProof(db, options);
  /** On the timeline that is known; undefined in a process that began on another one. */
  let seenAt: Date | undefined;
  let refused: { at: number; ms: number } | undefined;

  async function refuse(current: DatabaseIdentity | null, isNew: boolean): Promise<void> {
    const ms = await noteRefusal(db, current?.timeline ?? null, isNew);
    refused = { at: performance.now(), ms };
  }

  async function isKnown(): Promise<boolean> {
    memory.begin();
    // First of all: on whatever is counted next, the timeline is this one or a later one.
    const before = await readIdentity(db);
    const acknowledged = memory.acknowledged();
    if (acknowledged.count === 0) await forgetWitnesses(db, acknowledged.witness);
    const counted = await countOn(db, acknowledged, before?.timeline ?? null);
    memory.reached(counted.count);
    if (counted.isLost) memory.forget();
    const { history, known, current } = await readHistory(db);
    if (history === 'known') {
      if (current?.timeline === before?.timeline) seenAt = counted.seenAt;
      refused = undefined;
      proof.isOver();
      return true;
    }
    if (history === 'promoted' && known && current) {
      const { timeline, systemIdentifier } = current;
      const promotion = { from: known.timeline!, to: timeline, systemIdentifier, seenAt };
      if (await proof.accept(promotion)) return isKnown();
    }
    await refuse(current, counted.isLost);
    if (counted.isLost) seenAt = undefined;
    return false;
  }

  return {
    ...keysOf(db, row),
    counting: memory.counting(db),
    history: async () => (await readHistory(db)).history,
    isKnown,
    refusedForMs: () => refused && refused.ms + performance.now() - refused.at,
    mayBeProven: proof.isOpen,
    acknowledge: async () => updateIdentity(db, await readIdentity(db)),
    async leave() {
      const { witness, count } = memory.acknowledged();
      if (count === 0) return;
      // What it finds missing is noted while there is still a process that knows it.
      await isKnown();
      await removeWitness(db, witness);
    },
  };
}

async function openRow(db: Db): Promise<DeploymentRow> {
  const identity = await readIdentity(db);
  if ((await selectDeployment(db)) === undefined) {
    await insertDeployment(db, randomBytes(32), identity);
  } else if (identity !== null) {
    await learnIdentity(db, identity);
  }
  const row = await selectDeployment(db);
  invariant(row, 'the deployment has its row');
  return row;
}

async function readHistory(db: Db) {
  const [known, current] = await Promise.all([selectDeployment(db), readIdentity(db)]);
  return { history: historyOf(known, current), known, current };
}

function historyOf(known: DeploymentRow | undefined, current: DatabaseIdentity | null): History {
  if (!known?.isInPlace || known.wentBack) return 'other';
  // A server whose identifier was never read cannot be distinguished from another: operators run `recover`.
  if (known.systemIdentifier === null) return 'known';
  if (known.systemIdentifier !== current?.systemIdentifier) return 'other';
  if (known.timeline === current.timeline) return 'known';
  // A promotion begins a later timeline; an earlier one was put back.
  return (known.timeline ?? 0) < current.timeline ? 'promoted' : 'other';
}

interface Promoted {
  from: number;
  to: number;
  systemIdentifier: string;
  seenAt: Date | undefined;
}

/** Whether a promoted standby lacks nothing: all who live find what they know, and a standby answers for the dead. */
function createProof(db: Db, options: DeploymentOptions) {
  const { hasSynchronousStandby = false, silentMs = SILENT_MS } = options;
  const { objectWithinMs = OBJECT_WITHIN_MS } = options;
  let since: { timeline: number; at: number } | undefined;
  let isOpen = false;

  return {
    async accept(promoted: Promoted): Promise<boolean> {
      if (since?.timeline !== promoted.to) since = { timeline: promoted.to, at: performance.now() };
      const waitedMs = performance.now() - since.at;
      isOpen = waitedMs < objectWithinMs + silentMs;
      const standbyAnswers = hasSynchronousStandby && waitedMs >= objectWithinMs;
      // Who knows nothing of the timeline before can't say that all is there.
      if (!promoted.seenAt && !standbyAnswers) {
        isOpen &&= hasSynchronousStandby;
        return false;
      }
      return acceptPromotion(db, { ...promoted, silentMs, standbyAnswers });
    },
    isOver(): void {
      since = undefined;
      isOpen = false;
    },
    isOpen: () => isOpen,
  };
}

/** What the keys of the deployment are, and which of them the database has. */
function keysOf(db: Db, row: DeploymentRow) {
  const computeName = row.computeName ?? computeNameOf(row.attributionKey);
  return {
    attributionKey: row.attributionKey,
    computeName,
    hasOwnPseudonymKey: row.pseudonymCheck !== null,
    isNew: row.isNew,
    isPseudonymKey: async (key: Buffer) =>
      checkOf(key).equals(await keepPseudonymCheck(db, checkOf(key))),
    forgetAttributionKey: () =>
      replaceAttributionKey(db, {
        attributionKey: randomBytes(32),
        computeName,
        pseudonymCheck: checkOf(row.attributionKey),
      }),
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

/** Whether no process claims, as far as one of them has noted. */
export { selectRefusal as refusesClaims } from './store.ts';
