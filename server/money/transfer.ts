/**
 * Moves money between the accounts of one workspace: out of one, into another, under one reference, in the caller's
 * transaction. Never more than is available there; held money stays with its run.
 */

import type { Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';
import { type Balance, insertAccount, insertTransfer, lockWithWallet } from './store.ts';

/**
 * Fills an account that only a key spends from the wallet: the named account, unless something is held in it, which
 * would come back to it, or a new one. Returns its id.
 */
export async function openKeyCredit(
  tx: Queryable,
  input: { workspace: string; amount: number; account?: string | undefined },
): Promise<string> {
  const { workspace, amount } = input;
  checkAmount(amount, 'The credit');
  const { wallet, credit } = await lockAccounts(tx, workspace, input.account ?? null);
  if (credit?.held === 0) {
    await setKeyCredit(tx, workspace, { wallet, credit, amount });
    return credit.account;
  }
  if (wallet.available < amount) throw shortOf(wallet.available, amount);
  const account = newUuid();
  await insertAccount(tx, { workspace, id: account, kind: 'key_credit' });
  const reference = `key-credit:${account}`;
  await insertTransfer(tx, { workspace, from: wallet.account, to: account, amount, reference });
  return account;
}

/** Locks the wallet and a key's account; afterwards no create can hold money of either. */
export async function lockAccounts(
  tx: Queryable,
  workspace: string,
  account: string | null,
): Promise<{ wallet: Balance; credit: Balance | undefined }> {
  const accounts = await lockWithWallet(tx, workspace, account);
  const wallet = accounts.find(({ kind }) => kind === 'wallet');
  const credit = accounts.find((each) => each.account === account);
  invariant(wallet, 'every workspace has a wallet');
  return { wallet, credit };
}

/**
 * Sets what a key's account has available, whatever it holds: moves the difference between it and the wallet. The
 * caller has locked both.
 */
export async function setKeyCredit(
  tx: Queryable,
  workspace: string,
  { wallet, credit, amount }: { wallet: Balance; credit: Balance; amount: number },
): Promise<void> {
  const missing = amount - credit.available;
  if (missing > wallet.available) throw shortOf(wallet.available, missing);
  if (missing > 0) {
    const reference = `key-credit:${newUuid()}`;
    const way = { from: wallet.account, to: credit.account };
    await insertTransfer(tx, { workspace, ...way, amount: missing, reference });
  }
  if (missing < 0) {
    const reference = `key-return:${newUuid()}`;
    const way = { from: credit.account, to: wallet.account };
    await insertTransfer(tx, { workspace, ...way, amount: -missing, reference });
  }
}

function shortOf(available: number, required: number): Problem {
  return new Problem(
    'insufficient_credit',
    `The wallet has ${available} units available, and the key is to get ${required} units.`,
    { members: { required, available } },
  );
}

/* The bounds of what a caller passes; an amount is a positive integer that JavaScript holds exactly. */

export function checkAmount(amount: number, what: string): void {
  if (Number.isInteger(amount) && amount >= 1 && amount <= MAX_AMOUNT) return;
  throw new Problem('invalid_request', `${what} must be from 1 to ${MAX_AMOUNT} units.`);
}

const REFERENCE = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

export function checkReference(reference: string): void {
  if (REFERENCE.test(reference)) return;
  const detail = 'The reference must be 1 to 200 printable characters.';
  throw wrongMember('reference', 'pattern', detail);
}

/** `member` is the one of the request body, if there is a body. */
export function wrongMember(member: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { at: { pointer: `#/${member}`, code } });
}
