/**
 * What a key may give to the keys that it creates, which are within its rights at every moment: none of them has a scope
 * or a model that it lacks, spends what it can't spend, or works longer. What follows from this when the key itself is
 * changed later is here too. A key that another one created creates none, so there are no chains of them.
 *
 * Models need no change of the keys: whoever authenticates a key narrows its models to those of its maker. Nor do
 * limits: `admit_runs` counts a run against the limits of both keys.
 */

import type { Queryable } from '../platform/db/pool.ts';
import { idToUuid, newUuid } from '../platform/lib/ids.ts';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';
import { limitsOf } from './limits.ts';
import { GIVEN_BY_PEOPLE, isAllowed } from './principal.ts';
import {
  beginSpending,
  countAlive,
  endBy,
  type Family,
  followPayer,
  type KeyRow,
  lockKey,
  selectKey,
  setSpenders,
} from './store.ts';

/** What somebody asks for, for a new key or a change of one. */
interface Wanted {
  scopes?: readonly string[];
  expiresAt?: Date | null;
  credit?: number;
  walletFallback?: boolean;
  dayLimit?: number | null;
  monthLimit?: number | null;
  models?: readonly string[] | null;
}

const MOST_KEYS = 1_000;

/** The key that a new key of this key belongs to: itself, or the one in its place. Locks it. */
export async function lockMaker(tx: Queryable, apiKey: string): Promise<KeyRow> {
  let maker = await lockKey(tx, apiKey);
  while (maker?.status === 'active' && maker.rotatedTo !== null) {
    maker = await lockKey(tx, maker.rotatedTo);
  }
  if (maker?.status !== 'active') throw new Problem('unauthorized', 'A valid API key is required.');
  if ((await countAlive(tx, maker.id)) < MOST_KEYS) return maker;
  const detail = `The key has created ${MOST_KEYS} keys that still work: revoke some of them.`;
  throw new Problem('conflict', detail);
}

/** Throws unless the acting key may change, rotate or revoke the other one. */
export async function assertMayManage(
  db: Queryable,
  acting: string,
  key: KeyRow,
  { mayItself }: { mayItself: boolean },
): Promise<void> {
  if (key.id === acting && mayItself) return;
  let maker = key.madeBy === null ? undefined : await selectKey(db, acting);
  while (maker && maker.id !== key.madeBy) {
    maker = maker.rotatedTo === null ? undefined : await selectKey(db, maker.rotatedTo);
  }
  if (maker) return;
  throw new Problem('exceeds_own_rights', 'The calling key has not created this key.');
}

/** Throws for what is beyond the rights of the maker. `key` is the key that is changed. */
export function assertWithin(maker: KeyRow, wanted: Wanted, key?: KeyRow): void {
  const missing = (wanted.scopes ?? []).filter(
    (scope) => !maker.scopes.includes(scope) || GIVEN_BY_PEOPLE.includes(scope),
  );
  if (missing.length > 0) {
    throw beyond('scopes', `The key that creates it can't give ${missing.join(', ')}.`);
  }
  const models = maker.models && wanted.models;
  const unnamed = models?.findIndex((entry) => !isAllowed(maker.models!, entry)) ?? -1;
  if (unnamed >= 0) {
    throw beyond(`models/${unnamed}`, `The key that creates it may not name ${models![unnamed]}.`);
  }
  if (maker.expiresAt && wanted.expiresAt && wanted.expiresAt > maker.expiresAt) {
    const ends = maker.expiresAt.toISOString();
    throw beyond('expiresAt', `The key that creates it expires at ${ends}.`, 'range');
  }
  for (const period of ['day', 'month'] as const) {
    const most = maker[`${period}Limit`];
    if (most === null || (wanted[`${period}Limit`] ?? 0) <= most) continue;
    const detail = `The key that creates it has a lower limit of the ${period}.`;
    throw beyond(`${period}LimitAmount`, detail, 'range');
  }
  assertMayPay(maker, wanted, key);
}

function assertMayPay(maker: KeyRow, { credit, walletFallback }: Wanted, key?: KeyRow): void {
  const shares = key !== undefined && key.account !== null && key.account === maker.account;
  if (credit !== undefined && (!spendsWallet(maker) || shares)) {
    const detail = 'The key that creates it has credit of its own, which both spend.';
    throw beyond('creditAmount', detail);
  }
  if (walletFallback && !spendsWallet(maker)) {
    throw beyond('walletFallback', "The key that creates it can't spend the wallet.");
  }
  const more = (credit ?? 0) - (key?.credit ?? 0);
  const left = Math.min(
    Number.MAX_SAFE_INTEGER,
    ...limitsOf(maker).map(({ available }) => available),
  );
  if (credit === undefined || more <= left) return;
  throw beyond('creditAmount', 'The limits of the key that creates it leave less.', 'range');
}

function spendsWallet({ account, walletFallback }: KeyRow): boolean {
  return account === null || walletFallback;
}

function beyond(member: string, detail: string, code: FaultCode = 'forbidden'): Problem {
  return new Problem('exceeds_own_rights', detail, { at: { pointer: `#/${member}`, code } });
}

/** The rights of a new key that it has from the key that creates it. */
export function inherited(maker: KeyRow, { credit, expiresAt = null }: Wanted) {
  return {
    madeBy: maker.id,
    expiresAt: expiresAt ?? maker.expiresAt,
    ...(credit === undefined && {
      account: maker.account,
      walletFallback: maker.walletFallback,
    }),
  };
}

/**
 * After a key was changed: what its change means for the living keys that it created. If it is counted now and was not
 * before, this counts what all of them have used of this month. Under the locks of all of them, and of the accounts.
 */
export async function followMaker(
  tx: Queryable,
  { before, after }: { before: KeyRow; after: KeyRow },
  { made }: Family,
): Promise<void> {
  const { workspace, expiresAt, spender } = after;
  if (expiresAt !== null) await endBy(tx, made.flat(), expiresAt);
  if (after.account !== before.account || after.walletFallback !== before.walletFallback) {
    await followPayer(tx, made.flat(), { from: before, to: after });
  }
  if ((spender === null) === (before.spender === null)) return;
  const given = made.flatMap((keys) => {
    const theirs = spender && newUuid();
    return keys.map((key) => ({ key, spender: theirs }));
  });
  await setSpenders(tx, given);
  if (spender === null) return;
  await beginSpending(tx, workspace, [spender, ...given.flatMap((each) => each.spender ?? [])]);
}

/** The UUID of a key in a filter; one that is not known belongs to no key. */
export function keyUuid(id: string): string {
  return idToUuid('key', id) ?? NO_KEY;
}

const NO_KEY = '00000000-0000-0000-0000-000000000000';
