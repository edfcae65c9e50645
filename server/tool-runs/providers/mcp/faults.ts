/** Why no answer to a call came, and its outcome, as far as that is proven. */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Failure } from '../../../providers/provider.ts';
import { isAboutTheRequest, readErrorWords } from '../../../providers/refusals.ts';

import type { Head } from '../../../providers/transport.ts';
import { isJsonObject } from '../answer.ts';
import type { Course } from '../course.ts';
import { answerUnusable, GIVEN_UP, outcomeOfEnd, outcomeOfToolStatus } from '../outcomes.ts';
import type { ToolOutcome } from '../tool-provider.ts';

/** No byte of the call was written. */
export class NotSent extends Error {}

/** The call may have been executed, and its answer will not come. */
export class Lost extends Error {}

/** The answer arrived, so the call was executed, and it cannot be used. The message is a sentence about it. */
export class Unusable extends Lost {
  /** The text of the answer, if it has arrived whole. */
  readonly raw: string | undefined;
  constructor(why: string, raw?: string) {
    super(why);
    this.raw = raw;
  }
}

/** The server answered the request with an HTTP status instead of a message. */
export class TurnedAway extends Error {
  readonly head: Head;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether the server does not know the session of the request. Then it executed nothing. */
  readonly isSessionGone: boolean;
  constructor(head: Head, text: string, hasSession: boolean) {
    super(`The server answered with the status ${head.status}.`);
    this.head = head;
    this.text = text;
    this.isSessionGone = isSessionGone(head.status, text, hasSession);
  }
}

/**
 * A server that does not know a session has to return 404. Older libraries return another status and say why, and some
 * return 400 and say nothing. Only an explanation that is about nothing else counts, because the refusal may quote the
 * arguments of a call, or come from a tool with sessions of its own.
 */
function isSessionGone(status: number, text: string, hasSession: boolean): boolean {
  if (!hasSession) return false;
  if (status === 404 || (status === 400 && text.trim() === '')) return true;
  if (!SESSION_STATUSES.has(status)) return false;
  const explanation = explanationOf(text).replace(STATUS_NAME, '');
  return SESSION_GONE.some((form) => form.test(explanation));
}

/** The message of the error, or the text itself if it is not JSON. */
function explanationOf(text: string): string {
  try {
    const message: unknown = JSON.parse(text)?.error?.message;
    return typeof message === 'string' ? message : '';
  } catch {
    return text.trim();
  }
}

/** Statuses other than 404 that servers use for an unknown session. */
const SESSION_STATUSES: ReadonlySet<number> = new Set([400, 401, 410, 422]);
const STATUS_NAME = /^(?:bad request|gone|not found|unauthorized|unprocessable entity): /i;

/** Whole explanations, as the known libraries write them. */
const SESSION_GONE = [
  /^session (?:id )?(?:is |was |has been )?(?:not found|invalid|expired|missing|terminated|unknown)\.?$/i,
  /^(?:no valid|invalid|invalid or expired|expired|missing|unknown) session(?: id)?(?: provided)?\.?$/i,
  /^(?:server|session) (?:is )?not initialized\.?$/i,
  /^unexpected message, expect initialize request\.?$/i,
];

export const CUT_SHORT =
  "The connection to the tool's server ended before its answer was complete.";
export const TOO_LARGE =
  'The tool was called, and the answer of its server was larger than is accepted.';
export const UNREADABLE = "The tool was called, and the answer of its server can't be read.";

interface Ended {
  error: unknown;
  course: Course;
  signal: AbortSignal;
  timeoutMs: number;
  /** Values that are never quoted. */
  secrets: readonly string[];
  mayBeTask: boolean;
  /** The task, if the call became one. */
  reference?: string;
}

export function outcomeOfError(ended: Ended): ToolOutcome {
  const { error, course, signal, timeoutMs, secrets, reference } = ended;
  if (!course.isSent()) return notSent(error, course);
  const named = reference === undefined ? {} : { reference };
  const outcome = outcomeOfEnd(course.endedBy(), timeoutMs, signal);
  if (outcome) return { ...outcome, ...named };
  if (reference !== undefined) return { kind: 'unknown', reason: lostTask(error), reference };
  const unusable = unusableOf(error);
  // The answer to a call that may become a task can be the name of the task.
  if (unusable && !ended.mayBeTask) return unusableAnswer(unusable, course.elapsedMs());
  if (unusable) return { kind: 'unknown', reason: UNREADABLE };
  if (error instanceof ProtocolError) return outcomeOfCode(error, secrets);
  if (error instanceof TurnedAway) return outcomeOfStatus(error, secrets);
  if (error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType) {
    return outcomeOfResultType(error.data);
  }
  return { kind: 'unknown', reason: error instanceof Lost ? error.message : CUT_SHORT };
}

