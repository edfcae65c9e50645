/**
 * Keys with which a person runs something from the pages of the dashboard. The service itself acts with such a key: it
 * discards the secret when it creates the key, so that nobody can use it elsewhere. The key has a small credit and ends
 * soon; what is left of the credit then goes back to the wallet, as with every key.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { createKeyWithin } from './administration.ts';
import type { Principal, Scope } from './principal.ts';
import {
  insertPlaygroundKey,
  lockPlayground,
  type PlaygroundOwner,
  type PlaygroundRow,
  selectPlaygroundAccount,
  selectPlaygroundKey,
  selectWallet,
  touchKeys,
} from './store.ts';

interface PlaygroundKeyInput extends PlaygroundOwner {
  /** The name of the key. */
  name: string;
  /** What this run needs. */
  scope: Scope;
  /** Everything that the person may do with it. */
  scopes: readonly Scope[];
  /** The most credit to reserve for it. */
  credit: number;
}

interface PlaygroundKey {
  keyId: string;
  available: number;
  expiresAt: Date;
  principal: Principal;
}

export const PLAYGROUND_LIFETIME_MS = 3_600_000;

/** The key that would create the next run. */
export async function findPlaygroundKey(
  db: Queryable,
  owner: PlaygroundOwner,
  scope?: Scope,
): Promise<PlaygroundKey | undefined> {
  const row = await selectPlaygroundKey(db, owner, scope);
  return row && toKey(owner, row);
}

/** The same, or a new one: never two for concurrent requests. */
export async function openPlaygroundKey(db: Db, input: PlaygroundKeyInput): Promise<PlaygroundKey> {
  const found = await findPlaygroundKey(db, input, input.scope);
  const key = found ?? (await db.transaction((tx) => makeKey(tx, input)));
  await touchKeys(db, [key.principal.apiKey]);
  return key;
}

/** The principal that would spend the wallet, for an estimate before there is a key. */
export async function walletOf(
  db: Queryable,
  workspace: string,
): Promise<{ principal: Principal; available: number }> {
  const { account, available } = await selectWallet(db, workspace);
  const payer = { account, kind: 'wallet' as const };
  return { available, principal: { workspace, apiKey: '', scopes: new Set(), payer } };
}

/** Only a part of the wallet, so that programs continue while somebody tries something out. */
export function creditOutOf(available: number, most: number): number {
  return Math.min(most, Math.ceil(available / 4));
}

async function makeKey(tx: Queryable, input: PlaygroundKeyInput): Promise<PlaygroundKey> {
  await lockPlayground(tx, input);
  const found = await findPlaygroundKey(tx, input, input.scope);
  if (found) return found;
  const { workspace, person, name, scopes, credit } = input;
  const { available } = await selectWallet(tx, workspace);
  const { id } = await createKeyWithin(tx, {
    ...{ workspace, name, scopes, actor: person },
    credit: available > 0 ? creditOutOf(available, credit) : credit,
    creditAccount: await selectPlaygroundAccount(tx, input),
    expiresAt: new Date(Date.now() + PLAYGROUND_LIFETIME_MS),
  });
  await insertPlaygroundKey(tx, input, id);
  return (await findPlaygroundKey(tx, input, input.scope))!;
}

function toKey({ workspace }: PlaygroundOwner, row: PlaygroundRow): PlaygroundKey {
  const { id, scopes, account, available, expiresAt } = row;
  return {
    ...{ keyId: uuidToId('key', id), available, expiresAt },
    principal: {
      ...{ workspace, apiKey: id, scopes: new Set(scopes) },
      payer: { account, kind: 'key_credit' },
      ...(row.models && { models: row.models }),
      ...(row.hasLimits && { hasLimits: true as const }),
      ...(row.isSuspended && { isSuspended: true as const }),
      ...(row.isInDebt && { isInDebt: true as const }),
    },
  };
}
