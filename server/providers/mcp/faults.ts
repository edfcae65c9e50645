/** Why no answer came, as far as it is proven. */
import type { Head } from '../transport/index.ts';

/** No byte of the call was written. */
export class NotSent extends Error {}

/** The call may have been executed, and its answer will not come. */
export class Lost extends Error {}

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
 * return 400 and say nothing.
 */
function isSessionGone(status: number, text: string, hasSession: boolean): boolean {
  if (!ABOUT_SESSIONS.has(status)) return false;
  if (hasSession && (status === 404 || (status === 400 && text.trim() === ''))) return true;
  return /session|initiali[sz]/i.test(text);
}

/** Statuses of refusals that servers use for an unknown session. */
const ABOUT_SESSIONS: ReadonlySet<number> = new Set([400, 401, 404, 410, 422]);

export { GIVEN_UP } from '../tools/endings.ts';

export const CUT_SHORT =
  "The connection to the tool's server ended before its answer was complete.";
export const TOO_LARGE =
  'The tool was called, and the answer of its server was larger than is accepted.';
export const UNREADABLE = "The tool was called, and the answer of its server can't be read.";
