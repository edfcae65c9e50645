/**
 * Changing a key: its name, its expiry, the credit that only it spends, its limits, and the models that it may name. A
 * change of limits and models applies to all keys that share them: the key, and the keys that it replaced while they
 * still work.
 */

import { type Actor, keyOf, recordEvent } from '../audit-trail/index.ts';
import { lockAccounts, lockWorkspace, openKeyCredit, setKeyCredit } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { checkExpiry, checkName, newLimits, wrongMember } from './limits.ts';
import { assertMayManage, assertWithin, followMaker } from './makers.ts';
import { checkModels } from './principal.ts';
import {
  type KeyRow,
  lockFamily,
  selectKey,
  setExpiry,
  setLimits,
  setModels,
  setName,
  setPayer,
} from './store.ts';

/** An absent member stays as it is; null removes it. */
export interface KeyChange extends RightsChange {
  dayLimit?: number | null;
  monthLimit?: number | null;
  models?: string[] | null;
}

/**
 * Changes a key that works and has not been rotated: its name, expiry, credit, limits and models. Limits apply to every
 * create that commits later, in every process. If the key had none, this first counts what it has used of this month.
 */
export async function changeKey(
  db: Db,
  { id, change, actor }: { id: string; change: KeyChange; actor?: Actor },
): Promise<KeyRow> {
  const uuid = idToUuid('key', id);
  const key = uuid === undefined ? undefined : await selectKey(db, uuid);
  if (!key) throw new Problem('not_found', `There is no key ${id}: keys list shows their ids.`);
  return db.transaction((tx) => changeWithin(tx, key, change, actor));
}

async function changeWithin(
  tx: Queryable,
  { id, workspace }: KeyRow,
  wanted: KeyChange,
  actor: Actor | undefined,
): Promise<KeyRow> {
  // Keys before accounts, as everywhere; no create of the workspace passes the locks of the accounts. All of them: a first
  // limit counts runs, which may be held in any account, and another change may just have given the key its own.
  const family = await lockFamily(tx, id);
  const { keys } = family;
  await lockWorkspace(tx, workspace);
  const before = (await selectKey(tx, id))!;
  const acting = keyOf(actor);
  if (acting !== undefined) await assertMayManage(tx, acting, before, { mayItself: false });
  assertChangeable(before, wanted);
  const maker = before.madeBy === null ? undefined : await selectKey(tx, before.madeBy);
  if (maker) assertWithin(maker, wanted, before);
  const change = {
    ...wanted,
    ...(maker && wanted.expiresAt === null && { expiresAt: maker.expiresAt }),
  };
  await changeRights(tx, before, keys, change);
  await changeLimits(tx, before, keys, { ...change, isCounted: maker?.spender != null });
  if (change.models !== undefined) {
    await setModels(tx, keys, change.models && checkModels(change.models));
  }
  if (Object.keys(change).length > 0) {
    await recordEvent(tx, workspace, 'key_changed', { key: id, ...change }, actor);
  }
  await followMaker(tx, { before, after: (await selectKey(tx, id))! }, family);
  return (await selectKey(tx, id))!;
}

function assertChangeable(
  { status, rotatedTo, isPlayground }: KeyRow,
  { expiresAt, walletFallback }: KeyChange,
): void {
  if (isPlayground && (expiresAt !== undefined || walletFallback !== undefined)) {
    const detail =
      'The key belongs to the playground: it ends after an hour, and has its credit only.';
    throw new Problem('conflict', detail);
  }
  if (status !== 'active') {
    throw new Problem('conflict', `The key is ${status}: there is nothing to change.`);
  }
  if (rotatedTo !== null) {
    const successor = uuidToId('key', rotatedTo);
    throw new Problem('conflict', `The key has been rotated: change its successor, ${successor}.`);
  }
}

async function changeLimits(
  tx: Queryable,
  before: KeyRow,
  keys: string[],
  {
    dayLimit = before.dayLimit,
    monthLimit = before.monthLimit,
    isCounted,
  }: KeyChange & { isCounted: boolean },
): Promise<void> {
  const wanted = newLimits({ dayLimit, monthLimit, isCounted });
  const spender = wanted.spender && (before.spender ?? wanted.spender);
  await setLimits(tx, keys, { ...wanted, spender });
}

/*
 * The other changes of a key: its name, its expiry, and the credit that only it spends. The keys that it replaced spend
 * the same credit while they still work, and keep their names and their expiries.
 */

/** An absent member stays as it is. */
interface RightsChange {
  name?: string;
  /** Null for a key that does not expire. */
  expiresAt?: Date | null;
  /** The amount that its own account shall have available. */
  credit?: number;
  walletFallback?: boolean;
}

/** Runs in the transaction that has locked the keys and the accounts. */
async function changeRights(
  tx: Queryable,
  before: KeyRow,
  keys: string[],
  { name, expiresAt, credit, walletFallback = before.walletFallback }: RightsChange,
): Promise<void> {
  if (name !== undefined) await setName(tx, before.id, checkName(name));
  if (expiresAt !== undefined) {
    checkExpiry(expiresAt);
    await setExpiry(tx, before.id, expiresAt);
  }
  const account = await accountOf(tx, before, credit);
  if (walletFallback && account === null) {
    const detail = 'Only a key with credit of its own can fall back.';
    throw wrongMember('walletFallback', 'needs_credit', detail);
  }
  if (account !== before.account || walletFallback !== before.walletFallback) {
    await setPayer(tx, keys, { account, walletFallback });
  }
}

/** The account that the key then spends, with this much in it. */
async function accountOf(
  tx: Queryable,
  { workspace, account }: KeyRow,
  amount: number | undefined,
): Promise<string | null> {
  if (amount === undefined) return account;
  const { wallet, credit } = await lockAccounts(tx, workspace, account);
  if (credit) {
    await setKeyCredit(tx, workspace, { wallet, credit, amount });
    return account;
  }
  if (amount === 0) return null;
  return openKeyCredit(tx, { workspace, amount });
}
