/**
 * Sends one request until it has an answer that a repeat would not change, within a budget of attempts and
 * time. Every attempt is the same request. Goes through the raw client, so that middleware sees each attempt.
 * An answer that is cut off or none of the service counts as none. Redirects are not followed: a POST that
 * is sent on as a GET would come back as another answer.
 */
import {
  AbortedError,
  annotate,
  ConnectionError,
  DeadlineError,
  type Facts,
  UsageError,
} from './errors.ts';
import { toProblemError } from './problems.ts';
import { isRetryable, isUncertain, pauseAfter, type RetryOptions, readRetry } from './retry.ts';
import { readHeaders, type Settings } from './settings.ts';
import { now, pause, TimeUp, within } from './time.ts';

/** Of every call. */
export interface CallOptions {
  /** Ends the call, and nothing else: a run that was created goes on. */
  signal?: AbortSignal | undefined;
  /** Headers of this call. */
  headers?: Record<string, string>;
  /** Replaces parts of the client's budget; `false` sends once. */
  retry?: RetryOptions | false;
}

export interface Sending extends CallOptions {
  /** Seconds for which the service is asked to hold its answer. */
  holdSeconds?: number;
  /** A bound in milliseconds beside the budget. */
  withinMs?: number;
  /** Whether what is sent can create a run, so that an error has to tell whether it may have. */
  creates?: boolean;
}

/** What an attempt hands to the raw client. */
export interface AttemptInit {
  signal: AbortSignal;
  headers: Headers;
  redirect: 'manual';
  fetch: (request: Request) => Promise<Response>;
}

export type Attempt<Data> = (
  init: AttemptInit,
) => Promise<{ data?: Data; error?: unknown; response: Response }>;

export interface Reply<Data> {
  status: number;
  headers: Headers;
  /** Undefined with status 304 only. */
  data: Data | undefined;
}

export type Send = <Data>(attempt: Attempt<Data>, options?: Sending) => Promise<Reply<Data>>;

export function createTransport(settings: Settings): Send {
  return async (attempt, options = {}) => {
    const { signal, holdSeconds = 0, withinMs = Infinity, creates } = options;
    const retry = readRetry(options.retry, settings.retry);
    const holdMs = holdSeconds * 1_000;
    const deadline = now() + withinMs;
    const until = Math.min(now() + retry.totalMs + holdMs, deadline);
    const headers = headersOf(settings, options);
    checkSignal(signal);

    async function once(): ReturnType<Send> {
      const ms = Math.min(retry.attemptMs + holdMs, until - now());
      const fetch = (request: Request) => wholeAnswer(settings.fetch, request);
      const { data, error, response } = await within(ms, signal, (ended) =>
        attempt({ signal: ended, headers, redirect: 'manual', fetch }),
      );
      if (response.ok || response.status === 304) return { ...pick(response), data };
      throw toProblemError(response, error);
    }

    let uncertain = false;
    for (let attempts = 1; ; attempts++) {
      const facts = (doubt: boolean) => ({ attempts, mayHaveCreated: creates && doubt });
      try {
        return (await once()) as Reply<never>;
      } catch (thrown) {
        const error = named(thrown, signal);
        if (error instanceof AbortedError) throw annotate(error, facts(true));
        if (!isRetryable(error)) throw annotate(error, facts(uncertain));
        uncertain ||= isUncertain(error);
        const ms = pauseAfter(error, attempts, retry);
        if (now() + ms >= deadline) throw tooLate({ cause: error, ...facts(uncertain) });
        if (attempts >= retry.attempts || now() + ms >= until) {
          throw annotate(error, facts(uncertain));
        }
        await rest(ms, signal).catch((aborted: unknown) => {
          throw annotate(aborted, facts(uncertain));
        });
      }
    }
  };
}

/** A pause that an aborted signal ends with an `AbortedError`. */
export async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, signal).catch(() => {
    throw abortedBy(signal);
  });
}

export function tooLate(facts: Facts): DeadlineError {
  return new DeadlineError(
    'There was no end by deadlineMs. What was sent goes on: wait again for the run, or repeat the creation ' +
      'with the same request key.',
    facts,
  );
}

/** Refuses a signal that is over already. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new AbortedError(
    'The signal was aborted before anything was sent, and nothing was done: give a signal that is not over.',
    { cause: signal.reason },
  );
}

/** Says "it is cut off here" about an answer of which nobody can know more. */
class Lost extends Error {}

async function wholeAnswer(fetch: Settings['fetch'], request: Request): Promise<Response> {
  const response = await fetch(request).catch((cause: unknown) => {
    throw new Lost(wordsOf(cause), { cause });
  });
  const { status, statusText, headers } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    const to = headers.get('Location') ?? 'another address';
    throw new UsageError(`The service redirects to ${to}: give the address it has now as baseUrl.`);
  }
  if (status === 304) return response;
  const text = await response.text().catch((cause: unknown) => {
    throw new Lost(`the answer was cut off: ${wordsOf(cause)}`, { cause });
  });
  if (response.ok && !isObject(text)) {
    throw new Lost(`the answer is none of this service: "${text.slice(0, 80)}"`);
  }
  return new Response(text, { status, statusText, headers });
}

/** The error that the caller is told; those of middleware stay what they are. */
function named(thrown: unknown, signal: AbortSignal | undefined): unknown {
  const isLost = thrown instanceof Lost || thrown instanceof TimeUp;
  if (signal?.aborted && (isLost || thrown === signal.reason)) return abortedBy(signal);
  if (!isLost) return thrown;
  return new ConnectionError(`The service could not be reached: ${thrown.message}.`, {
    cause: thrown.cause ?? thrown,
  });
}

function abortedBy(signal: AbortSignal | undefined): AbortedError {
  return new AbortedError('The signal was aborted; what was sent goes on.', {
    cause: signal?.reason,
  });
}

/** A wait is one preference beside those that the caller has, as for the mock. */
function headersOf(settings: Settings, { headers: given, holdSeconds = 0 }: Sending): Headers {
  const headers = readHeaders(given);
  const own = headers.get('Prefer') ?? settings.headers.get('Prefer');
  const preferences = [holdSeconds > 0 ? `wait=${holdSeconds}` : null, own];
  const prefer = preferences.filter((one) => one !== null).join(', ');
  if (prefer) headers.set('Prefer', prefer);
  return headers;
}

function pick({ status, headers }: Response) {
  return { status, headers };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** What fetch has to say is often in the cause of its error. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}
