/**
 * What an outcome means for a run and its money: pure translations of what a provider did into the advance that follows.
 * The service never submits a run again after an outcome that may have been executed. Amounts are integers, and the hold
 * limits the charge.
 */
import { amountOf, type Decimal, feeOf } from '../platform/lib/money.ts';
import type { Failure } from '../providers/provider.ts';
import type { AnyResource, OutcomeFor, RunResource, RunTypes, TermsOf } from './resource.ts';
import { backOff, FIRST_PAUSE_MS } from './retrying.ts';
import type { RunError, RunFacts } from './run.ts';
import type { Advance } from './settlement-store.ts';
import { EVENTS, type RunEvent } from './states.ts';
import type { ClaimedRun } from './store.ts';

export interface Times {
  reconcileDeadlineMs: number;
  /** The deadline if the provider has no record to ask for. */
  reconcileGraceMs: number;
  priceDeadlineMs: number;
}

/** What outcomes need to know of a run that was submitted. */
export type Submitted = Pick<
  ClaimedRun,
  'workspace' | 'id' | 'attempt' | 'terms' | 'fee_basis_points' | 'scale' | 'reserved_amount'
>;

/** After this many temporary refusals, the service stops trying a run. */
export const MOST_ATTEMPTS = 20;
/** The most submissions of a run that may be repeated and whose outcome is unknown. */
const MOST_REPEATS = 5;

/** The advance of an event: the table of states gives its condition and its target. */
export function advanceOf(
  event: RunEvent,
  run: { workspace: string; id: string },
  facts: Omit<Partial<Advance>, 'workspace' | 'id' | 'from_states' | 'to_state'> = {},
): Advance {
  const { from, to } = EVENTS[event];
  return { workspace: run.workspace, id: run.id, from_states: from, to_state: to, ...facts };
}

/** What follows a submission. `canLookUp` says whether the provider keeps records. */
export function afterSubmission<T extends RunTypes>(
  resource: RunResource<T>,
  outcome: OutcomeFor<T>,
  run: Submitted,
  canLookUp: boolean,
  times: Times,
): Advance {
  const { attempt } = run;
  switch (outcome.kind) {
    case 'not_sent':
      return handBack(run, outcome.reason, outcome.retryAfterMs ?? backOff(attempt));
    case 'refused_for_now':
      return attempt < MOST_ATTEMPTS
        ? handBack(run, outcome.reason, outcome.retryAfterMs ?? backOff(attempt))
        : advanceOf('refused', run, { attempt, error: noCapacity(outcome.providerStatus) });
    case 'refused':
      return advanceOf('refused', run, {
        attempt,
        error: refusal(outcome),
        provider_reference: outcome.reference,
      });
    case 'answered':
      return afterAnswer(resource, outcome, run, canLookUp, times);
    case 'under_way':
      return advanceOf('begun', run, {
        attempt,
        provider_reference: outcome.reference,
        next_step: 'watch',
        due_in_ms: outcome.retryAfterMs ?? FIRST_PAUSE_MS,
        settle_deadline_ms: outcome.withinMs,
      });
    case 'failed':
      return afterFailure(resource, outcome, run, {
        attempt,
        provider_reference: outcome.reference,
      });
    case 'unknown': {
      const findable = canLookUp && outcome.reference !== undefined;
      const mayRepeat = resource.mayRepeat?.(run.terms as TermsOf<T>) ?? false;
      return afterLoss(
        run,
        { ...outcome, reason: quoting(outcome), findable, mayRepeat },
        timesFor(resource, run.terms, times),
      );
    }
  }
}

/** What follows if the outcome of a submission is unknown. */
export function afterLoss(
  run: Pick<Submitted, 'workspace' | 'id' | 'attempt'>,
  lost: {
    reason: string;
    /** Whether the provider has a record to ask for. */
    findable: boolean;
    /** Whether it may be executed twice. */
    mayRepeat: boolean;
    reference?: string;
  },
  times: Times,
): Advance {
  const { reason, findable, mayRepeat, reference } = lost;
  if (findable || !mayRepeat || run.attempt >= MOST_REPEATS) {
    return lostSight(run, reason, findable, times, reference);
  }
  return advanceOf('sent_again', run, {
    attempt: run.attempt,
    queue_reason: reason,
    unknown_reason: reason,
    next_step: 'submit',
    due_in_ms: backOff(run.attempt),
  });
}

/** The service keeps the answer and charges nothing; what the provider charged is the deployment's loss. */
export function afterFailure<T extends RunTypes>(
  resource: RunResource<T>,
  { error, answer }: { error: Failure; answer?: T['Answer'] },
  run: { workspace: string; id: string; scale: number; terms: unknown },
  facts: Partial<Pick<Advance, 'attempt' | 'provider_reference' | 'looked_up'>>,
): Advance {
  return advanceOf('execution_failed', run, {
    ...facts,
    error,
    ...(answer && {
      answer: resource.storedAnswerOf(answer),
      ...savedFacts(resource.factsOf(answer, run.terms as TermsOf<T>)),
      loss_amount: amountOfCost(answer.cost, run.scale),
    }),
  });
}

export function amountOfCost(cost: Decimal | undefined, scale: number): number | undefined {
  return cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], scale);
}

/** The run returns to the queue: it was provably not executed. */
export function handBack(
  run: Pick<Submitted, 'workspace' | 'id' | 'attempt'>,
  reason: string,
  dueInMs: number,
): Advance {
  return advanceOf('handed_back', run, {
    attempt: run.attempt,
    queue_reason: reason,
    next_step: 'submit',
    due_in_ms: dueInMs,
  });
}

