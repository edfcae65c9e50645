/**
 * Sends one request until it has an answer that a repeat would not change, within a budget of attempts and
 * time. Every attempt is the same request. Goes through the raw client, so that middleware sees each attempt.
 * An answer that is cut off or none of the service counts as none. Redirects are not followed: a POST that
 * is sent on as a GET would come back as another answer. What middleware throws is neither retried nor lost.
 */
import {
  AbortedError,
  annotate,
  ClientError,
  ConnectionError,
  DeadlineError,
  type Facts,
  foreign,
  wordsOf,
} from './errors.ts';
import { ProblemError, toProblemError } from './problems.ts';
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

/** More than any list of runs has. */
const MOST_BYTES = 64 * 1_024 ** 2;

export interface Sending extends CallOptions {
  /** Seconds for which the service is asked to hold its answer. */
  holdSeconds?: number;
  /** A bound in milliseconds beside the budget. */
  withinMs?: number;
  /** Whether what is sent can create a run, so that an error has to tell whether it may have. */
  creates?: boolean;
  /** Whether "not changed" is an answer. */
  asksForChange?: boolean;
}

/** What an attempt hands to the raw client. */
export interface AttemptInit {
  signal: AbortSignal;
  headers: Headers;
  fetch: (request: Request) => Promise<Response>;
}

export type Attempt<Data> = (
  init: AttemptInit,
) => Promise<{ data?: Data; error?: unknown; response: Response }>;

export interface Reply<Data> {
  status: number;
  headers: Headers;
  /** Undefined with status 204 and 304 only. */
  data: Data | undefined;
}

export type Send = <Data>(attempt: Attempt<Data>, options?: Sending) => Promise<Reply<Data>>;

export function createTransport(settings: Settings): Send {
  return async (attempt, options = {}) => {
    const { signal, holdSeconds = 0, withinMs = Infinity, creates, asksForChange } = options;
    const retry = readRetry(options.retry, settings.retry);
    const holdMs = holdSeconds * 1_000;
    const deadline = now() + withinMs;
    const until = Math.min(now() + retry.totalMs + holdMs, deadline);
    const headers = headersOf(settings, options);
    checkSignal(signal);

    async function once(fetch: AttemptInit['fetch']): Promise<Reply<unknown> | ProblemError> {
      const ms = Math.min(retry.attemptMs + holdMs, until - now());
      const { data, error, response } = await within(ms, signal, (ended) =>
        attempt({ signal: ended, headers, fetch }),
      );
      const { ok, status } = response;
      if (status === 204 || (ok ? data : status === 304 && asksForChange))
        return { status, headers: response.headers, data };
      if (ok || status === 304) throw new Lost(`the answer is ${status} and empty`);
      return toProblemError(response, error);
    }

    let uncertain = false;
    for (let attempts = 1; ; attempts++) {
      let hasLeft = false;
      const facts = () => ({ attempts, mayHaveCreated: creates && uncertain });
      const outcome = await once((request) => {
        hasLeft = true;
        return wholeAnswer(settings, request);
      }).catch((thrown: unknown) => named(thrown, signal));
      if (!(outcome instanceof ClientError)) return outcome as Reply<never>;
      const again = isRetryable(outcome);
      uncertain ||= again ? isUncertain(outcome) : hasLeft && !(outcome instanceof ProblemError);
      if (!again) throw annotate(outcome, facts());
      const ms = pauseAfter(outcome, attempts, retry);
      if (now() + ms >= deadline) throw tooLate({ cause: outcome, ...facts() });
      if (attempts >= retry.attempts || now() + ms >= until) throw annotate(outcome, facts());
      await rest(ms, signal).catch((aborted: unknown) => {
        throw annotate(aborted, facts());
      });
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
    'There was no end by deadlineMs. What was sent goes on: wait again, or repeat with the same request key.',
    facts,
  );
}

/** Refuses a signal that is over already. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new AbortedError(
    'The signal was aborted before anything was sent: give a signal that is not over.',
    { cause: signal.reason },
  );
}

/** Says "it is cut off here" about an answer of which nobody can know more. */
class Lost extends Error {}

async function wholeAnswer(
  { fetch, redact }: Pick<Settings, 'fetch' | 'redact'>,
  request: Request,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (cause) {
    throw new Lost(withReason(cause), { cause });
  }
  const { status, statusText, headers } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    throw new Error(
      `The service redirects to ${targetOf(headers, request)}: give the address it has now as baseUrl.`,
    );
  }
  if (status === 0) throw new Lost('there was no answer');
  if (status === 304 || status === 204) return response;
  const text = await textOf(response);
  if (!response.ok) return new Response(redact(text), { status, statusText, headers });
  if (!isObject(text)) {
    throw new Lost(`the answer is none of this service: "${redact(text).slice(0, 80)}"`);
  }
  return new Response(text, { status, statusText, headers });
}

/** Bounds what an answer can take of the memory. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    // Not every runtime has streams.
    if (!reader) return await response.text();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > MOST_BYTES) {
        reader.cancel().catch(() => {});
        break;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw new Lost(`the answer was cut off: ${withReason(cause)}`, { cause });
  }
  throw new Error('The answer is larger than 64 MiB.');
}

/** The origin alone: the rest can hold secrets. */
function targetOf(headers: Headers, { url }: Request): string {
  const location = headers.get('Location');
  return location && URL.canParse(location, url)
    ? new URL(location, url).origin
    : 'another address';
}

/** The error that the caller is told. */
function named(thrown: unknown, signal: AbortSignal | undefined): ClientError {
  const isLost = thrown instanceof Lost || thrown instanceof TimeUp;
  if (signal?.aborted && (isLost || thrown === signal.reason)) return abortedBy(signal);
  if (!isLost) return foreign(thrown);
  return new ConnectionError(
    `No answer: ${thrown.message}. Check baseUrl, and that the service runs.`,
    {
      cause: thrown.cause ?? thrown,
    },
  );
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

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** What fetch has to say is often in the cause of its error. */
function withReason(thrown: unknown): string {
  const said = wordsOf(thrown);
  const reason = (thrown as { cause?: { message?: unknown } } | undefined)?.cause?.message;
  return reason ? `${said}: ${reason}` : said;
}
