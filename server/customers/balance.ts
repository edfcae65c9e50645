/**
 * Prepaid balances: what a workspace grants to a customer. The money stays in the wallet: a balance is a limit on all that
 * the runs of the customer may be charged and hold, which a create compares like a budget in total (`admit_runs`). A
 * grant raises the limit, and what is taken of one that expires or is revoked lowers it. Creates know nothing of grants:
 * what each has left follows from what the customer was charged, as with the grants of a workspace. So whatever changes
 * the grants of a customer first brings them up to date.
 *
 * Runs that were pending when the balance began are no part of it. What they hold is an opening grant, which only waits
 * for them.
 */

import {
  attribute,
  type HeldRun,
  keptFor,
  leftOf,
  settleCounted,
  wrongMember,
} from '../money/index.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import { MAX_AMOUNT, sumOf } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type {
  BalanceSums,
  CountedBalance,
  CustomerGrant,
  GivenGrant,
  GrantRequest,
  OpenGrant,
} from './grant-store.ts';

export const CUSTOMER_GRANT_PREFIX = 'cgr';

export interface NewGrant {
  amount: number;
  note: string | null;
  /** Null if it never expires. */
  expiresAt: Date | null;
}

/** What a change of a balance reads and writes; `customer` is the UUID of the row. No run of it starts or ends meanwhile. */
export interface BalanceRows {
  balance(customer: string): Promise<CountedBalance>;
  heldRuns(customer: string): Promise<HeldRun[]>;
  setBalance(customer: string, sums: BalanceSums): Promise<void>;
  saveGrants(customer: string, grants: readonly OpenGrant[]): Promise<void>;
  insertGrant(customer: string, grant: OpenGrant, request: GrantRequest): Promise<void>;
  grantOfRequest(requestKey: string): Promise<GivenGrant | undefined>;
  grant(customer: string, id: string): Promise<CustomerGrant | undefined>;
  record(kind: string, detail: Record<string, unknown>): Promise<void>;
}

/** Of one customer, with those of balances before: each is read whenever its balance is brought up to date. */
const MOST_OPEN = 100;
/** Of one customer, with those that have ended. */
const MOST_GIVEN = 10_000;

/** Gives a grant to a customer. Without a balance it begins one, and the caller has counted what the customer has used. */
export async function giveGrant(
  rows: BalanceRows,
  customer: string,
  { amount, note, expiresAt }: NewGrant,
  request: NonNullable<GrantRequest>,
): Promise<string> {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
    throw wrongMember('expiresAt', 'minimum', 'The grant must expire in the future.');
  }
  const before = await settleBalance(rows, customer);
  checkCount(before.grants.length, MOST_OPEN, 'grants that have not ended');
  checkCount(before.given, MOST_GIVEN, 'grants');
  const { limit, from, granted } = await begun(rows, customer, before);
  if (limit + amount > MAX_AMOUNT) {
    const detail = `The customer could spend more than ${MAX_AMOUNT} units in all.`;
    throw wrongMember('amount', 'maximum', detail);
  }
  const grant = newGrant(amount, before.charged, { note, endsAt: expiresAt });
  await rows.insertGrant(customer, grant, request);
  await rows.setBalance(customer, { limit: limit + amount, from, granted: granted + amount });
  await rows.record('customer_granted', { ...onRecord(customer, grant), amount, expiresAt });
  return grant.id;
}

/** Begins a balance of nothing, unless there is one. The caller has counted what the customer has used. */
export async function beginBalance(rows: BalanceRows, customer: string): Promise<void> {
  await rows.setBalance(customer, await begun(rows, customer, await settleBalance(rows, customer)));
}

/** The sums of a balance, which begins if there is none. */
async function begun(rows: BalanceRows, customer: string, balance: CountedBalance) {
  const { limit, from, granted, charged, held, grants } = balance;
  if (limit !== null) return { limit, from, granted };
  const kept = keptFor(grants);
  const runs = held > 0 ? await rows.heldRuns(customer) : [];
  const rests = runs.map(({ id, reserved }) => ({
    ...{ run: id, amount: reserved - (kept.get(id) ?? 0), charged: null },
  }));
  const opens = rests.filter(({ amount }) => amount > 0);
  if (opens.length > 0) {
    const opening = newGrant(
      sumOf(opens, ({ amount }) => amount),
      charged,
      {
        ...{ state: 'expiring', endsAt: new Date(), kept: opens },
        ...{ isOpening: true, isFormer: true },
      },
    );
    await rows.insertGrant(customer, opening, null);
  }
  return { limit: charged + held, from: charged, granted: 0 };
}