function noCapacity(providerStatus: number): RunError {
  return {
    code: 'provider_unavailable',
    message: 'The provider kept refusing for lack of capacity.',
    retryable: true,
    providerStatus,
  };
}

function refusal(outcome: { reason: string; words?: string; providerStatus: number }): RunError {
  return {
    code: 'provider_refused',
    message: quoting(outcome),
    // The operator can fix the deployment's own key and credit; a refused request stays refused.
    retryable: [401, 402].includes(outcome.providerStatus),
    providerStatus: outcome.providerStatus,
  };
}

/** The reason, followed by the provider's own words. */
function quoting({ reason, words }: { reason: string; words?: string }): string {
  return words === undefined ? reason : `${reason} The provider said: “${words}”`;
}

function afterAnswer<T extends RunTypes>(
  resource: RunResource<T>,
  { answer, reference }: Extract<OutcomeFor<T>, { kind: 'answered' }>,
  run: Submitted,
  canLookUp: boolean,
  times: Times,
): Advance {
  const error = resource.failureOf?.(answer, run.terms);
  const { attempt } = run;
  if (error) {
    const failure = { error, answer };
    return afterFailure(resource, failure, run, { attempt, provider_reference: reference });
  }
  const facts = resource.factsOf(answer, run.terms);
  const known = {
    attempt,
    provider_reference: reference,
    answer: resource.storedAnswerOf(answer),
    ...savedFacts(facts),
  };
  const isPriced = answer.cost !== undefined || resource.isPricedByList;
  if (!isPriced && canLookUp && reference !== undefined) {
    return advanceOf('answered_unpriced', run, {
      ...known,
      next_step: 'price',
      due_in_ms: FIRST_PAUSE_MS,
      settle_deadline_ms: times.priceDeadlineMs,
    });
  }
  return advanceOf('answered', run, { ...known, ...money(resource, answer.cost, facts, run) });
}

export function savedFacts(facts: RunFacts): Pick<Advance, 'facts'> {
  return Object.keys(facts).length > 0 ? { facts } : {};
}

/** The amounts of a completed run, and the loss that the deployment bears. */
export function money(
  resource: AnyResource,
  cost: Decimal | undefined,
  facts: RunFacts,
  run: Pick<Submitted, 'terms' | 'fee_basis_points' | 'scale' | 'reserved_amount'>,
): Partial<Advance> {
  const listAmount =
    cost === undefined ? resource.listAmountOf(facts, run.terms, run.scale) : undefined;
  const charge = chargeOf(
    { cost, listAmount },
    {
      feeBasisPoints: run.fee_basis_points,
      scale: run.scale,
      reservedAmount: run.reserved_amount,
    },
  );
  return {
    provider_amount: charge.providerAmount,
    list_amount: charge.listAmount,
    fee_amount: charge.feeAmount,
    charged_amount: charge.chargedAmount,
    absorbed_amount: charge.absorbedAmount,
    loss_amount: charge.absorbedAmount,
    ...(charge.chargedAmount === undefined && {
      audit_kind: 'completed_uncharged',
      audit_detail: { why: 'neither a cost nor a usage was ever reported' },
    }),
  };
}

/** The service looks for long work for as long as it may take. */
export function timesFor(resource: AnyResource | undefined, terms: unknown, times: Times): Times {
  const withinMs = resource?.watched?.withinMs(terms) ?? 0;
  return { ...times, reconcileDeadlineMs: Math.max(times.reconcileDeadlineMs, withinMs) };
}

export function lostSight(
  run: { workspace: string; id: string; attempt: number },
  reason: string,
  /** Whether the provider has a record to ask for. */
  findable: boolean,
  times: Times,
  reference?: string,
): Advance {
  return advanceOf('lost_sight', run, {
    attempt: run.attempt,
    provider_reference: reference,
    ...unknownFacts(reason, findable, times),
  });
}

/** The facts of a run whose outcome is unknown: why, and until when the service looks for it. */
export function unknownFacts(reason: string, findable: boolean, times: Times): Partial<Advance> {
  const deadlineMs = findable ? times.reconcileDeadlineMs : times.reconcileGraceMs;
  return {
    unknown_reason: reason,
    next_step: 'reconcile',
    due_in_ms: findable ? Math.min(FIRST_PAUSE_MS, deadlineMs) : deadlineMs,
    settle_deadline_ms: deadlineMs,
  };
}

/** The final amounts of an answered run; all absent if its cost is not known. */
interface Charge {
  providerAmount?: number;
  listAmount?: number;
  feeAmount?: number;
  chargedAmount?: number;
  /** What the provider charged beyond the hold: the deployment's loss, never the customer's. */
  absorbedAmount?: number;
}

/**
 * Charges an answer: from the provider's own figure if there is one, else from the price list.
 * charged = min(base + fee, reserved); the limit reduces the fee first.
 */
export function chargeOf(
  { cost, listAmount }: { cost: Decimal | undefined; listAmount: number | undefined },
  agreed: { feeBasisPoints: number; scale: number; reservedAmount: number },
): Charge {
  const providerAmount =
    cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], agreed.scale);
  const base = providerAmount ?? listAmount;
  if (base === undefined) return {};
  const chargedAmount = Math.min(base + feeOf(base, agreed.feeBasisPoints), agreed.reservedAmount);
  const toProvider = Math.min(base, chargedAmount);
  return {
    ...(providerAmount === undefined ? { listAmount: base } : { providerAmount }),
    feeAmount: chargedAmount - toProvider,
    chargedAmount,
    ...(base > toProvider ? { absorbedAmount: base - toProvider } : {}),
  };
}
