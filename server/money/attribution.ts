/**
 * Which grant was spent: it follows from a sum of what was charged, which is counted anyway. The grants are those of a
 * workspace, spent before credit that was paid for, or those of a customer, which spends nothing else.
 */

import { sumOf } from '../platform/lib/money.ts';

/** A run that has not ended and holds something. */
export interface HeldRun {
  id: string;
  reserved: number;
}

/** What a grant whose time is over keeps for a run. */
export interface Kept {
  run: string;
  amount: number;
  /** Null until the run has ended. */
  charged: number | null;
}

/** A grant that is open or `expiring`, as it was last brought up to date. */
export interface CountedGrant {
  amount: number;
  spent: number;
  expired: number;
  /** How much of that the audit trail has. */
  recorded: number;
  /** One that has expired is `expiring` until the runs that it keeps something for have ended. */
  state: 'open' | 'expiring' | 'ended';
  /** What had been charged then; the same in all grants that are counted together. */
  counted: number;
  kept: Kept[];
  /** Whether its time is over. */
  isOver: boolean;
}

/** What has been charged to whoever spends the grants, and what is there, available and held. */
export interface Sums {
  charged: number;
  credit: number;
}

export function leftOf({
  amount,
  spent,
  expired,
}: Pick<CountedGrant, 'amount' | 'spent' | 'expired'>): number {
  return amount - spent - expired;
}

/** What is left of it and kept for no run. */
function freeOf(grant: CountedGrant): number {
  return leftOf(grant) - sumOf(grant.kept, ({ amount }) => amount);
}

interface Taking<Grant> {
  /** Runs that have not ended and hold something, the oldest first. */
  heldRuns(): Promise<HeldRun[]>;
  /** Takes this much of what is available. */
  take(grant: Grant, amount: number): Promise<void>;
  /** Records in the audit trail that this much has expired. */
  record(grant: Grant, amount: number): Promise<void>;
}

/**
 * Brings grants up to date, and takes what is left of those whose time is over, without what they keep for runs.
 * `before` are those that have not ended, in the order in which they are spent; the caller keeps other charges and holds
 * away.
 */
export async function settleCounted<Grant extends CountedGrant>(
  before: readonly Grant[],
  sums: Sums,
  { heldRuns, take, record }: Taking<Grant>,
): Promise<Grant[]> {
  const grants = attribute(before, sums);
  const isEnding = ({ state, isOver }: Grant) => state === 'open' && isOver;
  if (grants.some(isEnding)) keep(grants, sums, await heldRuns());
  for (const grant of grants) {
    if (isEnding(grant)) grant.state = 'expiring';
    const free = freeOf(grant);
    if (grant.state === 'expiring' && free > 0) {
      await take(grant, free);
      grant.expired += free;
    }
    if (leftOf(grant) === 0) {
      grant.state = 'ended';
      grant.kept = [];
    }
    // However many runs release something, there are two events: the first part that expires, and the rest once all of
    // them have ended.
    const isDue = grant.state === 'ended' || grant.recorded === 0;
    const unrecorded = isDue ? grant.expired - grant.recorded : 0;
    if (unrecorded > 0) await record(grant, unrecorded);
    grant.recorded += unrecorded;
  }
  return grants;
}

/**
 * Keeps, of grants whose time is over, what would be spent of them if the runs were charged now all that they hold: each
 * unit that a run holds comes from one grant or from paid credit.
 */
function keep(grants: readonly CountedGrant[], { credit }: Sums, runs: readonly HeldRun[]): void {
  const kept = keptFor(grants);
  const paid = { grant: undefined, free: credit - sumOf(grants, leftOf) };
  const open = grants.filter(({ state }) => state === 'open');
  const inOrder = [...open.map((grant) => ({ grant, free: leftOf(grant) })), paid];
  for (const { id, reserved } of runs) {
    let rest = reserved - (kept.get(id) ?? 0);
    for (const source of inOrder) {
      const amount = Math.min(source.free, rest);
      if (amount <= 0) continue;
      source.free -= amount;
      rest -= amount;
      if (source.grant?.isOver) source.grant.kept.push({ run: id, amount, charged: null });
    }
  }
}

/** What grants keep together for each run. */
export function keptFor(grants: readonly CountedGrant[]): Map<string, number> {
  const kept = new Map<string, number>();
  for (const { run, amount } of grants.flatMap((grant) => grant.kept)) {
    kept.set(run, (kept.get(run) ?? 0) + amount);
  }
  return kept;
}

/**
 * Spends from the grants, in their order, what was charged since they were last brought up to date. A run spends first
 * what grants that have expired keep for it; anything else is spent from those that are open, and then from paid credit.
 */
export function attribute<Grant extends CountedGrant>(
  before: readonly Grant[],
  { charged }: Pick<Sums, 'charged'>,
): Grant[] {
  const grants = before.map((grant) => ({ ...grant, counted: charged, kept: [...grant.kept] }));
  const unspent = new Map<string, number>();
  let rest = charged - (before[0]?.counted ?? charged);
  for (const grant of grants) {
    for (const { run, amount, charged: charge } of grant.kept) {
      if (charge === null) continue;
      const due = unspent.get(run) ?? charge;
      const part = Math.min(amount, due);
      unspent.set(run, due - part);
      grant.spent += part;
      rest -= part;
    }
    grant.kept = grant.kept.filter((each) => each.charged === null);
  }
  for (const grant of grants) {
    if (grant.state !== 'open') continue;
    const part = Math.min(leftOf(grant), Math.max(rest, 0));
    grant.spent += part;
    rest -= part;
  }
  return grants;
}
