/**
 * What an outcome means for a run and its money: pure translations of what a provider did into the advance
 * that follows. An outcome that may have been executed is never followed by another submission.
 */
import { amountOf, type Decimal } from '../kernel/money.ts';
import { chargeOf } from './charge.ts';
import type { DueLookUp } from './look-up-store.ts';
import type { AnyResource, LookUpFor, OutcomeFor, RunResource, RunTypes } from './resource.ts';
import type { RunError, RunFacts } from './run.ts';
import { EVENTS, type RunEvent } from './states.ts';
import type { Advance, ClaimedRun } from './store.ts';

export interface Times {
  reconcileDeadlineMs: number;
  /** The deadline where the provider has no record to ask for. */
  reconcileGraceMs: number;
  priceDeadlineMs: number;
}

/** What outcomes need to know of a run that was submitted. */
export type Submitted = Pick<
  ClaimedRun,
  'workspace' | 'id' | 'attempt' | 'terms' | 'fee_basis_points' | 'scale' | 'reserved_amount'
>;

/** Refusals for now after which a run is not tried again. */
const MOST_ATTEMPTS = 20;
const FIRST_LOOK_UP_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** How long past the deadline a provider whose records can't be reached is still asked. */
const LONGEST_OUTAGE_MS = 3_600_000;

/** The advance of an event: its condition and its target come from the table of states. */
export function advanceOf(
  event: RunEvent,
  run: { workspace: string; id: string },
  facts: Omit<Partial<Advance>, 'workspace' | 'id' | 'from_states' | 'to_state'> = {},
): Advance {
  const { from, to } = EVENTS[event];
  return { workspace: run.workspace, id: run.id, from_states: from, to_state: to, ...facts };
}

/** What follows a submission. `canLookUp` tells whether the provider keeps records. */
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
      return again(run, outcome.reason, backOff(attempt));
    case 'refused_for_now':
      return attempt < MOST_ATTEMPTS
        ? again(run, outcome.reason, outcome.retryAfterMs ?? backOff(attempt))
        : advanceOf('refused', run, { attempt, error: noCapacity(outcome.providerStatus) });
    case 'refused':
      return advanceOf('refused', run, {
        attempt,
        error: refusal(outcome),
        provider_reference: outcome.reference,
      });
    case 'answered':
      return afterAnswer(resource, outcome, run, canLookUp, times);
    case 'unknown': {
      const findable = canLookUp && outcome.reference !== undefined;
      return lostSight(run, outcome.reason, findable, times, outcome.reference);
    }
  }
}

function again(run: Submitted, reason: string, dueInMs: number): Advance {
  return advanceOf('handed_back', run, {
    attempt: run.attempt,
    queue_reason: reason,
    next_step: 'submit',
    due_in_ms: dueInMs,
  });
}

/** Doubles from half a second, with jitter so that runs of one outage do not return together. */
export function backOff(tries: number): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_LOOK_UP_MS * 2 ** Math.min(tries, 10));
  return Math.round(ceiling * (0.5 + Math.random() / 2));
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
  const { reason, words } = outcome;
  return {
    code: 'provider_refused',
    message: words === undefined ? reason : `${reason} The provider said: “${words}”`,
    // The deployment's own key and credit can be mended; a refused request stays refused.
    retryable: [401, 402].includes(outcome.providerStatus),
    providerStatus: outcome.providerStatus,
  };
}

function afterAnswer<T extends RunTypes>(
  resource: RunResource<T>,
  { answer, reference }: Extract<OutcomeFor<T>, { kind: 'answered' }>,
  run: Submitted,
  canLookUp: boolean,
  times: Times,
): Advance {
  const facts = resource.factsOf(answer);
  const known = {
    attempt: run.attempt,
    provider_reference: reference,
    answer: resource.storedAnswerOf(answer),
    ...savedFacts(facts),
  };
  if (answer.cost === undefined && canLookUp && reference !== undefined) {
    return advanceOf('answered_unpriced', run, {
      ...known,
      next_step: 'price',
      due_in_ms: FIRST_LOOK_UP_MS,
      settle_deadline_ms: times.priceDeadlineMs,
    });
  }
  return advanceOf('answered', run, { ...known, ...money(resource, answer.cost, facts, run) });
}

function savedFacts(facts: RunFacts): Pick<Advance, 'facts'> {
  return Object.keys(facts).length > 0 ? { facts } : {};
}

