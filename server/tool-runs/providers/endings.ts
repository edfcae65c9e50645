/** Calls whose wait this service ended. */
import { toCleanText } from '../../platform/lib/hygiene.ts';
import type { Failure } from '../../providers/provider.ts';
import type { EndedBy } from './course.ts';
import type { ToolOutcome } from './tool-provider.ts';

/** For a sent call; undefined if nobody ended the wait. */
export function outcomeOfEnd(
  endedBy: EndedBy | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): ToolOutcome | undefined {
  switch (endedBy) {
    case 'timed_out':
      return { kind: 'failed', error: timedOut(timeoutMs) };
    case 'cancelled':
      return { kind: 'failed', error: CANCELLED };
    case 'given_up':
      return { kind: 'unknown', reason: reasonOf(signal) };
    case undefined:
      return undefined;
  }
}

function reasonOf(signal: AbortSignal): string {
  return typeof signal.reason === 'string' ? signal.reason : GIVEN_UP;
}

function timedOut(timeoutMs: number): Failure {
  const seconds = timeoutMs / 1_000;
  return {
    code: 'timed_out',
    message: `The tool did not answer within ${seconds} seconds and was asked to stop. The call may have taken effect.`,
    retryable: false,
  };
}

export const CANCELLED: Failure = {
  code: 'cancelled',
  message: 'The run was cancelled, and the tool was asked to stop. The call may have taken effect.',
  retryable: false,
};

/** For a call that was executed and answered: `why` is a sentence about its answer, `raw` the answer if it is kept. */
export function answerUnusable(
  why: string,
  raw: string | undefined,
  durationMs: number,
): Extract<ToolOutcome, { kind: 'failed' }> {
  const error: Failure = {
    code: 'answer_unusable',
    message: `The tool was carried out, but its answer cannot be used. ${why}`,
    retryable: false,
  };
  if (raw === undefined) return { kind: 'failed', error };
  return { kind: 'failed', error, answer: { content: [], raw: toCleanText(raw), durationMs } };
}

export function tooManyBytes(most: number): string {
  return `It has more than ${most} bytes.`;
}

/** A sentence about an answer. */
export const NO_UTF_8 = 'It is not text in UTF-8.';

export const GIVEN_UP = 'The request was given up on our side.';
