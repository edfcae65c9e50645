/** What a look-up means for a run and its money: pure translations of what a provider's record says. */
import type { Decimal } from '../platform/lib/money.ts';
import type { DueLookUp } from './look-up-store.ts';
import { advanceOf, afterFailure, amountOfCost, money, savedFacts } from './outcomes.ts';
import {
  type LookUpFor,
  type RunResource,
  type RunTypes,
  type TermsOf,
  termsAt,
} from './resource.ts';
import { backOff, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './retrying.ts';
import type { RunError } from './run.ts';
import type { Advance } from './settlement-store.ts';

/** How long past the deadline the service still asks a provider whose records can't be reached. */
const LONGEST_OUTAGE_MS = 3_600_000;

/** What follows a look-up; `found` is undefined if there was nothing to ask the provider for. */
export function afterLookUp<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  due: DueLookUp,
): Advance {
  const run = { ...due, terms: termsAt(resource, due.terms as TermsOf<T>, due.provider) };
  if (run.state === 'received') return afterPriceLookUp(resource, found, run);
  return run.state === 'running'
    ? afterWatch(resource, found, run)
    : afterOutcomeLookUp(resource, found, run);
}

/** Work that the provider has named goes on until the service knows its end or the time for finding it out is over. */
function afterWatch<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  run: DueLookUp,
): Advance {
  if (found?.kind === 'failed') return failureFound(resource, found, run);
  if (found?.kind === 'answered') return answerFound(resource, found.answer, run);
  const isGone = found?.kind === 'not_executed' || found?.kind === 'executed';
  // The deadline waits for work that goes on, but not forever.
  const most = found?.kind === 'under_way' ? -LONGEST_OUTAGE_MS : 0;
  if (!isGone && run.deadline_in_ms > most)
    return scheduleLookUp('still_running', 'watch', run, found);
  const error = resource.watched?.lost ?? NOT_EXECUTED;
  return afterFailure(resource, { error }, run, { looked_up: found !== undefined });
}

function afterPriceLookUp<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  run: DueLookUp,
): Advance {
  const record = recordOf(found);
  const before = (run.facts ?? {}) as T['Facts'];
  const facts = record ? resource.factsOf(record, run.terms as TermsOf<T>, before) : before;
  const looked_up = found !== undefined;
  if (record?.cost === undefined && run.deadline_in_ms > 0) {
    return scheduleLookUp('still_unpriced', 'price', run, found, savedFacts(facts));
  }
  const amounts = money(resource, record?.cost, facts, run);
  return advanceOf('priced', run, { looked_up, ...savedFacts(facts), ...amounts });
}

type Found = LookUpFor<RunTypes>;

/** What a record says about the price. A cancelled submission may have cost nothing. */
function recordOf<T extends RunTypes>(found: LookUpFor<T> | undefined) {
  if (found?.kind === 'not_executed')
    return { cost: '0' } as Extract<LookUpFor<T>, { kind: 'executed' }>;
  if (found?.kind === 'answered') return found.answer;
  return found?.kind === 'executed' ? found : undefined;
}

function afterOutcomeLookUp<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> | undefined,
  run: DueLookUp,
): Advance {
  if (found?.kind === 'executed') {
    // The provider may not have priced a cancelled run yet, and its cost is a loss of the deployment.
    const isPriced = !run.is_cancelled || found.cost !== undefined || run.deadline_in_ms <= 0;
    return isPriced
      ? answerLost(found, run)
      : scheduleLookUp('still_unknown', 'reconcile', run, found);
  }
  if (found?.kind === 'failed') return failureFound(resource, found, run);
  if (found?.kind === 'answered') return answerFound(resource, found.answer, run);
  if (resource.watched && found?.kind === 'under_way') return foundRunning(resource, found, run);
  if (resource.watched && run.deadline_in_ms <= 0) {
    const { lost } = resource.watched;
    return afterFailure(resource, { error: lost }, run, { looked_up: found !== undefined });
  }
  if (found?.kind === 'not_executed') {
    return advanceOf('reconciled_failed', run, {
      looked_up: true,
      error: run.is_cancelled ? CANCELLED_UNANSWERED : (resource.watched?.unbegun ?? NOT_EXECUTED),
    });
  }
  // The deadline waits for work that goes on, and for a provider that does not answer, but not forever.
  const isAnswered = found?.kind !== 'unavailable' && found?.kind !== 'under_way';
  if (run.deadline_in_ms > (isAnswered ? 0 : -LONGEST_OUTAGE_MS)) {
    return scheduleLookUp('still_unknown', 'reconcile', run, found);
  }
  return advanceOf('reconciled_failed', run, {
    looked_up: found !== undefined,
    error: unknownOutcome(resource, run.terms as TermsOf<T>),
    audit_kind: 'outcome_given_up',
    audit_detail: { look_ups: run.look_ups + (found ? 1 : 0) },
  });
}

