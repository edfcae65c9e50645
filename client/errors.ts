/**
 * The errors that the client throws if the cause is not a problem of the service. Every error of this package is a
 * `ClientError` with what you need to continue: the request key of a creation, whether the run may exist, the run as it
 * was last seen. No error holds the API key, or a value that could be one.
 */

import type { Conversation } from './conversation.ts';
import type { AnyRun } from './kinds.ts';

export class ClientError extends Error {
  /** The request key of the creation that failed. Retry with it, and nothing is bought twice. */
  declare requestKey?: string;
  /** Whether a run may exist under `requestKey` anyway: the client saw it, or an attempt's outcome is uncertain. */
  declare mayHaveCreated?: boolean;
  /** How often the client sent the request. */
  declare attempts?: number;
  /** The run as the client last saw it. */
  declare run?: AnyRun;
  /** The conversation up to the failure of `converse`. */
  declare conversation?: Conversation;

  constructor(name: string, message: string, facts: Facts = {}) {
    const { cause, ...rest } = facts;
    super(message, cause === undefined ? {} : { cause });
    Object.defineProperty(this, 'name', { value: name, configurable: true });
    annotate(this, rest);
  }
}

/** The call is invalid: the message says what to do. Nothing was sent. */
export class UsageError extends ClientError {
  declare name: 'UsageError';

  constructor(message: string, facts?: Facts) {
    super('UsageError', message, facts);
  }
}

/** No attempt within the budget got a complete response from the service. `cause` says why. */
export class ConnectionError extends ClientError {
  declare name: 'ConnectionError';

  constructor(message: string, facts?: Facts) {
    super('ConnectionError', message, facts);
  }
}

/** The signal was aborted; `cause` is its reason. A run that was created goes on. */
export class AbortedError extends ClientError {
  declare name: 'AbortError';

  constructor(message: string, facts?: Facts) {
    super('AbortError', message, facts);
  }
}

/** The run had not ended by `deadlineMs`. It goes on: `run` is its last seen state. Wait for it again. */
export class DeadlineError extends ClientError {
  declare name: 'DeadlineError';

  constructor(message: string, facts?: Facts) {
    super('DeadlineError', message, facts);
  }
}

/** The run failed, and nothing was charged. `run.error` says why. */
export class RunFailedError extends ClientError {
  declare name: 'RunFailedError';
  declare run: AnyRun;

  constructor(run: AnyRun) {
    const { code = 'unknown', message = 'no reason was given' } = run.error ?? {};
    super('RunFailedError', `The run ${run.id} failed, ${code}: ${message}`, { run });
  }
}

export interface Facts {
  cause?: unknown;
  requestKey?: string | undefined;
  mayHaveCreated?: boolean | undefined;
  attempts?: number | undefined;
  run?: AnyRun | undefined;
  conversation?: Conversation | undefined;
}

/** Adds facts that the error lacks. What other code threw becomes the cause of an error that can hold them. */
export function annotate(thrown: unknown, facts: Omit<Facts, 'cause'>): ClientError {
  const error = thrown instanceof ClientError ? thrown : foreign(thrown);
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && !(name in error)) Object.assign(error, { [name]: value });
  }
  return error;
}

/** Wraps what the caller's code threw, even one of our errors: its facts belong to another call. */
export function foreign(cause: unknown): ClientError {
  return new ClientError('ClientError', wordsOf(cause), { cause });
}

/** Calls a function of the caller and awaits it. */
export async function callBack<Value>(
  callback: ((value: Value) => unknown) | undefined,
  value: Value,
): Promise<void> {
  try {
    await callback?.(value);
  } catch (thrown) {
    throw foreign(thrown);
  }
}

/** Errors of another realm are not instances of our `Error`, and not every value converts to a string. */
export function wordsOf(thrown: unknown): string {
  const message = (thrown as { message?: unknown } | null | undefined)?.message ?? thrown;
  return typeof message === 'string' ? message : `${kindOf(message)} was thrown`;
}

/** Describes a wrong value without any character of it: it may be a misplaced secret. */
export function kindOf(value: unknown): string {
  if (value === '') return 'empty';
  return value === undefined || value === null ? `${value}` : `of type ${typeof value}`;
}
