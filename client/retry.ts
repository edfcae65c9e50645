/**
 * What is sent again, when, and for how long. Only answers that a repeat of the same request can change are
 * retried: none at all, 408, 429 and 5xx. The pause is never shorter than the service asks for.
 */
import { ConnectionError, kindOf, UsageError } from './errors.ts';
import { ProblemError } from './problems.ts';

/** The budget of one request. A repeat sends the same request key and the same bytes. */
export interface RetryOptions {
  /** How often the request is sent at most, the first time included. Default 5. */
  attempts?: number;
  /** Milliseconds for all attempts and pauses together. Default 60000. */
  totalMs?: number;
  /** Milliseconds for one attempt, beyond those that the service was asked to wait. Default 30000. */
  attemptMs?: number;
  /** Milliseconds of the first pause; doubled for each further one. Default 250. */
  baseDelayMs?: number;
  /** The longest pause in milliseconds, unless the service asks for a longer one. Default 8000. */
  maxDelayMs?: number;
}

export type Retry = Required<RetryOptions>;

const DEFAULTS: Retry = {
  attempts: 5,
  totalMs: 60_000,
  attemptMs: 30_000,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
};

/** What is asked for, over what holds otherwise. `false` sends once. */
export function readRetry(options: RetryOptions | false | undefined, base = DEFAULTS): Retry {
  const retry: Retry = { ...base };
  for (const [name, value] of Object.entries(
    options === false ? { attempts: 1 } : (options ?? {}),
  )) {
    if (value === undefined) continue;
    checkNumber(`retry.${name}`, value, name.endsWith('DelayMs') ? 0 : 1);
    Object.assign(retry, { [name]: value });
  }
  return retry;
}

export function checkNumber(name: string, value: number, min: number, max = Infinity): void {
  if (typeof value === 'number' && value >= min && value <= max) return;
  const most = max === Infinity ? '' : ` and at most ${max}`;
  throw new UsageError(
    `${name} is ${typeof value === 'number' ? value : kindOf(value)}: give a number that is at least ${min}${most}.`,
  );
}

export function isRetryable(error: unknown): error is ConnectionError | ProblemError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ProblemError)) return false;
  const { status } = error;
  return status === 408 || status === 429 || status >= 500;
}

/** Refusals with these codes are sure: this attempt did nothing. Anything else that can be retried is not. */
const DID_NOTHING = ['request_timeout', 'shutting_down'];

/** Whether the attempt that ended like this may have been carried out. */
export function isUncertain(error: ConnectionError | ProblemError): boolean {
  if (!(error instanceof ProblemError)) return true;
  return error.status !== 429 && !DID_NOTHING.includes(error.code);
}

/** Milliseconds until the next attempt: full jitter, on top of what the service asks for. */
export function pauseAfter(error: unknown, attempt: number, retry: Retry): number {
  const { baseDelayMs, maxDelayMs } = retry;
  const jitter = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  const asked = error instanceof ProblemError ? error.retryAfterSeconds : undefined;
  return asked === undefined
    ? jitter
    : Math.max(asked * 1_000 + Math.min(jitter, baseDelayMs), jitter);
}
