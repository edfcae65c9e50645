/**
 * The refusals of a create that only the database can decide: lack of credit, limits, a key that has ended, and a
 * database in which nothing may be claimed.
 */

import type { Principal } from '../keys/index.ts';
import { invariant } from '../platform/lib/errors.ts';
import { endOfPeriod } from '../platform/lib/moment.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { quotaExceeded } from '../quotas/index.ts';
import type { AdmissionResult } from './admission-store.ts';
import type { RunTypes } from './resource.ts';

/** While no process may claim: what is created may be lost with a stale database, or holds money for long. */
export class NoRunStarts extends Problem {
  constructor() {
    super('overloaded', NO_RUN_STARTS, { retryAfterSeconds: 30 });
  }
}

const NO_RUN_STARTS =
  'No run is started at the moment, so none is taken. What was created before is kept.';

interface RefusalOptions {
  unit: Unit;
  limits: { maxPendingRuns: number };
}

export function refusalOf(
  { unit, limits }: RefusalOptions,
  result: AdmissionResult,
  principal: Principal,
  { amount }: RunTypes['Quote'],
  affordable: () => Record<string, number>,
): Problem {
  if (result.outcome === 'insufficient') {
    return insufficientCredit(unit, principal, amount, result, affordable());
  }
  if (result.outcome === 'limit_reached') return spendingLimitReached(unit, amount, result);
  if (result.outcome === 'quota_exceeded') {
    invariant(result.reached && 'quota' in result.reached, 'the quota that is reached is told');
    return quotaExceeded(result.reached);
  }
  if (result.outcome === 'key_ended') {
    return new Problem('unauthorized', 'A valid API key is required.');
  }
  return new Problem(
    'too_many_pending_runs',
    `The workspace has ${limits.maxPendingRuns} runs that are not terminal; wait for some to end.`,
    { retryAfterSeconds: 1 },
  );
}

function insufficientCredit(
  unit: Unit,
  principal: Principal,
  amount: number,
  { payer, payer_available }: AdmissionResult,
  affordable: Record<string, number>,
): Problem {
  const available = payer_available ?? 0;
  const account = payer === principal.payer.account ? principal.payer.kind : 'wallet';
  const [needed, left] = [amount, available].map((each) => formatMoney(each, unit));
  const detail = `The run needs a hold of ${needed}, and the ${ACCOUNT_NAMES[account]} has ${left} available.`;
  return new Problem('insufficient_credit', detail, {
    members: {
      requiredAmount: amount,
      availableAmount: available,
      account,
      ...unit,
      ...affordable,
    },
  });
}

function spendingLimitReached(
  unit: Unit,
  amount: number,
  { reached, saved_at: now }: AdmissionResult,
): Problem {
  invariant(reached && 'period' in reached && now, 'the limit that is reached is told');
  const { period, limit, spent, held, available } = reached;
  const [needed, left] = [amount, available].map((each) => formatMoney(each, unit));
  const resetsAt = endOfPeriod(period, now).toISOString();
  const detail = `The run needs a hold of ${needed}, and the key's limit of the ${period} leaves ${left} until ${resetsAt}.`;
  return new Problem('spending_limit_reached', detail, {
    members: {
      ...{ requiredAmount: amount, availableAmount: available, period, limitAmount: limit },
      ...{ spentAmount: spent, heldAmount: held, resetsAt, ...unit },
    },
  });
}

const ACCOUNT_NAMES = { wallet: 'wallet', key_credit: "key's own credit" };
