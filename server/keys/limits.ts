/**
 * What a key may spend in a day and in a month, and which models it may name: set with the key, changed later. A change
 * applies to all keys that share the limits: the key, and the keys that it replaced while they still work.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '../audit-trail/index.ts';
import { lockAccounts, openKeyCredit, setKeyCredit } from '../money/index.ts';
import { isDeadlock, isLockTimeout } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { endOfPeriod, PERIODS, type Period } from '../platform/lib/moment.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { DATABASE_AWAY, type Fault, type FaultCode, Problem } from '../platform/lib/problem.ts';
import { checkModels, type Principal } from './principal.ts';
import {
  type AccountRow,
  beginSpending,
  type KeyRow,
  type Limits,
  lockWithPredecessors,
  type Spending,
  selectAccounts,
  selectKey,
  setExpiry,
  setLimits,
  setModels,
  setName,
  setPayer,
} from './store.ts';

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

/* What a key can spend now, and what limits it. None of it is guaranteed: the next create may take it. */

export interface Allowance {
  /** The accounts that pay, in that order. */
  accounts: AccountRow[];
  limits: SpendingLimit[];
  /** What the accounts have available together, unless a limit leaves less. */
  spendable: number;
  /** Runs of the workspace that are not terminal. */
  pendingRuns: number;
  expiresAt: Date | null;
  models: string[] | null;
}

export async function readAllowance(db: Db, principal: Principal): Promise<Allowance> {
  const { workspace, apiKey, payer, fallbackAccount } = principal;
  const ids = [payer.account, ...(fallbackAccount === undefined ? [] : [fallbackAccount])];
  const [key, found] = await Promise.all([
    selectKey(db, apiKey),
    selectAccounts(db, workspace, ids),
  ]);
  if (!key) throw new Problem('unauthorized', 'A valid API key is required.');
  const limits = limitsOf(key);
  const available = found.accounts.reduce((sum, account) => sum + account.available, 0);
  return {
    ...found,
    limits,
    spendable: Math.min(available, ...limits.map((limit) => limit.available)),
    expiresAt: key.expiresAt,
    models: key.models,
  };
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

/* The members of a request that creates or changes a key. */

export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt.getTime() > Date.now()) return;
  throw wrongMember('expiresAt', 'range', 'The expiry must be in the future.');
}

/** `member` is the one of the request body, if there is a body. */
export function wrongMember(member: string, code: FaultCode, detail: string): Problem {
  const errors: Fault[] = [{ pointer: `#/${member}`, detail, code }];
  return new Problem('invalid_request', detail, { errors });
}

/** The name as it is stored. Throws for an invisible name, or one that reverses the text around it. */
export function checkName(given: string): string {
  const name = given.trim();
  if (PRINTABLE.test(name) && VISIBLE.test(name)) return name;
  const errors: Fault[] = [{ pointer: '#/name', detail: 'is not a name', code: 'format' }];
  throw new Problem('invalid_request', NAME_RULE, { errors });
}

const NAME_RULE =
  'A name has 1 to 100 printable characters, not all of them blank, and without characters that change the direction of text.';
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