/** The amounts of a completed run, and the loss that the deployment bears. */
function money(
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

export function lostSight(
  run: { workspace: string; id: string; attempt: number },
  reason: string,
  /** Whether the provider has a record that can be asked for. */
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

/** What a run whose outcome is unknown carries: why, and until when it is looked for. */
export function unknownFacts(reason: string, findable: boolean, times: Times): Partial<Advance> {
  const deadlineMs = findable ? times.reconcileDeadlineMs : times.reconcileGraceMs;
  return {
    unknown_reason: reason,
    next_step: 'reconcile',
    due_in_ms: findable ? Math.min(FIRST_LOOK_UP_MS, deadlineMs) : deadlineMs,
    settle_deadline_ms: deadlineMs,
  };
}

/** What follows a look-up; `found` is undefined where there was nothing to ask for. */
export function afterLookUp<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  run: DueLookUp,
): Advance {
  return run.state === 'received'
    ? afterPriceLookUp(resource, found, run)
    : afterOutcomeLookUp(found, run);
}

function afterPriceLookUp<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  run: DueLookUp,
): Advance {
  const record = recordOf(found);
  const before = (run.facts ?? {}) as T['Facts'];
  const facts = record ? resource.factsOf(record, before) : before;
  const looked_up = found !== undefined;
  if (record?.cost === undefined && run.deadline_in_ms > 0) {
    return later('still_unpriced', 'price', run, found, savedFacts(facts));
  }
  const amounts = money(resource, record?.cost, facts, run);
  return advanceOf('priced', run, { looked_up, ...savedFacts(facts), ...amounts });
}

type Found = LookUpFor<RunTypes>;

/** What a record says of the price. What came of a cancelled submission may have cost nothing. */
function recordOf<T extends RunTypes>(found: LookUpFor<T> | undefined) {
  if (found?.kind === 'not_executed')
    return { cost: '0' } as Extract<LookUpFor<T>, { kind: 'executed' }>;
  return found?.kind === 'executed' ? found : undefined;
}

function afterOutcomeLookUp(found: Found | undefined, run: DueLookUp): Advance {
  if (found?.kind === 'executed') {
    // What was cancelled may not be priced yet, and its cost is a loss of the deployment.
    const isPriced = !run.is_cancelled || found.cost !== undefined || run.deadline_in_ms <= 0;
    return isPriced ? answerLost(found, run) : later('still_unknown', 'reconcile', run, found);
  }
  if (found?.kind === 'not_executed') {
    return advanceOf('reconciled_failed', run, {
      looked_up: true,
      error: run.is_cancelled ? CANCELLED_UNANSWERED : NOT_EXECUTED,
    });
  }
  // A provider that does not answer has not been asked: the deadline waits for it, though not for ever.
  const asked = found?.kind !== 'unavailable';
  if (run.deadline_in_ms > (asked ? 0 : -LONGEST_OUTAGE_MS)) {
    return later('still_unknown', 'reconcile', run, found);
  }
  return advanceOf('reconciled_failed', run, {
    looked_up: found !== undefined,
    error: {
      code: 'outcome_unknown',
      message: 'Whether the provider executed the request could not be found out in time.',
      retryable: true,
    },
    audit_kind: 'outcome_given_up',
    audit_detail: { look_ups: run.look_ups + (found ? 1 : 0) },
  });
}

function answerLost({ cost }: { cost?: Decimal }, run: DueLookUp): Advance {
  const loss = cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], run.scale);
  return advanceOf('reconciled_failed', run, {
    looked_up: true,
    error: run.is_cancelled ? CANCELLED_UNANSWERED : ANSWER_LOST,
    loss_amount: loss,
    audit_kind: 'answer_lost',
    audit_detail: loss === undefined ? {} : { loss_amount: loss },
  });
}

const NOT_EXECUTED: RunError = {
  code: 'provider_unavailable',
  message: 'The provider did not execute the request.',
  retryable: true,
};
const ANSWER_LOST: RunError = {
  code: 'answer_lost',
  message: 'The provider executed the request, but its answer was lost on the way.',
  retryable: true,
};
const CANCELLED_UNANSWERED: RunError = {
  code: 'cancelled',
  message: 'The run was cancelled before there was an answer.',
  retryable: true,
};

function later(
  event: 'still_unknown' | 'still_unpriced',
  next_step: 'reconcile' | 'price',
  run: DueLookUp,
  found: Found | undefined,
  facts: Partial<Advance> = {},
): Advance {
  // The last look-up falls right behind the deadline, never long after it, unless the provider says so.
  const left = run.deadline_in_ms > 0 ? Math.ceil(run.deadline_in_ms) : LONGEST_PAUSE_MS;
  const asked = found?.kind === 'unavailable' ? (found.retryAfterMs ?? 0) : 0;
  const pause = Math.max(Math.min(backOff(run.look_ups + 1), left), asked);
  return advanceOf(event, run, {
    ...facts,
    looked_up: found !== undefined,
    next_step,
    due_in_ms: pause,
  });
}
