/** Why no answer came, as far as it is proven. */
import type { Head } from '../../../providers/transport/index.ts';

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

export { GIVEN_UP, NO_UTF_8 } from '../endings.ts';

export const CUT_SHORT =
  "The connection to the tool's server ended before its answer was complete.";
export const TOO_LARGE =
  'The tool was called, and the answer of its server was larger than is accepted.';
export const UNREADABLE = "The tool was called, and the answer of its server can't be read.";
