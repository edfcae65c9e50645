/**
 * The queues of runs: claims what they hold, sends each claimed run to its provider and books its outcome in the ledger.
 * The intent is on disk before a run is sent; any failure here after the first byte counts as "may have been executed". What
 * providers report meanwhile is bounded: how often progress is saved, and how much memory all answers take together.
 */
import { isTransient } from '../platform/db/errors.ts';
import type { Notifier } from '../platform/db/notifications.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { weightOf } from '../platform/lib/json.ts';
import { amountOf } from '../platform/lib/money.ts';
import { onAbort } from '../platform/lib/on-abort.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { Progress, SubmitHooks } from '../providers/provider.ts';
import type { Cancelling } from './cancelling.ts';
import { type Circuits, createGate, ungated } from './circuits.ts';
import { CHANGED_CHANNEL, type OwnRuns } from './known-runs.ts';
import { hostQueueName, queueName } from './look-up.ts';
import type { LateOutcome } from './look-up-store.ts';
import { advanceOf, afterSubmission, lostSight, type Times, timesFor } from './outcomes.ts';
import {
  type AnyResource,
  type OutcomeFor,
  type ProviderFor,
  type RunResource,
  type RunTypes,
  type TermsOf,
  termsAt,
} from './resource.ts';
import { repeat } from './retrying.ts';
import type { ServiceSpans, SubmissionSpan } from './service-spans.ts';
import type { Advance, Settlement } from './settlement-store.ts';
import {
  type ClaimedRun,
  claimRuns,
  type ReportedProgress,
  type Slots,
  saveProgress,
} from './store.ts';
import type { Upstreams } from './upstreams.ts';

