/**
 * What the client throws if the cause is not a problem of the service. Every error of this package is a `ClientError`
 * and has what is needed to continue: the request key of a creation, whether the run may exist, the run as it was last
 * seen. No error holds the API key, or a value that could be one.
 */

import type { Conversation } from './conversation.ts';
import type { AnyRun } from './kinds.ts';

export class ClientError extends Error {
  /** The request key of the creation that failed. Repeat with it, and nothing is bought twice. */
  declare requestKey?: string;
  /** Whether a run may exist under `requestKey` all the same: it was seen, or some attempt had no certain answer. */
  declare mayHaveCreated?: boolean;
  /** How often the request was sent. */
  declare attempts?: number;
  /** The run as it was last seen. */
  declare run?: AnyRun;
  /** What was said and done before `converse` failed. */
  declare conversation?: Conversation;

  constructor(name: string, message: string, facts: Facts = {}) {
    const { cause, ...rest } = facts;
    super(message, cause === undefined ? {} : { cause });
    Object.defineProperty(this, 'name', { value: name, configurable: true });
    annotate(this, rest);
  }
}

/** The call cannot be right: the message says what to do. Nothing was sent. */
export class UsageError extends ClientError {
  declare name: 'UsageError';

  constructor(message: string, facts?: Facts) {
    super('UsageError', message, facts);
  }
}

/** No whole answer of the service came, in as many attempts as the budget has. `cause` says why. */
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

/** The run had not ended by `deadlineMs`. It goes on: `run` is how it was last seen, wait again. */
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

/** Adds what is known and not yet in the error. What others threw becomes the cause of an error that can hold it. */
export function annotate(thrown: unknown, facts: Omit<Facts, 'cause'>): ClientError {
  const error = thrown instanceof ClientError ? thrown : foreign(thrown);
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && !(name in error)) Object.assign(error, { [name]: value });
  }
  return error;
}

/** What code of others threw, even one of our errors: its facts are those of something else. */
export function foreign(cause: unknown): ClientError {
  return new ClientError('ClientError', wordsOf(cause), { cause });
}

/** Tells the caller something and waits for it. */
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

/** Errors of another realm are no instances of our `Error`, and not everything can be made a string. */
export function wordsOf(thrown: unknown): string {
  const said = (thrown as { message?: unknown } | null | undefined)?.message ?? thrown;
  return typeof said === 'string' ? said : `${kindOf(said)} was thrown`;
}

/** What a wrong value is, without a letter of it: it may be a misplaced secret. */
export function kindOf(value: unknown): string {
  if (value === '') return 'empty';
  return value === undefined || value === null ? `${value}` : `of type ${typeof value}`;
}
