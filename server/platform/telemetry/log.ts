/**
 * The log: JSON lines on standard error in production, and readable lines elsewhere. An error is what a person has to
 * act on, a warning what the service handles by itself; what repeats is counted. It is passed in, and the domain never
 * imports it. Contains no key and no prompt: headers with credentials are censored, and of a database error it
 * keeps only members without row content.
 */
import { hostname } from 'node:os';
import { type Bindings, type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** Without it, JSON lines on standard error. */
  to?: DestinationStream;
}

export function createLog(options: LogOptions): Log {
  return createCountingLog(options).log;
}

function createCountingLog({ level, to = pino.destination({ dest: 2, sync: true }) }: LogOptions) {
  const withStacks = WITH_STACKS.has(level);
  const repeats = createRepeats(({ level, message }, members) =>
    plain[level >= ERROR ? 'error' : 'warn'](members, message),
  );
  const options: LoggerOptions = {
    level,
    // Identifies the process and the machine: many may write to one place.
    base: { pid: process.pid, host: hostname() },
    redact: { paths: SECRET_PATHS, censor: '(censored)' },
    serializers: { err: (error: unknown) => describeError(error, withStacks) },
  };
  const plain = pino(options, to);
  const log = pino(
    {
      ...options,
      hooks: {
        logMethod(line, method, level) {
          const [members, message] = line as unknown as [unknown, unknown];
          if (level < WARN || withStacks || isFirst(repeats, { level, members, message }))
            method.apply(this, line);
        },
      },
    },
    to,
  );
  return { log, flush: repeats.flush };
}

function isFirst(
  { isFirst }: ReturnType<typeof createRepeats>,
  { level, members, message }: { level: number; members: unknown; message: unknown },
): boolean {
  if (typeof members !== 'object' || members === null)
    return isFirst({ level, message: String(members), about: {}, error: '' }, {});
  const { err, ...rest } = members as Bindings;
  // A person has to act on each of these runs.
  if (rest.run !== undefined && String(message).startsWith('ALERT')) return true;
  const told: Partial<ErrorLine> = err === undefined ? {} : describeError(err);
  const { type = '', code = '', at = '' } = told;
  const about = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => !EACH.has(name) && typeof value === 'string'),
  );
  return isFirst(
    { level, message: String(message), about, error: `${type} ${code} ${at} ${kindOf(told)}` },
    rest,
  );
}

/** The messages without what differs from one repeat to the next: numbers and ids. */
function kindOf({ message = '', cause }: Partial<ErrorLine>): string {
  const kind = message.slice(0, 300).replace(/[\w-]*\d[\w-]*/g, '#');
  return cause === undefined ? kind : `${kind}: ${kindOf(cause)}`;
}

const [WARN, ERROR] = [40, 50];
/** What differs from one repeat to the next. */
const EACH: ReadonlySet<string> = new Set(['run', 'requestId', 'method', 'path']);

/**
 * The log of a process: for people, or in production for machines. In production everything else that a process has
 * to say about itself is a line of it as well: warnings of Node, and the error that ends the process.
 */
export async function openLog(level: string, isProduction: boolean): Promise<Log> {
  const { log, flush } = createCountingLog(
    isProduction ? { level } : { level, to: await linesForPeople() },
  );
  if (flushes.size === 0) process.once('exit', flushAll);
  flushes.add(flush);
  if (isProduction) {
    if (logOfNode === undefined) logWhatNodeSays();
    logOfNode = log;
  }
  return log;
}

/** A process has one listener for all of its logs. */
const flushes = new Set<() => void>();
let logOfNode: Log | undefined;

function flushAll(): void {
  for (const flush of flushes) flush();
}

function logWhatNodeSays(): void {
  // Node's own listener writes text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logOfNode?.warn({ err: warning }, 'a warning of Node'));
  process.on('uncaughtException', (error) => {
    logOfNode?.fatal({ err: error }, 'ALERT: the process ends by an error that nothing caught');
    process.exit(1);
  });
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

/*
 * Warnings and errors that repeat: the first one is a line of the log, and from then on a line a minute says how many
 * more there were. An incident is then a few lines that add up, and not one for each refused request.
 */

const TOLD_EVERY_MS = 60_000;
/** Beyond this, faults with the same message count as one. */
const MOST_FAULTS = 500;
const MOST_NAMED = 20;

export interface Fault {
  message: string;
  level: number;
  /** What the line is about; not the run and the request, which differ each time. */
  about: Bindings;
  /** What tells one error from another. */
  error: string;
}

interface Repeated extends Fault {
  count: number;
  runs: Set<string>;
  requestIds: Set<string>;
  timer: NodeJS.Timeout;
}

/** `tell` writes a line about repeats. */
function createRepeats(tell: (fault: Fault, members: Bindings) => void) {
  const faults = new Map<string, Repeated>();

  function keyOf({ level, message, about, error }: Fault): string {
    const key = JSON.stringify([level, message, error, about]);
    return faults.has(key) || faults.size < MOST_FAULTS ? key : `${level} ${message}`;
  }

  function tellOf(repeated: Repeated): void {
    const { count, runs, requestIds } = repeated;
    if (count === 0) return;
    tell(repeated, {
      ...repeated.about,
      repeated: count,
      ...(runs.size > 0 && { runs: [...runs] }),
      ...(requestIds.size > 0 && { requestIds: [...requestIds] }),
    });
    repeated.count = 0;
    runs.clear();
    requestIds.clear();
  }

  function onMinute(key: string, repeated: Repeated): void {
    if (repeated.count === 0) {
      clearInterval(repeated.timer);
      faults.delete(key);
    }
    tellOf(repeated);
  }

  return {
    /** Whether the fault is to be a line now; otherwise it is counted, with the run and the request that it names. */
    isFirst(fault: Fault, { run, requestId }: Bindings): boolean {
      const key = keyOf(fault);
      const known = faults.get(key);
      if (known === undefined) {
        const repeated: Repeated = {
          ...fault,
          ...{ count: 0, runs: new Set(), requestIds: new Set() },
          timer: setInterval(() => onMinute(key, repeated), TOLD_EVERY_MS).unref(),
        };
        faults.set(key, repeated);
        return true;
      }
      known.count += 1;
      note(known.runs, run);
      note(known.requestIds, requestId);
      return false;
    },
    /** Tells at once what was counted. */
    flush(): void {
      for (const repeated of faults.values()) tellOf(repeated);
    },
  };
}

/** Enough to look into; the log of requests has all of them. */
function note(named: Set<string>, id: unknown): void {
  if (typeof id === 'string' && named.size < MOST_NAMED) named.add(id);
}
