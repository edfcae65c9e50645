/** What the client logs, to which logger, and at which level. It never logs a key, a body or a header. */
import { kindOf, UsageError } from './errors.ts';

/** `console`, or any object with the same functions. */
export type Logger = Record<
  Exclude<LogLevel, 'off'>,
  (message: string, ...rest: unknown[]) => void
>;

/** `debug` adds every response, `info` every retry. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

export type Log = (level: 'debug' | 'info', message: string, facts: object) => void;

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'off'] satisfies LogLevel[];

export function createLog(logger: Logger = console, level: string = 'warn'): Log {
  const least = LEVELS.indexOf(level);
  if (least < 0) {
    throw new UsageError(`logLevel is ${kindOf(level)}: give one of ${LEVELS.join(', ')}.`);
  }
  return (of, message, facts) => {
    if (LEVELS.indexOf(of) >= least) logger[of](`model-run-client: ${message}`, facts);
  };
}
