/**
 * Which grant was spent: it follows from a sum of what was charged, which is counted anyway. The grants are those of a
 * workspace, spent before credit that was paid for, or those of a customer, which spends nothing else.
 */

/** A run that held something when a grant expired. */
export interface HeldRun {
  id: string;
  reserved: number;
  /** Null until it has ended. */
  charged: number | null;
}

/** A grant that has not ended, as it was last brought up to date. */
export interface CountedGrant {
  amount: number;
  spent: number;
  expired: number;
  /** One that has expired is `expiring` until the runs that held something then have ended. */
  state: 'open' | 'expiring' | 'ended';
  /** What had been charged then; the same in all grants that are counted together. */
  counted: number;
  heldRuns: HeldRun[];
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

interface Taking<Grant> {
  /** Runs that have not ended and hold something. */
  heldRuns(): Promise<HeldRun[]>;
  /** Takes at most this much of what is available; returns how much it took. */
  take(grant: Grant, atMost: number): Promise<number>;
}

/**
 * Brings grants up to date, and takes what is left of those whose time is over, without what runs hold. `before` are
 * those that have not ended, in the order in which they are spent; the caller keeps other charges and holds away.
 */
export async function settleCounted<Grant extends CountedGrant>(
  before: readonly Grant[],
  sums: Sums,
  taking: Taking<Grant>,
): Promise<Grant[]> {
  const grants = attribute(before, sums);
  for (const grant of grants) {
    if (grant.state === 'open' && grant.isOver) {
      grant.state = 'expiring';
      grant.heldRuns = await taking.heldRuns();
    }
    if (grant.state === 'expiring') await expire(grant, taking);
    if (leftOf(grant) === 0) grant.state = 'ended';
    if (grant.state === 'ended') grant.heldRuns = [];
  }
  return grants;
}

/** Takes what is left, without what the runs hold that the grant waits for. */
async function expire<Grant extends CountedGrant>(
  grant: Grant,
  { heldRuns, take }: Taking<Grant>,
): Promise<void> {
  const held = () => grant.heldRuns.reduce((sum, { reserved }) => sum + reserved, 0);
  const atMost = leftOf(grant) - held();
  if (atMost <= 0) return;
  grant.expired += await take(grant, atMost);
  // Runs that began since hold what others have released.
  if (leftOf(grant) > held()) grant.heldRuns = await heldRuns();
}

/**
 * Spends from the grants, in their order, what was charged since they were last brought up to date. A run that a grant
 * waits for spends that grant first; anything else spends those that are open. Paid credit is spent last. If it was not
 * enough, the rest came out of a grant that expires: a run held what another one had released before a worker came.
 */
export function attribute<Grant extends CountedGrant>(
  before: readonly Grant[],
  { charged, credit }: Sums,
): Grant[] {
  const grants = before.map((grant) => ({ ...grant, counted: charged }));
  const expiring = grants.filter(({ state }) => state === 'expiring');
  const ended = new Map<string, { charge: number; waiting: Grant[] }>();
  for (const grant of expiring) {
    for (const { id, charged: charge } of grant.heldRuns) {
      if (charge === null) continue;
      const run = ended.get(id) ?? { charge, waiting: [] };
      run.waiting.push(grant);
      ended.set(id, run);
    }
  }
  let rest = charged - (before[0]?.counted ?? charged);
  for (const { charge, waiting } of ended.values()) rest -= charge - spend(waiting, charge);
  spend(
    grants.filter(({ state }) => state === 'open'),
    rest,
  );
  spend(expiring, grants.reduce((sum, grant) => sum + leftOf(grant), 0) - credit);
  for (const grant of expiring) {
    grant.heldRuns = grant.heldRuns.filter((run) => run.charged === null);
  }
  return grants;
}

/** Returns what the grants could not pay. */
function spend(grants: readonly CountedGrant[], amount: number): number {
  let rest = Math.max(amount, 0);
  for (const grant of grants) {
    const part = Math.min(leftOf(grant), rest);
    grant.spent += part;
    rest -= part;
  }
  return rest;
}
