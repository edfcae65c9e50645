/**
 * The outcomes that every provider of tools reports in the same way: waits that this service ended, answers that cannot be
 * used, and HTTP statuses. They never claim more than is proven, and quote no secret of a request.
 */
import { toCleanText } from '../../platform/lib/hygiene.ts';
import type { Failure } from '../../providers/provider.ts';
import { readRetryAfter } from '../../providers/refusals.ts';
import type { Head } from '../../providers/transport.ts';
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
  message: 'The run was canceled, and the tool was asked to stop. The call may have taken effect.',
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

type TurnedAwayOutcome = Extract<ToolOutcome, { kind: 'refused' | 'refused_for_now' | 'unknown' }>;

/**
 * `mayRepeat` says whether an executed call may be sent again: its server recognizes it by its key.
 *
 * 429 means that the request exceeded a limit, so it was not carried out. 503 does not: a gateway also returns it if
 * the server behind it died in the middle of the work. It is a temporary refusal only if a second call is harmless and
 * the server says when to come back.
 */
export function outcomeOfToolStatus(head: Head, mayRepeat: boolean): TurnedAwayOutcome {
  const providerStatus = head.status;
  const retryAfterMs = readRetryAfter(head.header('retry-after'), Date.now());
  const isTemporary = providerStatus === 503 && mayRepeat && retryAfterMs !== undefined;
  if (providerStatus === 429 || isTemporary) {
    const waiting = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { kind: 'refused_for_now', reason: BUSY, providerStatus, ...waiting };
  }
  const reason = REFUSALS.get(providerStatus);
  if (reason !== undefined) return { kind: 'refused', reason, providerStatus };
  return { kind: 'unknown', reason: UNCLEAR, providerStatus };
}

const BUSY = "The tool's server has no capacity for the call at the moment.";
const UNCLEAR =
  "The tool's server answered with a status that does not tell whether the tool was carried out.";

/**
 * Statuses about the request alone. 408 and 409 are not among them: 408 may come after the work has begun, 409 from
 * within it.
 */
const REFUSALS = new Map([
  [400, "The tool's server refused the call as not valid."],
  [401, "The tool's server did not accept the credentials of this deployment."],
  [402, "The account of this deployment with the tool's server has no credit for the call."],
  [403, "The tool's server does not permit this call."],
  [404, "The tool's server has no such tool."],
  [405, "The tool's server does not take calls at this address."],
  [406, "The tool's server can't answer in a form that is understood here."],
  [410, "The tool's server has no such tool any more."],
  [411, "The tool's server refused the call as not valid."],
  [413, "The call is larger than the tool's server accepts."],
  [414, 'The address of the tool is longer than its server accepts.'],
  [415, "The tool's server does not take calls in this form."],
  [421, "The tool's server does not answer for this address."],
  [422, "The tool's server could not process the call as it stands."],
  [431, "The call is larger than the tool's server accepts."],
]);

/** The secrets in request headers: each value, and what follows the scheme in a value such as `Bearer abc`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/).slice(1)]);
}
