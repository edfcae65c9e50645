/**
 * The deployment: its secret, which signs cursors and cookies, and the history of the database that it has worked with.
 * A database that was restored or failed over may lack runs that were sent. The process automatically accepts a promoted
 * standby that provably lacks nothing. In every other case `isKnown` is false, and no process may claim anything until
 * the operator runs `recover`: ADR 13.
 *
 * If the server's own files are put back from a copy, the database contains no trace of that. Only a process that ran
 * before notices: it finds less than was acknowledged to it. A process that starts afterwards cannot notice.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Db, Queryable } from '../db/pool.ts';
import { invariant } from '../lib/errors.ts';
import {
  acceptPromotion,
  countOn,
  type DatabaseIdentity,
  type DeploymentRow,
  forgetWitnesses,
  insertDeployment,
  keepPseudonymCheck,
  learnIdentity,
  noteRefusal,
  readIdentity,
  removeWitness,
  replaceSecret,
  selectDeployment,
  updateIdentity,
} from './store.ts';
import { createMemory, type Memory } from './witness.ts';

export interface Deployment {
  /** Signs cursors and cookies. Also the key of the pseudonyms, as long as the database has that. */
  secret: Buffer;
  /** The same for all processes of this deployment, and different for every other deployment. */
  computeName: string;
  /** Whether the key of the pseudonyms is stored outside the database. */
  hasOwnPseudonymKey: boolean;
  /** Whether this process or another one has just created the database. */
  isNew: boolean;
  /** Whether this is the first key that was given; the database remembers the first one. */
  isPseudonymKey(key: Buffer): Promise<boolean>;
  /** Deletes the key from the database; from now on it is stored elsewhere. Processes have to restart. */
  forgetPseudonymKey(): Promise<void>;
  /** The database for statements whose answers the process relies on: claims and settlements. */
  counting: Queryable;
  /** The same for creates, which fail in a database that is provably not the known one. */
  creating: Queryable;
  /** What happened to the database since it was last acknowledged. */
  history(): Promise<History>;
  /** The same, for a process that calls this repeatedly and takes part in the check. */
  isKnown(): Promise<boolean>;
  /** How long no process has claimed anything, as far as this process knows; undefined while the database is known. */
  refusedForMs(): number | undefined;
  /** Whether the database is provably not the known one, or provably lacks commits: what is created there may be lost. */
  isStale(): boolean;
  /** Whether the processes may still prove, without an operator, that nothing was lost. */
  mayBeProven(): boolean;
  /** Accepts the database in its current state as the known one. */
  acknowledge(): Promise<void>;
  /** The process ends, and others no longer wait for what it might know. */
  leave(): Promise<void>;
}

/**
 * `known`: this is the database that was last acknowledged. `promoted`: the same on another timeline, which may have
 * all of it. `other`: loaded, copied, put back, or on another server.
 */
export type History = 'known' | 'promoted' | 'other';

export interface DeploymentOptions {
  /** Whether only synchronous standbys are ever promoted. */
  hasSynchronousStandby?: boolean;
  /** A process that has been silent for this long no longer runs. */
  silentMs?: number;
  /** How long running processes have to find what is missing, if a standby answers for those that no longer run. */
  objectWithinMs?: number;
}

const SILENT_MS = 20_000;
const OBJECT_WITHIN_MS = 5_000;