/** The transport writes nothing before the hook, so any earlier error prevented the call from being sent. */
function notSent(error: unknown, course: Course): ToolOutcome {
  if (course.endedBy() !== undefined) return { kind: 'not_sent', reason: GIVEN_UP };
  return { kind: 'not_sent', reason: error instanceof NotSent ? error.message : NO_CONNECTION };
}

function outcomeOfStatus({ head, text }: TurnedAway, secrets: readonly string[]): ToolOutcome {
  const outcome = outcomeOfToolStatus(head, false);
  if (outcome.kind !== 'refused' || !isAboutTheRequest(head.status)) return outcome;
  const words = readErrorWords(text, secrets);
  return { ...outcome, ...(words !== undefined && { words }) };
}

/** The inbox reports the answer to a request as the error of that request. */
export function unusableOf(error: unknown): Unusable | undefined {
  const found = error instanceof ProtocolError ? error.data : error;
  return found instanceof Unusable ? found : undefined;
}

export function unusableAnswer({ message, raw }: Unusable, durationMs: number) {
  return answerUnusable(message, raw, durationMs);
}

/** A result that is not final: the server wants another request, with what it is missing. */
function outcomeOfResultType(data: unknown): ToolOutcome {
  const isInput = isJsonObject(data) && data.resultType === 'input_required';
  return isInput ? { kind: 'failed', error: NEEDS_INPUT } : { kind: 'unknown', reason: UNREADABLE };
}

/** The task was started, so no error of the look-up proves that nothing was carried out. */
function lostTask(error: unknown): string {
  if (error instanceof Lost) return error.message;
  if (!(error instanceof ProtocolError)) return CUT_SHORT;
  return error.data instanceof Lost ? error.data.message : UNKNOWN_TASK;
}

/**
 * An error is the whole answer to a request, and no other will come. The codes that JSON-RPC and the protocol define
 * for a refused request (no such method, no such tool, invalid arguments, invalid request) prove that nothing was
 * carried out. -32603 and the codes of applications say that the call was processed and failed: it has ended, and may
 * have had effects. The codes that JSON-RPC leaves to implementations (-32000 to -32099) are used by proxies and
 * libraries that lost the connection to the server behind them, which may still be at work.
 */
function outcomeOfCode(error: ProtocolError, secrets: readonly string[]): ToolOutcome {
  if (error.data instanceof Lost) return { kind: 'unknown', reason: error.data.message };
  const { code } = error;
  const words = wordsOf(error, secrets);
  const refusal = ABOUT_THE_RESULT.test(error.message) ? undefined : REFUSALS.get(code);
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

export const NEEDS_INPUT: Failure = {
  code: 'needs_input',
  message:
    'The tool asked a person for input or an approval in the middle of its work. Nobody can give that here, so it was asked to stop. The call may have taken effect. Give all it needs in the input, or call another tool.',
  retryable: false,
};

const TOOL_FAILED = 'The tool was called and failed. The call may have taken effect.';
const UNCLEAR =
  "The tool's server answered with an error that does not tell whether the tool was carried out.";

const NO_CONNECTION = "The connection to the tool's server had ended.";
const UNKNOWN_TASK = "The tool's server does not know any more what became of the call.";

const IMPLEMENTATIONS_FIRST = -32_000;
const IMPLEMENTATIONS_LAST = -32_099;
/** In the range of implementations, and defined by the protocol: the user has to visit a page first. */
const URL_INPUT_REQUIRED = -32_042;

/** With -32602 and this message, official server libraries report an invalid result of a tool: it was carried out. */
const ABOUT_THE_RESULT = /invalid tools\/call result/i;

/** By the corresponding HTTP status. */
const REFUSALS = new Map([
  [-32_700, { reason: "The tool's server could not read the call.", providerStatus: 400 }],
  [-32_600, { reason: "The tool's server refused the call as not valid.", providerStatus: 400 }],
  [-32_601, { reason: "The tool's server does not take such calls.", providerStatus: 404 }],
  [-32_602, { reason: "The tool's server refused the tool or its input.", providerStatus: 422 }],
]);
