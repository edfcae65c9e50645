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

/** What a grant that has ended keeps for a run. */
export interface Kept {
  run: string;
  amount: number;
  /** Null until the run has ended. */
  charged: number | null;
}

/** A grant that has not ended, as it was last brought up to date. */
export interface CountedGrant {
  amount: number;
  spent: number;
  expired: number;
  /** One that has expired is `expiring` until the runs that it keeps something for have ended. */
  state: 'open' | 'expiring' | 'ended';
  /** What had been charged then; the same in all grants that are counted together. */
  counted: number;
  kept: Kept[];
  /** Whether its time is over. */
  isOver: boolean;
}

/** What has been charged to whoever spends the grants, what is there, available and held, and what of it is held. */
export interface Sums {
  charged: number;
  credit: number;
  held: number;
}

export function leftOf({
  amount,
  spent,
  expired,
}: Pick<CountedGrant, 'amount' | 'spent' | 'expired'>): number {
  return amount - spent - expired;
}

/** Whether it takes part only in what runs hold that held it when its time was over. */
function isEnded({ state, isOver }: CountedGrant): boolean {
  return state !== 'open' || isOver;
}

/** What is left of it and kept for no run. */
function freeOf(grant: CountedGrant): number {
  return leftOf(grant) - sumOf(grant.kept, ({ amount }) => amount);
}

interface Taking<Grant> {
  /** Runs that have not ended and hold something, the oldest first. */
  heldRuns(): Promise<HeldRun[]>;
  /** Takes at most this much of what is available; returns how much it took. */
  take(grant: Grant, atMost: number): Promise<number>;
}

/**
 * Brings grants up to date, and takes what is left of those whose time is over, without what they keep for runs.
 * `before` are those that have not ended, in the order in which they are spent; the caller keeps other charges and holds
 * away.
 */
export async function settleCounted<Grant extends CountedGrant>(
  before: readonly Grant[],
  sums: Sums,
  { heldRuns, take }: Taking<Grant>,
): Promise<Grant[]> {
  const grants = attribute(before, sums);
  const isEnding = grants.some(({ state, isOver }) => state === 'open' && isOver);
  const free = sumOf(grants, (grant) => (grant.state === 'expiring' ? freeOf(grant) : 0));
  if (isEnding || free > sums.credit - sums.held) keep(grants, sums, await heldRuns());
  for (const grant of grants) {
    if (grant.isOver) grant.state = 'expiring';
    if (grant.state === 'expiring' && freeOf(grant) > 0) {
      grant.expired += await take(grant, freeOf(grant));
    }
    if (leftOf(grant) === 0) {
      grant.state = 'ended';
      grant.kept = [];
    }
  }
  return grants;
}

/**
 * Keeps, of grants whose time is over, what would be spent of them if the runs were charged now all that they hold: each
 * unit that a run holds comes from one grant or from paid credit.
 */
function keep(grants: readonly CountedGrant[], { credit }: Sums, runs: readonly HeldRun[]): void {
  const kept = keptFor(grants);
  const sources = (state: CountedGrant['state']) =>
    grants
      .filter((grant) => grant.state === state)
      .map((grant) => ({ grant, free: freeOf(grant) }));
  const paid = { grant: undefined, free: credit - sumOf(grants, leftOf) };
  // Of a grant that has expired, runs may hold what others have released before it was taken.
  const inOrder = [...sources('open'), paid, ...sources('expiring')];
  for (const { id, reserved } of runs) {
    let rest = reserved - (kept.get(id) ?? 0);
    for (const source of inOrder) {
      const amount = Math.min(source.free, rest);
      if (amount <= 0) continue;
      source.free -= amount;
      rest -= amount;
      if (source.grant && isEnded(source.grant)) keepFor(source.grant, id, amount);
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

function keepFor({ kept }: CountedGrant, run: string, amount: number): void {
  const known = kept.find((each) => each.run === run);
  if (known) known.amount += amount;
  else kept.push({ run, amount, charged: null });
}

/**
 * Spends from the grants, in their order, what was charged since they were last brought up to date. A run spends first
 * what grants that have expired keep for it; anything else is spent from those that are open. Paid credit is spent last.
 * If it was not enough, the rest came out of a grant that has expired: a run spent what another one had released before a
 * worker came.
 */
export function attribute<Grant extends CountedGrant>(
  before: readonly Grant[],
  { charged, credit }: Sums,
): Grant[] {
  const grants = before.map((grant) => ({
    ...grant,
    counted: charged,
    kept: grant.kept.filter((each) => each.charged === null).map((each) => ({ ...each })),
  }));
  const unspent = new Map<string, number>();
  let rest = charged - (before[0]?.counted ?? charged);
  before.forEach(({ kept }, i) => {
    for (const { run, amount, charged: charge } of kept) {
      if (charge === null) continue;
      const due = unspent.get(run) ?? charge;
      const part = Math.min(amount, due);
      unspent.set(run, due - part);
      grants[i]!.spent += part;
      rest -= part;
    }
  });
  spend(grants, 'open', rest);
  spend(grants, 'expiring', sumOf(grants, leftOf) - credit);
  return grants;
}

function spend(
  grants: readonly CountedGrant[],
  state: CountedGrant['state'],
  amount: number,
): void {
  let rest = Math.max(amount, 0);
  for (const grant of grants) {
    if (grant.state !== state) continue;
    const part = Math.min(freeOf(grant), rest);
    grant.spent += part;
    rest -= part;
  }
}
