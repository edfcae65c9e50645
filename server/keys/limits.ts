/**
 * What a key may spend in a day and in a month, and which models it may name: set with the key, changed later. A change
 * applies to all keys that share the limits: the key, and the keys that it replaced while they still work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '../audit-trail/index.ts';
import { lockAccounts } from '../money/index.ts';
import { isDeadlock, isLockTimeout } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { endOfPeriod, PERIODS, type Period } from '../platform/lib/moment.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { DATABASE_AWAY, type Fault, Problem } from '../platform/lib/problem.ts';
import { checkModels } from './allowed-models.ts';
import {
  beginSpending,
  type Limits,
  lockWithPredecessors,
  type Spending,
  setLimits,
  setModels,
} from './limits-store.ts';
import { changeRights, type RightsChange } from './rights.ts';
import { type KeyRow, selectKey } from './store.ts';

/** A spending limit, and how much of it the present period has used. */
export interface SpendingLimit {
  period: Period;
  limit: number;
  spent: number;
  held: number;
  /** What the limit leaves. */
  available: number;
  resetsAt: Date;
}

/** An absent member stays as it is; null removes it. */
export interface KeyChange extends RightsChange {
  dayLimit?: number | null;
  monthLimit?: number | null;
  models?: string[] | null;
}

/** The same for a new key, as an object that takes it from elsewhere. */
interface LimitsInput {
  dayLimit?: number | null | undefined;
  monthLimit?: number | null | undefined;
}

type Limited = Pick<Limits, 'dayLimit' | 'monthLimit'> & { spending: Spending | null };

export function limitsOf({ dayLimit, monthLimit, spending }: Limited): SpendingLimit[] {
  if (spending === null) return [];
  const now = new Date(spending.readAt);
  const limits = { day: dayLimit, month: monthLimit };
  return PERIODS.flatMap((period) => {
    const limit = limits[period];
    if (limit === null) return [];
    const { spent, held } = spending[period];
    const available = Math.max(0, limit - spent - held);
    return [{ period, limit, spent, held, available, resetsAt: endOfPeriod(period, now) }];
  });
}

export async function readLimits(db: Queryable, apiKey: string): Promise<SpendingLimit[]> {
  const key = await selectKey(db, apiKey);
  return key ? limitsOf(key) : [];
}

/** The limits of a new key, which has used none of them. */
export function newLimits({ dayLimit = null, monthLimit = null }: LimitsInput): Limits {
  checkLimit('dayLimitAmount', dayLimit);
  checkLimit('monthLimitAmount', monthLimit);
  const hasLimit = dayLimit !== null || monthLimit !== null;
  return { spender: hasLimit ? newUuid() : null, dayLimit, monthLimit };
}

/**
 * Changes a key that works and has not been rotated: its name, expiry, credit, limits and models. Limits apply to every
 * create that commits later, in every process. If the key had none, this first counts what it has used of this month.
 */
export async function changeKey(
  db: Db,
  { id, change, actor }: { id: string; change: KeyChange; actor?: string },
): Promise<KeyRow> {
  const uuid = idToUuid('key', id);
  const key = uuid === undefined ? undefined : await selectKey(db, uuid);
  if (!key) throw new Problem('not_found', `There is no key ${id}: keys list shows their ids.`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => changeWithin(tx, key, change, actor));
    } catch (error) {
      // A settlement of the key was under way, or somebody else changed one of these keys.
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause: error });
      }
      await sleep(PAUSE_MS * Math.random());
    }
  }
}

const ATTEMPTS = 100;
const PAUSE_MS = 40;

async function changeWithin(
  tx: Queryable,
  { id, workspace, account }: KeyRow,
  change: KeyChange,
  actor: string | undefined,
): Promise<KeyRow> {
  // Keys before accounts, as everywhere; no create of the workspace passes the locks of the accounts.
  const keys = await lockWithPredecessors(tx, id);
  await lockAccounts(tx, workspace, account);
  const before = (await selectKey(tx, id))!;
  assertChangeable(before, change);
  await changeRights(tx, before, keys, change);
  await changeLimits(tx, before, keys, change);
  if (change.models !== undefined) {
    await setModels(tx, keys, change.models && checkModels(change.models));
  }
  if (Object.keys(change).length > 0) {
    await recordEvent(tx, workspace, 'key_changed', { key: id, ...change }, actor);
  }
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
  { dayLimit = before.dayLimit, monthLimit = before.monthLimit }: KeyChange,
): Promise<void> {
  const wanted = newLimits({ dayLimit, monthLimit });
  const isNew = before.spender === null && wanted.spender !== null;
  const spender = wanted.spender && (before.spender ?? wanted.spender);
  await setLimits(tx, keys, { ...wanted, spender });
  if (isNew) await beginSpending(tx, { workspace: before.workspace, keys, spender: spender! });
}

function checkLimit(member: string, limit: number | null): void {
  if (limit === null || (Number.isSafeInteger(limit) && limit >= 0)) return;
  const detail = `A spending limit is from 0 units to ${MAX_AMOUNT} units.`;
  const errors: Fault[] = [{ pointer: `#/${member}`, detail, code: 'range' }];
  throw new Problem('invalid_request', detail, { errors });
}
