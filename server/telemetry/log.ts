/**
 * The log: JSON lines on standard error in production, the same facts to read elsewhere. Handed to whoever
 * logs, never imported by the domain. Holds no key and no prompt: headers with credentials are censored,
 * and of a database error only what names no row's content is kept.
 */
import { type Logger, pino } from 'pino';
import pinoPretty from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** Lines for people instead of JSON. */
  readable: boolean;
}

export function createLog({ level, readable }: LogOptions): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_PATHS, censor: '(censored)' },
    serializers: { err: describeError },
  };
  if (!readable) return pino(options, pino.destination({ dest: 2, sync: true }));
  const stream = pinoPretty({
    destination: 2,
    sync: true,
    colorize: process.stderr.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return pino(options, stream);
}

const SECRET_NAMES = ['authorization', 'cookie', 'apiKey', 'password', 'messages', 'body'];
const SECRET_PATHS = SECRET_NAMES.flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
  `*.*.*.${name}`,
]);

interface ErrorLine {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: ErrorLine;
}

/** PostgreSQL quotes whole rows in `detail` and `where`, prompts among them: only known members are kept. */
export function describeError(value: unknown): ErrorLine {
  if (!(value instanceof Error)) return { type: typeof value, message: String(value) };
  const line: ErrorLine = { type: value.name, message: value.message };
  if ('code' in value && typeof value.code === 'string') line.code = value.code;
  if ('constraint' in value && typeof value.constraint === 'string') {
    line.constraint = value.constraint;
  }
  if (value.stack !== undefined) line.stack = value.stack;
  if (value.cause !== undefined) line.cause = describeError(value.cause);
  return line;
}
