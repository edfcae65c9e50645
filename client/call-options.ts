/** The options of every call, and how they are passed to the requests that a call consists of. */
import type { ConnectionError } from './errors.ts';
import type { ProblemError } from './problems.ts';

/** The budget of one request in time. A repeat sends the same request key and the same bytes. */
export interface RetryOptions {
  /** Milliseconds for all attempts and pauses together. Default 60000. */
  totalMs?: number;
  /** Milliseconds for one attempt, beyond those that the service was asked to wait. Default 30000. */
  attemptMs?: number;
  /** Milliseconds of the first pause; doubled for each further one. Default 250. */
  baseDelayMs?: number;
  /** The longest pause in milliseconds, unless the service asks for a longer one. Default 8000. */
  maxDelayMs?: number;
}

/** An attempt that is about to be repeated. */
export interface RetryEvent {
  /** How often the request was sent so far. */
  attempts: number;
  /** Milliseconds until it is sent again. */
  delayMs: number;
  /** Why. */
  error: ConnectionError | ProblemError;
  /** What is asked for, such as `POST /v1/developer/model-runs`. */
  request: string;
}

/** Of a client and of its calls; a call goes first. */
export interface RetrySettings {
  /** How often a request is sent again at most. Default 4; 0 sends once. */
  maxRetries?: number | undefined;
  /** Replaces parts of the budget; `false` sends once. */
  retry?: RetryOptions | false | undefined;
  /** Called and awaited before each pause. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Of every call. */
export interface CallOptions extends RetrySettings {
  /** Ends the call, and nothing else: a run that was created goes on. */
  signal?: AbortSignal | undefined;
  /** Headers of this call. */
  headers?: Record<string, string> | undefined;
}
