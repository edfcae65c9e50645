/**
 * Carries one claimed run to the provider and its outcome back to the ledger. The intent is on disk before
 * this starts; whatever goes wrong in here after the first byte counts as "may have been executed".
 */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../db/errors.ts';
import { uuidToId } from '../../kernel/ids.ts';
import { weightOf } from '../../kernel/json-weight.ts';
import { amountOf } from '../../kernel/money.ts';
import { parseJsonKeeping } from '../../kernel/parse-json.ts';
import {
  type Outcome,
  PASSED_THROUGH,
  type Provider,
  type Submission,
  type SubmitHooks,
} from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';
import type { AnswerBudget, AnswerShare } from './answer-budget.ts';
import type { LateOutcome } from './look-up-store.ts';
import { advanceOf, afterSubmission, backOff, lostSight, type Times } from './outcomes.ts';
import type { CreateRequest } from './run.ts';
import type { Settlement } from './settlement.ts';
import type { Advance, ClaimedRun } from './store.ts';

export interface ExecutionOptions {
  settlement: Settlement;
  answers: AnswerBudget;
  /** Books the cost of a run that was given up and did run; whether it was news. */
  recordLateOutcome: (late: LateOutcome) => Promise<boolean>;
  times: Times;
  /** Secret behind the pseudonyms that the provider gets of end users and sessions. */
  attributionKey: Buffer;
  log: Log;
}

export type Execution = ReturnType<typeof createExecution>;

export function createExecution({
  settlement,
  answers,
  recordLateOutcome,
  times,
  attributionKey,
  log,
}: ExecutionOptions) {
  /** `assertLease` throws once this process may no longer send; the signal ends the wait for an answer. */
  return async function execute(
    run: ClaimedRun,
    provider: Provider,
    assertLease: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const submission = await prepare(run);
    if (submission === undefined) return;
    const share = answers.open();
    try {
      await carry(run, submission, provider, share, { assertLease, signal });
    } finally {
      share.release();
    }
  };

  /** Submits, and brings the outcome to the ledger. The share counts the answer until then. */
  async function carry(
    run: ClaimedRun,
    submission: Submission,
    provider: Provider,
    share: AnswerShare,
    { assertLease, signal }: { assertLease: () => void; signal: AbortSignal },
  ): Promise<void> {
    const canLookUp = provider.lookUp !== undefined;
    let reference: string | undefined;
    const settled = new AbortController();
    const outcome = await submit(submission, provider, AbortSignal.any([signal, share.signal]), {
      beforeSend: assertLease,
      onReference(given) {
        reference = given;
        settlement.saveReference({ ...run, reference: given }, settled.signal);
      },
      onSize: share.resize,
    });
    share.keep(outcome.kind === 'answered' ? weightOf(outcome.answer) : 0);
    if (outcome.kind !== 'answered') {
      // The provider's own words may quote the prompt, which is never logged.
      const { words: _, ...told } = { words: undefined, ...outcome };
      log.info(
        { run: run.id, attempt: run.attempt, outcome: told },
        'the submission did not bring an answer',
      );
    }
    settled.abort();
    try {
      const step = afterSubmission(outcome, run, canLookUp, times);
      const applied = await untilSaved(run, () => settlement.advance(step));
      if (!applied) await bookLateOutcome(run, outcome);
    } catch (error) {
      log.error({ err: error, run: run.id }, 'ALERT: the outcome of a run could not be settled');
      await giveToReconciliation(run, canLookUp && reference !== undefined);
    }
  }

  /** What is to be sent; undefined where that cannot be read, which ends the run. */
  async function prepare(run: ClaimedRun): Promise<Submission | undefined> {
    try {
      return submissionOf(run, attributionKey);
    } catch (error) {
      log.error({ err: error, run: run.id }, 'ALERT: the saved request of a run cannot be read');
      const applied = await untilSaved(run, () => settlement.advance(unreadable(run)));
      // It was given up as lost by a sweep: it is known now that nothing was sent.
      if (!applied) await untilSaved(run, () => settlement.advance(neverSent(run)));
      return undefined;
    }
  }

  async function submit(
    submission: Submission,
    provider: Provider,
    signal: AbortSignal,
    hooks: SubmitHooks,
  ): Promise<Outcome> {
    try {
      return await provider.submit(submission, hooks, signal);
    } catch (error) {
      log.error({ err: error, run: submission.runId }, 'a provider adapter threw');
      return { kind: 'unknown', reason: 'The submission broke off inside the service.' };
    }
  }

  /** An outcome is kept in memory for as long as the database is only busy, full or away. */
  async function untilSaved(run: ClaimedRun, save: () => Promise<boolean>): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return await save();
      } catch (error) {
        if (!isTransient(error)) throw error;
        log.warn({ err: error, run: run.id }, 'a settlement has to wait');
        await sleep(backOff(tries));
      }
    }
  }

  /** No guess about money is made from an answer that could not be saved; but the run must move on. */
  async function giveToReconciliation(run: ClaimedRun, findable: boolean): Promise<void> {
    const step = lostSight(run, 'The answer could not be saved.', findable, times);
    for (let tries = 1; ; tries++) {
      try {
        await settlement.advance(step);
        return;
      } catch (error) {
        log.error({ err: error, run: run.id }, 'ALERT: a run cannot be moved on');
        await sleep(backOff(tries));
      }
    }
  }

  /** The run was given up as lost by a sweep while this process slept: nothing is charged any more. */
  async function bookLateOutcome(run: ClaimedRun, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'not_sent') await settlement.advance(neverSent(run));
    if (outcome.kind !== 'answered' && outcome.kind !== 'unknown') return;
    const ran = outcome.kind === 'answered';
    const cost = ran ? outcome.answer.cost : undefined;
    const amount =
      cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], run.scale);
    const { workspace, id } = run;
    const late = { workspace, id, ran, amount, reference: outcome.reference };
    if (await untilSaved(run, () => recordLateOutcome(late))) {
      log.warn({ run: id, amount }, 'an answer came after its run was given up: a loss');
    }
  }
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

function submissionOf(run: ClaimedRun, attributionKey: Buffer): Submission {
  const request = parseJsonKeeping(PASSED_THROUGH, run.request) as Omit<
    CreateRequest,
    'model' | 'attribution'
  >;
  const pseudonym = (value: string) =>
    createHmac('sha256', attributionKey).update(`${run.workspace}\0${value}`).digest('hex');
  return {
    runId: uuidToId('run', run.id),
    model: run.terms.providerModel,
    messages: request.messages,
    maxOutputTokens: request.maxOutputTokens,
    maxPrice: run.terms.maxPrice,
    ...(request.tools && { tools: request.tools }),
    ...(request.tool_choice && { toolChoice: request.tool_choice }),
    ...(request.parallel_tool_calls !== undefined && {
      parallelToolCalls: request.parallel_tool_calls,
    }),
    ...(run.end_user_id && { endUser: pseudonym(run.end_user_id) }),
    ...(run.session_id && { session: pseudonym(run.session_id) }),
    ...(run.traceparent && { traceparent: run.traceparent }),
  };
}
