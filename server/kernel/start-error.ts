/**
 * A reason the program cannot start that the operator can do something about: the message is one line
 * and says what. The command line prints it and exits, without a stack; the cause is for the log.
 */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message.replaceAll(/\s*\n\s*/g, ' ').trim(), options);
    this.name = 'StartError';
  }
}