/** Created by the first process that opens a new database. */
export async function openDeployment(db: Db, options: DeploymentOptions = {}): Promise<Deployment> {
  const row = await openRow(db);
  const memory = createMemory();
  const proof = createProof(db, options);
  const comparison = createComparison(db, memory, options);
  /** The last count on the known timeline; undefined in a process that began on another one. */
  let seenAt: Date | undefined;
  let refused: { at: number; ms: number; isStale: boolean } | undefined;

  async function refuse(
    current: DatabaseIdentity | null,
    { isNew, isStale }: { isNew: boolean; isStale: boolean },
  ): Promise<void> {
    const ms = await noteRefusal(db, current?.timeline ?? null, isNew);
    refused = { at: performance.now(), ms, isStale };
  }

  async function isKnown(): Promise<boolean> {
    memory.begin();
    // Before anything else: whatever is counted next is on this timeline or a later one.
    const before = await readIdentity(db);
    const timeline = before?.timeline ?? null;
    const { witness, count } = memory.acknowledged();
    if (count === 0) await forgetWitnesses(db, witness);
    const counted = await comparison.of(timeline);
    const { history, known, current } = await readHistory(db);
    const isHere = history === 'known' && !counted.isLost;
    await comparison.keep(counted, { timeline, isHere });
    if (isHere) {
      if (comparison.isOpen()) return false;
      memory.confirm();
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
    await refuse(current, { isNew: counted.isLost, isStale: history === 'other' });
    if (counted.isLost) seenAt = undefined;
    return false;
  }

  return {
    ...keysOf(db, row),
    counting: memory.counting(db),
    creating: memory.counting(db, true),
    history: async () => (await readHistory(db)).history,
    isKnown,
    refusedForMs: () => refused && refused.ms + performance.now() - refused.at,
    isStale: () => refused?.isStale === true,
    mayBeProven: () => proof.isOpen() || comparison.isOpen(),
    acknowledge: async () => updateIdentity(db, await readIdentity(db)),
    async leave() {
      const { witness, count } = memory.acknowledged();
      if (count === 0) return;
      // Record what is missing while a process that knows it still runs.
      await isKnown();
      for (const each of new Set([witness, memory.acknowledged().witness]))
        await removeWitness(db, each);
    },
  };
}

type Counted = Awaited<ReturnType<typeof countOn>>;

/** Whether the database has what was acknowledged to the process in the known one. */
function createComparison(
  db: Db,
  memory: Memory,
  { objectWithinMs = OBJECT_WITHIN_MS }: DeploymentOptions,
) {
  /** Until when other processes may object that they worked with the database that the process came back from. */
  let objectUntil = 0;

  return {
    async of(timeline: number | null): Promise<Counted> {
      const acknowledged = memory.acknowledged();
      const earlier = memory.earlier();
      const counted = await countOn(db, acknowledged, { timeline, marks: earlier === undefined });
      if (!earlier || !(counted.isLost || acknowledged.count === 0)) return counted;
      // What it lacks was acknowledged in a database that was not the known one: that counts for nothing here.
      memory.forget();
      const before = await countOn(db, earlier, { timeline, marks: true });
      if (before.isLost) return before;
      if (acknowledged.witness !== earlier.witness) await removeWitness(db, acknowledged.witness);
      memory.goBack();
      objectUntil = performance.now() + objectWithinMs;
      return before;
    },
    async keep(
      { isLost, count }: Counted,
      { timeline, isHere }: { timeline: number | null; isHere: boolean },
    ): Promise<void> {
      if (!isHere) {
        memory.doubt();
        objectUntil = 0;
      }
      if (!isLost) return memory.reached(count);
      memory.forget();
      // If this database is acknowledged, the process finds itself there.
      const anew = await countOn(db, memory.acknowledged(), { timeline, marks: false });
      memory.reached(anew.count);
    },
    isOpen: () => performance.now() < objectUntil,
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
  // A server whose identifier was never read looks like any other: the operator runs `recover`.
  if (known.systemIdentifier === null) return 'known';
  if (known.systemIdentifier !== current?.systemIdentifier) return 'other';
  if (known.timeline === current.timeline) return 'known';
  // A promotion begins a later timeline; an earlier timeline means that the database was put back.
  return (known.timeline ?? 0) < current.timeline ? 'promoted' : 'other';
}

interface Promoted {
  from: number;
  to: number;
  systemIdentifier: string;
  seenAt: Date | undefined;
}

/**
 * Whether a promoted standby lacks nothing: all running processes find what they know, and it answers for the others.
 */
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
      // A process that does not know the previous timeline cannot say that nothing is missing.
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

/** The keys of the deployment, and which of them the database has. */
function keysOf(db: Db, row: DeploymentRow) {
  const computeName = row.computeName ?? computeNameOf(row.secret);
  return {
    secret: row.secret,
    computeName,
    hasOwnPseudonymKey: row.pseudonymCheck !== null,
    isNew: row.isNew,
    isPseudonymKey: async (key: Buffer) =>
      checkOf(key).equals(await keepPseudonymCheck(db, checkOf(key))),
    forgetPseudonymKey: () =>
      replaceSecret(db, {
        secret: randomBytes(32),
        computeName,
        pseudonymCheck: checkOf(row.secret),
      }),
  };
}

function computeNameOf(key: Buffer): string {
  const hash = createHash('sha256').update('compute\0').update(key).digest('hex');
  return `model-run-${hash.slice(0, 12)}`;
}

/** Tells keys apart without revealing them. */
function checkOf(key: Buffer): Buffer {
  return createHash('sha256').update('pseudonyms\0').update(key).digest().subarray(0, 8);
}

/** Whether a process has recorded that none of them claims. */
export { selectRefusal as refusesClaims } from './store.ts';