interface ExecutionOptions {
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

/** The runs of one kind at one provider, as a worker carries them out. */
export interface RunQueue {
  name: string;
  /** Runs that may be under way at once in all processes: 0 once the provider is gone. */
  readonly maxInFlight: number;
  /** Whether runs wait because the most allowed are under way in all processes. */
  readonly isLimited: boolean;
  /** Marks runs as about to be sent and returns them. Repeating a claim returns the same runs. */
  claim(slots: Slots, claim: string, worker: string): Promise<ClaimedRun[]>;
  /** Never throws because of what the provider does. */
  execute(run: ClaimedRun, assertLease: () => void, signal: AbortSignal): Promise<void>;
}

interface QueuesOptions {
  notifier: Notifier;
  db: Queryable;
  ownRuns: OwnRuns;
  execution: ExecutionOptions;
  circuits: Circuits;
}

/**
 * One queue for each provider, and another one if its work is bound to this machine: a claim moves runs there. A
 * provider that replaces another one under the same name also takes over its queues.
 */
export function queuesOf(resource: AnyResource, options: QueuesOptions): RunQueue[] {
  const { kind, providers } = resource;
  return providers.all().flatMap((first) => {
    const shared = queueName({ kind, provider: first.name });
    const { host } = first;
    if (host === undefined) return [queueOf(resource, first, { name: shared }, options)];
    const own = hostQueueName({ kind, provider: first.name }, host);
    return [
      queueOf(resource, first, { name: shared, into: own }, options),
      queueOf(resource, first, { name: own }, options),
    ];
  });
}

function queueOf(
  resource: AnyResource,
  first: AnyProvider,
  { name, into }: { name: string; into?: string },
  { db, notifier, ownRuns, execution, circuits }: QueuesOptions,
): RunQueue {
  const { providers } = resource;
  const execute = createExecution(resource, execution);
  const gated = first.host === undefined ? createGate(circuits, name) : ungated;
  let isLimited = false;
  return {
    name,
    get isLimited() {
      return isLimited;
    },
    get maxInFlight() {
      const provider = providers.get(first.name);
      return !provider || provider.isFull?.() ? 0 : provider.maxInFlight;
    },
    async claim(slots, claim, worker) {
      const from = { queue: name, ...(into !== undefined && { into }) };
      let limited = false;
      const onLimited = () => {
        limited = true;
      };
      // Queues that are bound to a machine are limited there.
      const most = first.host === undefined ? providers.get(first.name)?.maxInFlight : undefined;
      const claimed = await gated(claim, slots.atMost, (atMost) =>
        claimRuns(db, { ...from, slots: { ...slots, atMost }, claim, worker, most, onLimited }),
      );
      isLimited = limited;
      for (const run of claimed) {
        measureClaim(execution.meter, resource.kind, run);
        notifier.notify(CHANGED_CHANNEL, run.id);
      }
      return claimed;
    },
    execute: (run, assertLease, signal) =>
      execute(run, providers.get(first.name) ?? first, assertLease, signal).finally(() =>
        ownRuns.forget(run.id),
      ),
  };
}

function measureClaim(meter: Meter | undefined, kind: string, run: ClaimedRun): void {
  if (!run.waited) return;
  const { since, until } = run.waited;
  const state = run.attempt === 1 ? 'reserved' : 'queued';
  meter?.left({ kind, state }, (until.getTime() - since.getTime()) / 1_000);
}

type AnyProvider = ReturnType<AnyResource['providers']['all']>[number];

const PROVEN_UNSENT: ReadonlySet<string> = new Set(['not_sent', 'refused_for_now']);

/**
 * `assertLease` throws once this process may no longer send; the signal ends the wait for an answer. Empties the request
 * of the run that it is given.
 */
type Execution<T extends RunTypes> = (
  run: ClaimedRun<TermsOf<T>>,
  provider: ProviderFor<T>,
  assertLease: () => void,
  signal: AbortSignal,
) => Promise<void>;

function createExecution<T extends RunTypes>(
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
      (await options.upstreams.requeue(resource, { provider, run, outcome, proof })) ??
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

const SAVE_EVERY_MS = 1_000;

interface ProgressKeeper {
  tell(run: ClaimedRun, progress: Progress): void;
  /** Saves no more reports of this run. */
  end(run: string): void;
}

interface ProgressOptions {
  db: Db;
  notifier: Notifier;
  ownRuns: OwnRuns;
  log: Log;
}

/**
 * Saves progress at most once a second for each run, so that no provider makes the service write more. Of the reports in
 * between, it keeps only the last.
 */
export function createProgressKeeper({
  db,
  notifier,
  ownRuns,
  log,
}: ProgressOptions): ProgressKeeper {
  const waiting = new Map<string, ReportedProgress>();
  let timer: NodeJS.Timeout | undefined;

  async function save(): Promise<void> {
    timer = undefined;
    const reports = [...waiting.values()];
    waiting.clear();
    for (const id of await saveProgress(db, reports)) {
      // The copy of the run in this process lacks its progress.
      ownRuns.forget(id);
      notifier.notify(CHANGED_CHANNEL, id);
    }
  }

  return {
    tell({ workspace, id, attempt }, progress) {
      waiting.set(id, { workspace, id, attempt, progress });
      timer ??= setTimeout(() => {
        save().catch((error: unknown) => log.warn({ err: error }, 'progress was not saved'));
      }, SAVE_EVERY_MS);
    },
    end(run) {
      waiting.delete(run);
      if (waiting.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

interface AnswerBudget {
  /** The wait for an answer ends once `ending` fires. */
  open(ending: AbortSignal): AnswerShare;
  /** The bytes that count now. */
  inUse(): number;
}

/** The share of one answer. */
interface AnswerShare {
  /** Fires if the budget ends the answer, with a text as its reason, or with `ending`. */
  readonly signal: AbortSignal;
  /** Sets the bytes that the answer takes by now. */
  resize(bytes: number): void;
  /** The whole answer has arrived, with this many bytes; the budget no longer ends it. */
  keep(bytes: number): void;
  /** The answer takes no memory any more. */
  release(): void;
}

/**
 * Limits the memory that the answers of all providers take in this process together, from their arrival until their runs
 * are saved. Above the limit, the budget ends the largest answer that is still arriving, and never a small one.
 */
export function createAnswerBudget(maxBytes: number): AnswerBudget {
  /** The answers that are still arriving, and the bytes of each. */
  const coming = new Map<AbortController, number>();
  let total = 0;

  function end(answer: AbortController): void {
    total -= coming.get(answer) ?? 0;
    coming.delete(answer);
    answer.abort(CROWDED_OUT);
  }

  function makeRoom(): void {
    while (total > maxBytes) {
      const [largest, bytes] = largestOf(coming);
      if (!largest || bytes <= SMALL_BYTES) return;
      end(largest);
    }
  }

  return {
    open(ending) {
      const answer = new AbortController();
      const callOff = onAbort(ending, () => answer.abort(ending.reason));
      if (ending.aborted) answer.abort(ending.reason);
      let kept = 0;
      coming.set(answer, 0);
      function release(): void {
        total -= kept + (coming.get(answer) ?? 0);
        coming.delete(answer);
        callOff();
        kept = 0;
      }
      return {
        signal: answer.signal,
        resize(bytes) {
          const before = coming.get(answer);
          if (before === undefined) return;
          coming.set(answer, bytes);
          total += bytes - before;
          makeRoom();
        },
        keep(bytes) {
          release();
          kept = bytes;
          total += bytes;
          makeRoom();
        },
        release,
      };
    },
    inUse: () => total,
  };
}

function largestOf(sizes: ReadonlyMap<AbortController, number>) {
  let largest: [AbortController | undefined, number] = [undefined, 0];
  for (const [answer, bytes] of sizes) if (bytes > largest[1]) largest = [answer, bytes];
  return largest;
}

/** An answer of a few thousand words; many of them at once stay below the limit. */
export const SMALL_BYTES = 262_144;

const CROWDED_OUT =
  'The answers of all providers were larger together than is accepted, and this one was the largest.';
