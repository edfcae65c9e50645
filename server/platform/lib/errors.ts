/** Errors that no caller gets: a bad start, and a bug of ours. */

/**
 * A reason why the program cannot start, which the operator can fix: the message is one line that says what it is. The
 * command line prints it and exits, without a stack trace; the cause is for the log.
 */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message.replaceAll(/\s*\n\s*/g, ' ').trim(), options);
    this.name = 'StartError';
  }
}

/** Throws when an invariant is broken: a bug of ours, never the caller's fault. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
