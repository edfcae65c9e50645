/**
 * The log: JSON lines on standard error in production, and readable lines elsewhere. It is passed in, and the domain
 * never imports it. Contains no key and no prompt: headers with credentials are censored, and of a database error it
 * keeps only members without row content.
 */
import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** Without it, JSON lines on standard error. */
  to?: DestinationStream;
}

export function createLog({
  level,
  to = pino.destination({ dest: 2, sync: true }),
}: LogOptions): Log {
  const options = {
    level,
    // Identifies the process and the machine: many may write to one place.
    base: { pid: process.pid, host: hostname() },
    redact: { paths: SECRET_PATHS, censor: '(censored)' },
    serializers: { err: (error: unknown) => describeError(error, WITH_STACKS.has(level)) },
  };
  return pino(options, to);
}

/** The log of a process: for people, or in production for machines. */
export async function openLog(level: string, isProduction: boolean): Promise<Log> {
  return createLog(isProduction ? { level } : { level, to: await linesForPeople() });
}

/** On standard error. The formatter is loaded only if it is needed. */
export async function linesForPeople(): Promise<DestinationStream> {
  const { default: pinoPretty } = await import('pino-pretty');
  return pinoPretty({
    destination: 2,
    sync: true,
    colorize: process.stderr.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'pid,host',
  });
}

const SECRET_NAMES = [
  ...['authorization', 'cookie', 'apiKey', 'password', 'secret', 'token', 'headers'],
  ...['messages', 'body', 'prompt', 'input', 'answer'],
];
const SECRET_PATHS = SECRET_NAMES.flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
  `*.*.*.${name}`,
]);

/** At debug levels. Operators read one line, and where the fault occurred. */
const WITH_STACKS: ReadonlySet<string> = new Set(['trace', 'debug']);

interface ErrorLine {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  /** The line of the service where it occurred. */
  at?: string;
  stack?: string;
  cause?: ErrorLine;
}

/** PostgreSQL quotes whole rows in `detail` and `where`, including prompts: only known members are kept. */
export function describeError(value: unknown, withStack = false): ErrorLine {
  if (!(value instanceof Error)) return { type: typeof value, message: String(value) };
  const line: ErrorLine = { type: value.name, message: value.message };
  if ('code' in value && typeof value.code === 'string') line.code = value.code;
  if ('constraint' in value && typeof value.constraint === 'string') {
    line.constraint = value.constraint;
  }
  const at = locationOf(value.stack);
  if (at !== undefined) line.at = at;
  if (withStack && value.stack !== undefined) line.stack = value.stack;
  if (value.cause !== undefined) line.cause = describeError(value.cause, withStack);
  return line;
}

/** The first frame that is in our code: file, line and column. */
function locationOf(stack = ''): string | undefined {
  for (const [, location = ''] of stack.matchAll(/^\s+at .*?([^\s()]+:\d+:\d+)\)?$/gm)) {
    if (/^node:|\/node_modules\//.test(location)) continue;
    return location.replace(/^.*\/(?=server\/)/, '');
  }
  return undefined;
}
