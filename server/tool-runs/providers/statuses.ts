/**
 * What an HTTP status proves about a tool call. Only statuses that mean "checked and refused" are refusals; every other
 * one may come from behind a tool that was carried out.
 */
import { readRetryAfter } from '../../providers/status.ts';
import type { Head } from '../../providers/transport/index.ts';
import type { ToolOutcome } from './tool-provider.ts';

export type TurnedAwayOutcome = Extract<
  ToolOutcome,
  { kind: 'refused' | 'refused_for_now' | 'unknown' }
>;

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
