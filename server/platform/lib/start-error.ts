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
