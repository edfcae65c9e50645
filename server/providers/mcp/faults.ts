/** Why no answer came, as far as it is proven. */
import type { Head } from '../transport/index.ts';

/** No byte of the call was written. */
export class NotSent extends Error {}

/** The call may have been executed, and its answer will not come. */
export class Lost extends Error {}

/** The server answered the request with an HTTP status instead of a message. */
export class TurnedAway extends Error {
  readonly head: Head;
  constructor(head: Head) {
    super(`The server answered with the status ${head.status}.`);
    this.head = head;
  }
}

export { GIVEN_UP } from '../tools/endings.ts';

export const CUT_SHORT =
  "The connection to the tool's server ended before its answer was complete.";
export const TOO_LARGE =
  'The tool was called, and the answer of its server was larger than is accepted.';
export const UNREADABLE = "The tool was called, and the answer of its server can't be read.";
