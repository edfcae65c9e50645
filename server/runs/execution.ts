/**
 * Sends one claimed run to the provider and books its outcome in the ledger. The intent is on disk before this starts;
 * any failure here after the first byte counts as "may have been executed".
 */
import { isTransient } from '../platform/db/errors.ts';
import { weightOf } from '../platform/lib/json.ts';
import { amountOf } from '../platform/lib/money.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { SubmitHooks } from '../providers/provider.ts';
import type { AnswerBudget, AnswerShare } from './answer-budget.ts';
import type { Cancelling } from './cancelling.ts';
import { queueName } from './look-up-slots.ts';
import type { LateOutcome } from './look-up-store.ts';
import { advanceOf, afterSubmission, lostSight, type Times, timesFor } from './outcomes.ts';
import type { ProgressKeeper } from './progress.ts';
import { repeat } from './repeat.ts';
import {
  type OutcomeFor,
  type ProviderFor,
  type RunResource,
  type RunTypes,
  type TermsOf,
  termsAt,
} from './resource.ts';
import type { ServiceSpans, SubmissionSpan } from './service-spans.ts';
import type { Settlement } from './settlement.ts';
import type { Advance, ClaimedRun } from './store.ts';
import type { Upstreams } from './upstreams.ts';

export interface ExecutionOptions {
  settlement: Settlement;
  answers: AnswerBudget;
  cancelling: Pick<Cancelling, 'watch'>;
  progress: ProgressKeeper;
  upstreams: Upstreams;
  /** Books the cost of a run that was given up but did run; returns whether that was new. */
  recordLateOutcome: (late: LateOutcome) => Promise<boolean>;
  spans: ServiceSpans;
  times: Times;
  log: Log;
  meter?: Meter | undefined;
}

const PROVEN_UNSENT: ReadonlySet<string> = new Set(['not_sent', 'refused_for_now']);

/**
 * `assertLease` throws once this process may no longer send; the signal ends the wait for an answer. Empties the request
 * of the run that it is given.
 */
export type Execution<T extends RunTypes> = (
  run: ClaimedRun<TermsOf<T>>,
  provider: ProviderFor<T>,
  assertLease: () => void,
  signal: AbortSignal,
) => Promise<void>;

export function createExecution<T extends RunTypes>(
  resource: RunResource<T>,
  options: ExecutionOptions,
): Execution<T> {
  return async (claimed, provider, assertLease, signal) => {
    const run = { ...claimed, terms: termsAt(resource, claimed.terms, provider.name) };
    const span = options.spans.submission(resource, run, provider);
    const sent = span ? { ...run, traceparent: span.traceparent } : run;
    const prepared = await prepare(resource, options, sent);
    for (const each of [claimed, run, sent]) forgetRequest(each);
    if (prepared === undefined) {
      span?.end();
      return;
    }
    const share = options.answers.open(signal);
    try {
      await carry({ resource, options, provider, share, run, span }, prepared, assertLease);
    } finally {
      share.release();
    }
  };
}

/**
 * What a provider gets can have megabytes, and its answer can take an hour. The submission takes the work out of this
 * object: an async function, such as those that wait for the answer, keeps its parameters in memory until it ends.
 */
interface Prepared<T extends RunTypes> {
  work: T['Work'] | undefined;
}

function takeWork<T extends RunTypes>(prepared: Prepared<T>): T['Work'] {
  const { work } = prepared;
  prepared.work = undefined;
  return work;
}

function forgetRequest(run: ClaimedRun): void {
  run.request = '';
  run.body = undefined;
}

/** What the process has to send; undefined if it cannot be read, which ends the run. */
async function prepare<T extends RunTypes>(
  resource: RunResource<T>,
  { settlement, log }: ExecutionOptions,
  run: ClaimedRun<TermsOf<T>>,
): Promise<Prepared<T> | undefined> {
  try {
    if (run.unreadable) throw run.unreadable;
    return { work: await resource.workOf(run) };
  } catch (error) {
    log.error({ err: error, run: run.id }, 'ALERT: the saved request of a run cannot be read');
    const applied = await settlement.save(unreadable(run));
    // A sweep gave the run up as lost: now it is known that nothing was sent.
    if (!applied) await settlement.save(neverSent(run));
    return undefined;
  }
}

interface Task<T extends RunTypes> {
  resource: RunResource<T>;
  options: ExecutionOptions;
  provider: ProviderFor<T>;
  /** Counts the bytes of the answer until they are saved. */
  share: AnswerShare;
  run: ClaimedRun<TermsOf<T>>;
  /** Undefined if the service does not record the run. */
  span: SubmissionSpan | undefined;
}

