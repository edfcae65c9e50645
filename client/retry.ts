/**
 * What the client retries, when, and for how long. It retries only outcomes that may change on the same request: no
 * response, 408, 429 and 5xx. The pause is never shorter than the service asks for.
 */
import type { RetryOptions, RetrySettings } from './call-options.ts';
import { ConnectionError, kindOf, UsageError } from './errors.ts';
import { ProblemError } from './problems.ts';

export interface Retry extends Required<RetryOptions> {
  maxRetries: number;
}

const DEFAULTS: Retry = {
  maxRetries: 4,
  totalMs: 60_000,
  attemptMs: 30_000,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
};

/** Applies the settings over the defaults. */
export function readRetry({ maxRetries, retry }: RetrySettings, base = DEFAULTS): Retry {
  const read: Retry = { ...base };
  if (retry === false) read.maxRetries = 0;
  if (maxRetries !== undefined) {
    checkNumber('maxRetries', maxRetries, 0);
    read.maxRetries = maxRetries;
  }
  for (const [name, value] of Object.entries(retry || {})) {
    if (value === undefined) continue;
    checkNumber(`retry.${name}`, value, name.endsWith('DelayMs') ? 0 : 1);
    Object.assign(read, { [name]: value });
  }
  return read;
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

/** A refusal with one of these codes proves that the attempt did nothing; other retried outcomes do not. */
const DID_NOTHING = ['request_timeout', 'shutting_down'];

/** Whether the service may have carried out the attempt that ended like this. */
export function isUncertain(error: ConnectionError | ProblemError): boolean {
  if (!(error instanceof ProblemError)) return !isUnreached(error.cause);
  return error.status !== 429 && !DID_NOTHING.includes(error.code);
}

/** How runtimes report that no connection was made: Node, its fetch, Bun, and Deno. */
const NO_NAME_OR_ROUTE = /^(?:connect|getaddrinfo)$/;
const NO_CONNECTION = /^(?:UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;
const NOT_CONNECTED = /client error \(Connect\)/;

/** Whether the error proves that nothing was sent, because no server was reachable. */
function isUnreached(thrown: unknown): boolean {
  const { syscall, code, message, errors, cause } = (thrown ?? {}) as Record<string, unknown>;
  // If there were several addresses, all must have failed so.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnreached);
  return (
    NO_NAME_OR_ROUTE.test(`${syscall}`) ||
    NO_CONNECTION.test(`${code}`) ||
    NOT_CONNECTED.test(`${message}`) ||
    (cause !== undefined && cause !== thrown && isUnreached(cause))
  );
}

/** Milliseconds until the next attempt: full jitter, on top of what the service asks for. */
export function pauseAfter(error: unknown, attempt: number, retry: Retry): number {
  const { baseDelayMs, maxDelayMs } = retry;
  const jitter = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  const retryAfterSeconds = error instanceof ProblemError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? jitter
    : Math.max(retryAfterSeconds * 1_000 + Math.min(jitter, baseDelayMs), jitter);
}
