/**
 * Creating, listing, revoking and rotating keys. Only the answer has the text of a key; nothing stores it. Credit
 * follows the key: it leaves the wallet with it, moves on by rotation, and returns when no living key spends it.
 */

import { type Actor, keyOf, recordEvent, recordEvents, userOf } from '../audit-trail/index.ts';
import { lockAccounts, lockWorkspace, openKeyCredit, returnToWallet } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { HIGHEST_UUID, idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { makeKeyText } from './format.ts';
import { checkExpiry, checkName, newLimits, wrongMember } from './limits.ts';
import { assertMayManage, assertWithin, inherited, lockMaker } from './makers.ts';
import { checkModels, checkScopes } from './principal.ts';
import {
  insertKey,
  isSpent,
  type KeyFilter,
  type KeyRow,
  lockFamily,
  lockKey,
  type NewKey,
  selectActiveKeysOf,
  selectEndedCredit,
  selectKey,
  selectKeyOfRequest,
  selectKeys,
  selectKeysPage,
  selectUnspent,
  setMaker,
  setRevoked,
  setRotated,
} from './store.ts';

interface CreateKey {
  workspace: string;
  name: string;
  scopes: readonly string[];
  expiresAt?: Date;
  /** Moved from the wallet into an account that only this key spends. */
  credit?: number;
  /** The account that gets this credit, instead of a new one; if it has a hold, a new one is opened. */
  creditAccount?: string | undefined;
  /** If the credit does not cover a hold, the wallet may. */
  walletFallback?: boolean;
  /** What the key may spend in a calendar day and month, in UTC. */
  dayLimit?: number;
  monthLimit?: number;
  /** The only models that the key may name; if absent, it may name any. */
  models?: string[];
  /** The user or the key that acts; absent for the command line. The new key is within the rights of a key. */
  actor?: Actor;
  /** Within the workspace, it creates one key, however often it is sent. */
  requestKey?: string;
}

export interface CreatedKey {
  id: string;
  /** The secret: its owner sees it now or never. */
  key: string;
  prefix: string;
  last4: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
}

export async function createKey(db: Db, input: CreateKey): Promise<CreatedKey> {
  await refuseRepeat(db, input);
  try {
    return await db.transaction((tx) => createKeyWithin(tx, input));
  } catch (error) {
    // A concurrent twin has won: whatever error this call met, it is the twin's repeat.
    await refuseRepeat(db, input);
    throw error;
  }
}

async function refuseRepeat(db: Queryable, { workspace, requestKey }: CreateKey): Promise<void> {
  if (requestKey === undefined) return;
  const made = await selectKeyOfRequest(db, workspace, requestKey);
  if (made === undefined) return;
  throw new Problem(
    'conflict',
    'This request key has made a key already, whose secret was shown then.',
    { members: { keyId: uuidToId('key', made) } },
  );
}

export async function createKeyWithin(tx: Queryable, input: CreateKey): Promise<CreatedKey> {
  const { workspace, expiresAt = null, credit, walletFallback = false, actor } = input;
  const { creditAccount } = input;
  const scopes = checkScopes(input.scopes);
  const name = checkName(input.name);
  checkExpiry(expiresAt);
  if (walletFallback && credit === undefined) {
    const detail = 'Only a key with credit of its own can fall back.';
    throw wrongMember('walletFallback', 'needs_credit', detail);
  }
  const models = input.models === undefined ? null : checkModels(input.models);
  const acting = keyOf(actor);
  const maker = acting === undefined ? undefined : await lockMaker(tx, acting);
  if (maker) assertWithin(maker, input);
  const limits = newLimits({ ...input, isCounted: maker?.spender != null });
  const account =
    credit === undefined
      ? null
      : await openKeyCredit(tx, { workspace, amount: credit, account: creditAccount });
  const created = await saveNewKey(tx, {
    ...{ workspace, name, scopes, account, walletFallback, expiresAt, models, ...limits },
    createdBy: userOf(actor) ?? null,
    madeBy: null,
    requestKey: input.requestKey ?? null,
    ...(maker && inherited(maker, input)),
  });
  const { dayLimit, monthLimit } = limits;
  const given = { key: created.id, scopes, credit, dayLimit, monthLimit, models };
  await recordEvent(tx, workspace, 'key_created', given, actor);
  return created;
}

/** Oldest first; without their texts, which nobody has. */
export function listKeys(db: Queryable, workspace: string): Promise<KeyRow[]> {
  return selectKeys(db, workspace);
}

/** Ids of the living keys that the user created in the workspace. */
export async function listActiveKeysOf(
  db: Queryable,
  { workspace, user }: { workspace: string; user: string },
): Promise<string[]> {
  return (await selectActiveKeysOf(db, workspace, [user])).map(({ id }) => id);
}

/** How many living keys each of these users created in the workspace. */
export async function countActiveKeysOf(
  db: Queryable,
  { workspace, users }: { workspace: string; users: readonly string[] },
): Promise<(user: string) => number> {
  const counts = new Map<string, number>();
  for (const { user } of await selectActiveKeysOf(db, workspace, users)) {
    counts.set(user, (counts.get(user) ?? 0) + 1);
  }
  return (user) => counts.get(user) ?? 0;
}

/** Newest first; `before` is the `next` of the page before. */
export async function listKeysPage(
  db: Queryable,
  workspace: string,
  page: KeyFilter & { before?: string | undefined; limit: number },
): Promise<{ keys: KeyRow[]; next: string | null }> {
  const { before = HIGHEST_UUID, limit, ...filter } = page;
  const rows = await selectKeysPage(db, { workspace, filter, before, limit: limit + 1 });
  const keys = rows.slice(0, limit);
  return { keys, next: rows.length > limit ? (keys.at(-1)?.id ?? null) : null };
}

/** By its public id, `key_...`; undefined if it belongs to another workspace. */
export async function findKeyOf(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<KeyRow | undefined> {
  const uuid = idToUuid('key', id);
  const key = uuid === undefined ? undefined : await selectKey(db, uuid);
  return key?.workspace === workspace ? key : undefined;
}

interface RevokedKey {
  key: KeyRow;
  /** The amount that went back to the wallet at once; more may follow as held runs end. */
  returned: number;
  /** Runs that were not sent yet and failed with key_revoked. */
  failedRuns: number;
}

/** Fails the unsent runs of keys; returns how many. The resources know how. */
export type FailUnsentRuns = (workspace: string, apiKeys: string[]) => Promise<number>;

/**
 * Revokes a key and the keys that it created. The caller can repeat it: a repeat does for the key what a crash left undone,
 * and the worker does it for those that the key created.
 */
export async function revokeKey(
  db: Db,
  id: string,
  failUnsentRuns: FailUnsentRuns,
  actor?: Actor,
): Promise<RevokedKey> {
  const { workspace, id: apiKey } = await findKey(db, id);
  const { keys, returned } = await db.transaction(async (tx) => {
    const { made } = await lockFamily(tx, apiKey);
    const key = await lockedKey(tx, apiKey);
    const acting = keyOf(actor);
    if (acting !== undefined) await assertMayManage(tx, acting, key, { mayItself: true });
    const keys = [apiKey, ...made.flat()];
    await lockWorkspace(tx, workspace);
    const ended = new Set(await setRevoked(tx, keys));
    const returned = await returnCredit(tx, workspace, keys);
    const details = keys
      .filter((each) => ended.has(each))
      .map((each) => ({ key: each, ...(each === apiKey && { returned }) }));
    await recordEvents(tx, workspace, 'key_revoked', details, actor);
    return { keys, returned };
  });
  // From here on, no create passes: those that did had committed before this took the locks above.
  const failedRuns = await failUnsentRuns(workspace, keys);
  const released = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspace);
    return returnCredit(tx, workspace, keys);
  });
  return { key: await findKey(db, id), returned: returned + released, failedRuns };
}