/** Submits the run, and books the outcome in the ledger. */
async function carry<T extends RunTypes>(
  task: Task<T>,
  prepared: Prepared<T>,
  assertLease: () => void,
): Promise<void> {
  const { resource, options, provider, share, run, span } = task;
  const { settlement, progress, times, log, meter, spans } = options;
  const submittedAt = performance.now();
  const canLookUp = provider.lookUp !== undefined;
  let reference: string | undefined;
  let isSettled = false;
  const cancel = provider.endsEarly ? options.cancelling.watch(run) : undefined;
  const watched = options.upstreams.watch(resource, provider, run);
  const outcome = await submit(task, prepared, {
    beforeSend: watched.unless(assertLease),
    onReference(given) {
      reference = given;
      watched.alive();
      settlement.saveReference({ ...run, reference: given }, () => isSettled);
    },
    onSize(bytes) {
      watched.alive();
      share.resize(bytes);
    },
    onProgress: (reported) => progress.tell(run, reported),
    ...(span && { onAnsweredBy: span.answeredBy }),
    ...(cancel && { cancelled: cancel.signal }),
  });
  cancel?.end();
  span?.end(outcome);
  meter?.submitted(
    { kind: resource.kind, provider: provider.name, outcome: outcome.kind },
    (performance.now() - submittedAt) / 1_000,
  );
  progress.end(run.id);
  const answer = 'answer' in outcome ? outcome.answer : undefined;
  share.keep(answer === undefined ? 0 : weightOf(answer));
  logUnanswered(task, outcome);
  isSettled = true;
  const proof = watched.ended(outcome, share.signal.aborted);
  try {
    const step =
      (await options.upstreams.again(resource, { provider, run, outcome, proof })) ??
      afterSubmission(resource, outcome, run, canLookUp, times);
    // Not carried out here, so nowhere: any machine may take the run.
    if (PROVEN_UNSENT.has(outcome.kind) && provider.host !== undefined) {
      step.queue = queueName({ kind: resource.kind, provider: provider.name });
    }
    const applied = await spans.settling(run, step, () => settlement.save(step));
    if (!applied) await bookLateOutcome(task, outcome);
  } catch (error) {
    log.error({ err: error, run: run.id }, 'ALERT: the outcome of a run could not be settled');
    await giveToReconciliation(task, canLookUp && reference !== undefined);
  }
}

function logUnanswered<T extends RunTypes>(
  { run, options: { log } }: Task<T>,
  outcome: OutcomeFor<T>,
): void {
  if (outcome.kind === 'answered' || outcome.kind === 'under_way') return;
  // The provider's own words may quote the request, which is never logged.
  const { words: _, ...logged } =
    outcome.kind === 'failed'
      ? { kind: outcome.kind, code: outcome.error.code, words: undefined }
      : { words: undefined, ...outcome };
  log.info(
    { run: run.id, attempt: run.attempt, outcome: logged },
    'the submission did not bring an answer',
  );
}

function submit<T extends RunTypes>(
  { provider, run, options, share }: Task<T>,
  prepared: Prepared<T>,
  hooks: SubmitHooks,
): Promise<OutcomeFor<T>> {
  let mayBeSent = false;
  const beforeSend = () => {
    hooks.beforeSend();
    mayBeSent = true;
  };
  const submitted = new Promise<OutcomeFor<T>>((resolve) => {
    resolve(provider.submit(takeWork(prepared), { ...hooks, beforeSend }, share.signal));
  });
  return submitted.catch((error: unknown) => {
    options.log.error({ err: error, run: run.id }, 'a provider adapter threw');
    const reason = 'The submission broke off inside the service.';
    return mayBeSent ? { kind: 'unknown', reason } : { kind: 'not_sent', isLocal: true, reason };
  });
}

/** The service guesses no amounts from an answer that it could not save; but the run must move on. */
async function giveToReconciliation<T extends RunTypes>(
  { resource, run, options: { settlement, times, log } }: Task<T>,
  findable: boolean,
): Promise<void> {
  const step = lostSight(
    run,
    'The answer could not be saved.',
    findable,
    timesFor(resource, run.terms, times),
  );
  await repeat(() => settlement.advance(step), {
    mayPass: () => true,
    onFailure: (error) =>
      isTransient(error)
        ? log.warn({ err: error, run: run.id }, 'a run has to wait for the database')
        : log.error({ err: error, run: run.id }, 'ALERT: a run cannot be moved on'),
  });
}

/** A sweep gave the run up as lost while this process slept: the service no longer charges anything. */
async function bookLateOutcome<T extends RunTypes>(
  { run, options }: Task<T>,
  outcome: OutcomeFor<T>,
): Promise<void> {
  const { settlement, recordLateOutcome, log } = options;
  if (outcome.kind === 'not_sent') await settlement.save(neverSent(run));
  if (outcome.kind !== 'answered' && outcome.kind !== 'unknown') return;
  const ran = outcome.kind === 'answered';
  const cost = ran ? outcome.answer.cost : undefined;
  const amount = cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], run.scale);
  const { workspace, id } = run;
  const late = { workspace, id, ran, amount, reference: outcome.reference };
  const isNew = await repeat(() => recordLateOutcome(late), {
    mayPass: isTransient,
    onFailure: (error) => log.warn({ err: error, run: id }, 'a late outcome has to wait'),
  });
  if (isNew) log.warn({ run: id, amount }, 'an answer came after its run was given up: a loss');
}

function neverSent(run: ClaimedRun): Advance {
  return advanceOf('reconciled_failed', run, {
    attempt: run.attempt,
    error: {
      code: 'provider_unavailable',
      message: 'The request was never sent to the provider.',
      retryable: true,
    },
  });
}

function unreadable(run: ClaimedRun): Advance {
  return advanceOf('broken_unsent', run, {
    attempt: run.attempt,
    error: {
      code: 'internal',
      message: 'A fault of the service ended the run before it was sent.',
      retryable: true,
    },
  });
}