/** From now on, the service watches a run that it had lost sight of and whose work goes on. */
function foundRunning<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> & { kind: 'under_way' },
  run: DueLookUp,
): Advance {
  return advanceOf('found_running', run, {
    looked_up: true,
    next_step: 'watch',
    due_in_ms: found.retryAfterMs ?? FIRST_PAUSE_MS,
    ...(resource.watched && {
      settle_deadline_ms: resource.watched.withinMs(run.terms as TermsOf<T>),
    }),
  });
}

/** If a cancel kept the work from beginning, the cancel is why the run fails. */
function failureFound<T extends RunTypes>(
  resource: RunResource<T>,
  found: LookUpFor<T> & { kind: 'failed' },
  run: DueLookUp,
): Advance {
  const { watched } = resource;
  const isCancelled = watched && run.is_cancelled && found.error.code !== watched.lost.code;
  const failure = isCancelled ? { error: CANCELLED_UNBEGUN } : found;
  return afterFailure(resource, failure, run, { looked_up: true });
}

function answerFound<T extends RunTypes>(
  resource: RunResource<T>,
  answer: T['Answer'],
  run: DueLookUp,
): Advance {
  const error = resource.failureOf?.(answer, run.terms as TermsOf<T>);
  if (error) return afterFailure(resource, { error, answer }, run, { looked_up: true });
  const facts = resource.factsOf(answer, run.terms as TermsOf<T>);
  return advanceOf('answered', run, {
    looked_up: true,
    answer: resource.storedAnswerOf(answer),
    ...savedFacts(facts),
    ...money(resource, answer.cost, facts, run),
  });
}

function answerLost({ cost }: { cost?: Decimal }, run: DueLookUp): Advance {
  const loss = amountOfCost(cost, run.scale);
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
/** If a second execution could have another effect, the error does not advise the caller to retry. */
function unknownOutcome<T extends RunTypes>(resource: RunResource<T>, terms: TermsOf<T>): RunError {
  if (resource.mayRepeat?.(terms) !== false) return OUTCOME_UNKNOWN;
  const { code, message } = OUTCOME_UNKNOWN;
  return { code, message: `${message} ${MAY_HAVE_TAKEN_EFFECT}`, retryable: false };
}

const MAY_HAVE_TAKEN_EFFECT =
  'It may have taken effect: look for that before you ask for it again.';

export const OUTCOME_UNKNOWN: RunError = {
  code: 'outcome_unknown',
  message: 'Whether the provider executed the request could not be found out in time.',
  retryable: true,
};
export const CANCELLED_UNANSWERED: RunError = {
  code: 'cancelled',
  message: 'The run was canceled before there was an answer.',
  retryable: true,
};

const CANCELLED_UNBEGUN: RunError = {
  code: 'cancelled',
  message: 'The run was canceled before its work began.',
  retryable: true,
};

function scheduleLookUp(
  event: 'still_unknown' | 'still_unpriced' | 'still_running',
  next_step: 'reconcile' | 'price' | 'watch',
  run: DueLookUp,
  found: Found | undefined,
  facts: Partial<Advance> = {},
): Advance {
  // The last look-up is right after the deadline, never long after it, unless the provider says so.
  const left = run.deadline_in_ms > 0 ? Math.ceil(run.deadline_in_ms) : LONGEST_PAUSE_MS;
  const hasRetryAfter = found?.kind === 'unavailable' || found?.kind === 'under_way';
  const retryAfterMs = hasRetryAfter ? (found.retryAfterMs ?? 0) : 0;
  const pause = Math.max(Math.min(backOff(run.look_ups + 1), left), retryAfterMs);
  return advanceOf(event, run, {
    ...facts,
    looked_up: found !== undefined,
    next_step,
    due_in_ms: pause,
  });
}