interface RotatedKey {
  created: CreatedKey;
  /** Until when the old key works alongside the new one. */
  oldWorksUntil: Date;
}

/**
 * Creates a new text with the old key's rights and money. During the overlap both spend the same account; then the old
 * key expires.
 */
export function rotateKey(
  db: Db,
  { id, overlapMs, actor }: { id: string; overlapMs: number; actor?: Actor },
): Promise<RotatedKey> {
  return db.transaction(async (tx) => {
    const { id: apiKey, workspace, account } = await findKey(tx, id);
    await lockFamily(tx, apiKey);
    // The chore that returns the credit of ended keys takes these locks: this reads the key as it is then.
    await lockAccounts(tx, workspace, account);
    const old = await lockedKey(tx, apiKey);
    const acting = keyOf(actor);
    if (acting !== undefined) await assertMayManage(tx, acting, old, { mayItself: true });
    if (old.status !== 'active') {
      throw new Problem('conflict', `The key is ${old.status}: create a new one.`);
    }
    if (old.isPlayground) {
      const detail = 'The key belongs to the playground: it has no secret that somebody could use.';
      throw new Problem('conflict', detail);
    }
    if (old.rotatedTo !== null) {
      throw new Problem('conflict', 'The key has been rotated already: rotate its successor.');
    }
    if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > LONGEST_OVERLAP_MS) {
      throw wrongMember('overlapSeconds', 'range', 'The overlap is from 0 to 90 days.');
    }
    const createdBy = userOf(actor) ?? null;
    const created = await saveNewKey(tx, { ...old, createdBy, requestKey: null });
    const oldWorksUntil = await setRotated(tx, { id: old.id, to: created.id, overlapMs });
    await setMaker(tx, { from: old.id, to: created.id });
    await recordEvent(tx, workspace, 'key_rotated', { key: old.id, to: created.id }, actor);
    return { created, oldWorksUntil };
  });
}

