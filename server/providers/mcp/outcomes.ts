/** What became of a call that brought no answer, by what is proven. */
import { ProtocolError } from '@modelcontextprotocol/client';
import { readErrorWords } from '../chat-completions/index.ts';
import type { Failure } from '../provider.ts';
import type { ToolOutcome } from '../tool-provider.ts';
import { outcomeOfToolStatus } from '../tools/statuses.ts';
import type { Course } from './course.ts';
import { CUT_SHORT, GIVEN_UP, Lost, NotSent, TurnedAway } from './faults.ts';

export interface Ended {
  error: unknown;
  course: Course;
  signal: AbortSignal;
  timeoutMs: number;
  /** Values that are never quoted. */
  secrets: readonly string[];
  /** Of the task, where the call became one. */
  reference?: string;
}

export function outcomeOfError(ended: Ended): ToolOutcome {
  const { error, course, signal, timeoutMs, secrets, reference } = ended;
  const named = reference === undefined ? {} : { reference };
  if (!course.isSent()) return notSent(error, course);
  switch (course.endedBy()) {
    case 'timed_out':
      return { kind: 'failed', error: timedOut(timeoutMs), ...named };
    case 'cancelled':
      return { kind: 'failed', error: CANCELLED, ...named };
    case 'given_up':
      return { kind: 'unknown', reason: reasonOf(signal), ...named };
    case undefined:
      break;
  }
  if (reference !== undefined) return { kind: 'unknown', reason: lostTask(error), reference };
  if (error instanceof ProtocolError) return outcomeOfCode(error, secrets);
  if (error instanceof TurnedAway) return outcomeOfToolStatus(error.head, false);
  return { kind: 'unknown', reason: error instanceof Lost ? error.message : CUT_SHORT };
}

/** The transport writes nothing before the hook, so whatever went wrong before it kept the call from being sent. */
function notSent(error: unknown, course: Course): ToolOutcome {
  const isKnown = error instanceof NotSent && course.endedBy() === undefined;
  return { kind: 'not_sent', reason: isKnown ? error.message : GIVEN_UP };
}

/** It was begun, so no error of the asking proves that nothing was carried out. */
function lostTask(error: unknown): string {
  if (error instanceof Lost) return error.message;
  if (!(error instanceof ProtocolError)) return CUT_SHORT;
  return error.data instanceof Lost ? error.data.message : UNKNOWN_TASK;
}

function reasonOf(signal: AbortSignal): string {
  return typeof signal.reason === 'string' ? signal.reason : GIVEN_UP;
}

/**
 * An error is the whole answer to a request, and no other will come. The codes that JSON-RPC and the protocol define
 * for a request that was not taken (no such method, no such tool, arguments that don't fit, no valid request) prove that
 * nothing was carried out. -32603 and the codes of applications say that the call was looked at and failed: it has
 * ended, and may have had effects. Those that JSON-RPC leaves to implementations (-32000 to -32099) are in use by
 * proxies and libraries for a connection that they lost to the server behind them, which may still be at work.
 */
function outcomeOfCode(error: ProtocolError, secrets: readonly string[]): ToolOutcome {
  if (error.data instanceof Lost) return { kind: 'unknown', reason: error.data.message };
  const { code } = error;
  const words = wordsOf(error, secrets);
  const refusal = REFUSALS.get(code);
  if (refusal) return { kind: 'refused', ...refusal, ...(words !== undefined && { words }) };
  if (code === URL_INPUT_REQUIRED) return { kind: 'failed', error: NEEDS_INPUT };
  if (code <= IMPLEMENTATIONS_FIRST && code >= IMPLEMENTATIONS_LAST) {
    return { kind: 'unknown', reason: UNCLEAR };
  }
  return { kind: 'failed', error: toolError(words) };
}

export function wordsOf(error: ProtocolError, secrets: readonly string[]): string | undefined {
  return readErrorWords(JSON.stringify({ message: error.message }), secrets);
}

export function toolError(words: string | undefined): Failure {
  const said = words === undefined ? '' : ` Its server said: “${words}”`;
  return { code: 'tool_error', message: `${TOOL_FAILED}${said}`, retryable: false };
}

function timedOut(timeoutMs: number): Failure {
  const seconds = timeoutMs / 1_000;
  return {
    code: 'timed_out',
    message: `The tool did not answer within ${seconds} seconds and was told to stop. The call may have taken effect.`,
    retryable: false,
  };
}

export const CANCELLED: Failure = {
  code: 'cancelled',
  message: 'The run was cancelled, and the tool was told to stop. The call may have taken effect.',
  retryable: false,
};

export const NEEDS_INPUT: Failure = {
  code: 'needs_input',
  message: 'The tool asked for more input in the middle of its work, and was told to stop.',
  retryable: false,
};

const TOOL_FAILED = 'The tool was called and failed. The call may have taken effect.';
const UNCLEAR =
  "The tool's server answered with an error that does not tell whether the tool was carried out.";

const UNKNOWN_TASK = "The tool's server does not know any more what became of the call.";

const IMPLEMENTATIONS_FIRST = -32_000;
const IMPLEMENTATIONS_LAST = -32_099;
/** Within the range of implementations, and defined by the protocol: the user is to visit a page first. */
const URL_INPUT_REQUIRED = -32_042;

/** By what HTTP would have said of the same. */
const REFUSALS = new Map([
  [-32_700, { reason: "The tool's server could not read the call.", providerStatus: 400 }],
  [-32_600, { reason: "The tool's server refused the call as not valid.", providerStatus: 400 }],
  [-32_601, { reason: "The tool's server does not take such calls.", providerStatus: 404 }],
  [-32_602, { reason: "The tool's server refused the tool or its input.", providerStatus: 422 }],
]);
