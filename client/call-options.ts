/** The options of every call, and how a call passes them to the requests that it consists of. */
import type { ConnectionError } from './errors.ts';
import type { ProblemError } from './problems.ts';

/** The time budget of one request. A retry sends the same request key and the same bytes. */
export interface RetryOptions {
  /** Milliseconds for all attempts and pauses together. Default 60000. */
  totalMs?: number;
  /** Milliseconds for one attempt, in addition to the time that the service is asked to wait. Default 30000. */
  attemptMs?: number;
  /** Milliseconds of the first pause; each further pause is twice as long. Default 250. */
  baseDelayMs?: number;
  /** The longest pause in milliseconds, unless the service asks for a longer one. Default 8000. */
  maxDelayMs?: number;
}

/** An attempt that the client is about to repeat. */
export interface RetryEvent {
  /** How often the client has sent the request so far. */
  attempts: number;
  /** Milliseconds until the client sends it again. */
  delayMs: number;
  /** Why the attempt failed. */
  error: ConnectionError | ProblemError;
  /** The method and path, such as `POST /v1/developer/model-runs`. */
  request: string;
}

/** Settings of a client and of its calls; those of a call take precedence. */
export interface RetrySettings {
  /** The most times that a request is sent again. Default 4; 0 sends it once. */
  maxRetries?: number | undefined;
  /** Replaces parts of the budget; `false` sends the request once. */
  retry?: RetryOptions | false | undefined;
  /** Called and awaited before each pause. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Options of every call. */
export interface CallOptions extends RetrySettings {
  /** Ends this call only: a run that was created goes on. */
  signal?: AbortSignal | undefined;
  /** Headers of this call. */
  headers?: Record<string, string> | undefined;
}