const LONGEST_OVERLAP_MS = 90 * 86_400_000;

type Rights = Omit<NewKey, 'id' | 'hash' | 'prefix' | 'last4'>;

async function saveNewKey(tx: Queryable, rights: Rights): Promise<CreatedKey> {
  const { key, ...text } = makeKeyText();
  const id = newUuid();
  await insertKey(tx, { ...rights, ...text, id });
  const { name, scopes, expiresAt } = rights;
  return { id, key, prefix: text.prefix, last4: text.last4, name, scopes, expiresAt };
}

/** Under the locks of the accounts: returns the credit of keys that no living key spends. */
async function returnCredit(tx: Queryable, workspace: string, keys: string[]): Promise<number> {
  return returnToWallet(tx, workspace, await selectUnspent(tx, keys));
}

/** By its public id, `key_...`. */
async function findKey(db: Queryable, id: string): Promise<KeyRow> {
  const uuid = idToUuid('key', id);
  const key = uuid === undefined ? undefined : await selectKey(db, uuid);
  if (key) return key;
  throw new Problem('not_found', `There is no key ${id}: keys list shows their ids.`);
}

async function lockedKey(tx: Queryable, uuid: string): Promise<KeyRow> {
  const key = await lockKey(tx, uuid);
  if (key) return key;
  throw new Problem('not_found', 'The key is gone.');
}

/*
 * Returns the money of ended keys to the wallet: what was unspent when a key expired, and what runs release after their
 * key was revoked. The worker calls this again and again; a call that is interrupted, or runs at the same time as
 * another, moves nothing twice. An account that cannot be emptied does not block the others.
 */

const ACCOUNTS_PER_CALL = 100;

interface EndedAccount {
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
    await lockAccounts(tx, workspace, account);
    // Checked again under the locks: a rotation may have handed the account on meanwhile.
    if (await isSpent(tx, account)) return 0;
    return returnToWallet(tx, workspace, [account]);
  });
}