function newGrant(amount: number, counted: number, more: Partial<OpenGrant>): OpenGrant {
  return {
    ...{ id: newUuid(), note: null, amount, spent: 0, expired: 0, recorded: 0, counted },
    ...{ createdAt: new Date() },
    ...{ state: 'open', isOver: false, kept: [], isOpening: false, isFormer: false },
    ...{ endsAt: null, ...more },
  };
}

function checkCount(count: number, most: number, what: string): void {
  if (count < most) return;
  throw new Problem('conflict', `The customer has ${most} ${what}, and cannot have more.`);
}

/** Ends a grant as if it expired now. One whose time is over stays as it is. */
export async function revokeGrant(
  rows: BalanceRows,
  customer: string,
  grant: CustomerGrant,
): Promise<void> {
  let isRevoked = false;
  await settleBalance(rows, customer, ({ id }) => {
    if (id === grant.id) isRevoked = true;
    return id === grant.id;
  });
  if (isRevoked) await rows.record('customer_grant_revoked', onRecord(customer, grant));
}

/** Takes what is left; the customer then spends without a balance. What runs hold is still spent from its grants. */
export async function endBalance(rows: BalanceRows, customer: string): Promise<void> {
  const { from, granted, grants } = await settleBalance(rows, customer, () => true);
  await rows.saveGrants(
    customer,
    grants.map((grant) => ({ ...grant, isFormer: true })),
  );
  await rows.setBalance(customer, { limit: null, from, granted });
}

/**
 * Brings the grants of a customer up to date, and takes what is left of those whose time is over; `endsNow` names open
 * ones whose time ends here. Returns those that have not ended.
 */
export async function settleBalance(
  rows: BalanceRows,
  customer: string,
  endsNow: (grant: OpenGrant) => boolean = () => false,
): Promise<CountedBalance> {
  const before = await rows.balance(customer);
  const isOver = (grant: OpenGrant) => grant.state === 'open' && !grant.isOver && endsNow(grant);
  const endsAt = new Date();
  const over = before.grants.map((grant) =>
    isOver(grant) ? { ...grant, isOver: true, endsAt } : grant,
  );
  const { charged } = before;
  let { limit } = before;
  const credit = limit === null ? Number.POSITIVE_INFINITY : limit - charged;
  const grants = await settleCounted(
    over,
    { charged, credit },
    {
      heldRuns: async () => (before.held > 0 ? rows.heldRuns(customer) : []),
      async take(_, amount) {
        if (limit !== null) limit -= amount;
      },
      async record(grant, amount) {
        if (grant.isOpening) return;
        await rows.record('customer_grant_expired', { ...onRecord(customer, grant), amount });
      },
    },
  );
  const from = before.from + formerSpent(grants) - formerSpent(before.grants);
  await rows.saveGrants(customer, grants);
  if (limit !== before.limit || from !== before.from) {
    await rows.setBalance(customer, { ...before, limit, from });
  }
  return { ...before, limit, from, grants: grants.filter(({ state }) => state !== 'ended') };
}

function formerSpent(grants: readonly OpenGrant[]): number {
  return sumOf(grants, ({ isFormer, spent }) => (isFormer ? spent : 0));
}

/** The audit trail outlives the customer: a note may say who that was. */
function onRecord(customer: string, { id }: CustomerGrant) {
  return { customer, grant: uuidToId(CUSTOMER_GRANT_PREFIX, id) };
}

/** `granted` is the sum of the others. */
interface BalanceLeft {
  granted: number;
  spent: number;
  held: number;
  available: number;
  expired: number;
}

/** What a create may still hold, of all that the runs of the customer may be charged and hold. */
export function availableOf(limit: number, used: number): number {
  return Math.max(0, limit - used);
}

/** Null if there is no balance. */
export function balanceLeft(balance: CountedBalance): BalanceLeft | null {
  const { limit, from, granted, charged, held } = balance;
  if (limit === null) return null;
  const grants = attribute(balance.grants, balance);
  const left = sumOf(grants, (grant) => (grant.isFormer ? 0 : leftOf(grant)));
  const spent = charged - from - (formerSpent(grants) - formerSpent(balance.grants));
  const available = availableOf(limit, charged + held);
  return { granted, spent, held: left - available, available, expired: granted - left - spent };
}

/** Grants with what they have left now. */
export function presentGrants(
  stored: readonly CustomerGrant[],
  balance: CountedBalance,
): CustomerGrant[] {
  const open = attribute(balance.grants, balance);
  const present = new Map(open.map((grant) => [grant.id, grant]));
  return stored.map((grant) => present.get(grant.id) ?? grant);
}
