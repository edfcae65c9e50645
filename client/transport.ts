/**
 * Sends one request until it gets a response that a retry would not change, within a budget of attempts and time. Every
 * attempt is the same request, through the raw client, so that middleware sees each one. A response that is cut off, or
 * that is not from the service, counts as none. Redirects are not followed: a POST that becomes a GET would get another
 * response. What middleware throws is neither retried nor lost.
 */
import type { Listening } from './answers.ts';
import {
  AbortedError,
  annotate,
  ClientError,
  ConnectionError,
  callBack,
  DeadlineError,
  type Facts,
  foreign,
  wordsOf,
} from './errors.ts';
import { ProblemError, toProblemError } from './problems.ts';
import { isRetryable, isUncertain, pauseAfter, readRetry } from './retry.ts';
import { readHeaders, type Settings } from './settings.ts';
import { now, pause, TimeUp, within } from './time.ts';

/** More than any list of runs has. */
const MOST_BYTES = 64 * 1_024 ** 2;

export interface Sending extends Listening {
  /** Seconds that the service is asked to hold its response. */
  holdSeconds?: number;
  /** A time limit in milliseconds besides the budget. */
  withinMs?: number;
  /** Whether the request can create a run, so that an error must tell whether it may have. */
  creates?: boolean;
  /** Whether "not changed" is a valid response. */
  asksForChange?: boolean;
}

/** What an attempt passes to the raw client. */
export interface AttemptInit {
  signal: AbortSignal;
  headers: Headers;
  fetch: (request: Request) => Promise<Response>;
}

export type Attempt = (
  init: AttemptInit,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export interface Reply<Data> {
  status: number;
  headers: Headers;
  /** Undefined only with status 204 and 304. */
  data: Data | undefined;
}

/** `Data` is the contract's type of the response. */
export type Send = <Data>(attempt: Attempt, options?: Sending) => Promise<Reply<Data>>;

export function createTransport(settings: Settings): Send {
  return async (attempt, options = {}) => {
    const { signal, holdSeconds = 0, withinMs = Infinity, creates } = options;
    const retry = readRetry(options, settings.retry);
    const holdMs = holdSeconds * 1_000;
    const deadline = now() + withinMs;
    const until = Math.min(now() + retry.totalMs + holdMs, deadline);
    const once = createOnce(settings, attempt, options);
    checkSignal(signal);

    let uncertain = false;
    for (let attempts = 1; ; attempts++) {
      const { outcome, sent } = await once(Math.min(retry.attemptMs + holdMs, until - now()));
      if (!(outcome instanceof ClientError)) return outcome as Reply<never>;
      const facts = () => ({ attempts, mayHaveCreated: creates && uncertain });
      const again = isRetryable(outcome);
      uncertain ||= again
        ? isUncertain(outcome)
        : sent !== undefined && !(outcome instanceof ProblemError);
      if (!again) throw annotate(outcome, facts());
      const delayMs = pauseAfter(outcome, attempts, retry);
      if (now() + delayMs >= deadline) throw tooLate({ cause: outcome, ...facts() });
      if (attempts > retry.maxRetries || now() + delayMs >= until) {
        throw annotate(outcome, facts());
      }
      try {
        const request = nameOf(sent);
        const { message, requestId } = outcome as Partial<ProblemError>;
        settings.log('info', `${request}: ${message} Sent again.`, {
          attempts,
          delayMs,
          requestId,
        });
        const event = { attempts, delayMs, error: outcome, request };
        await callBack(options.onRetry ?? settings.onRetry, event);
        await rest(delayMs, signal);
      } catch (thrown) {
        throw annotate(thrown, facts());
      }
    }
  };
}

interface Attempted {
  outcome: Reply<unknown> | ClientError;
  /** Undefined if nothing was sent. */
  sent: Request | undefined;
}

/** One attempt with this time limit in milliseconds. It never rejects. */
function createOnce(settings: Settings, attempt: Attempt, options: Sending) {
  const { signal, asksForChange, onAnswer } = options;
  const headers = headersOf(settings, options);

  return async (ms: number): Promise<Attempted> => {
    const began = now();
    let sent: Request | undefined;
    const fetch = (request: Request) => {
      sent = request;
      return wholeAnswer(settings, request, onAnswer);
    };

    async function answered(): Promise<Reply<unknown> | ProblemError> {
      const { data, error, response } = await within(ms, signal, (ended) =>
        attempt({ signal: ended, headers, fetch }),
      );
      const { ok, status } = response;
      settings.log('debug', `${nameOf(sent)}: ${status}`, {
        ms: Math.round(now() - began),
        requestId: response.headers.get('X-Request-Id') ?? undefined,
      });
      if (status === 204 || (ok ? data : status === 304 && asksForChange))
        return { status, headers: response.headers, data };
      if (ok || status === 304) throw new Lost(`the answer is ${status} and empty`);
      return toProblemError(response, error);
    }

    const outcome = await answered().catch((thrown: unknown) => named(thrown, signal));
    return { outcome, sent };
  };
}

/** Without the query, which can reveal more than a log should. */
function nameOf(request: Request | undefined): string {
  return request ? `${request.method} ${new URL(request.url).pathname}` : 'a request';
}

/** Pauses; an aborted signal ends the pause with an `AbortedError`. */
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

/** Refuses a signal that is already aborted. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new AbortedError(
    'The signal was aborted before anything was sent: give a signal that is not over.',
    { cause: signal.reason },
  );
}

/** The response was cut off, so its content is unknown. */
class Lost extends Error {}

async function wholeAnswer(
  { fetch, redact }: Pick<Settings, 'fetch' | 'redact'>,
  request: Request,
  onAnswer: Listening['onAnswer'],
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
  if (status === 304 || status === 204) {
    onAnswer?.(() => response);
    return response;
  }
  const text = await textOf(response);
  onAnswer?.(() => new Response(text, { status, statusText, headers }));
  if (!response.ok) return new Response(redact(text), { status, statusText, headers });
  if (!isObject(text)) {
    throw new Lost(`the answer is not from this service: "${redact(text).slice(0, 80)}"`);
  }
  return new Response(text, { status, statusText, headers });
}

/** Bounds the memory that a response can take. */
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

/** Only the origin: the rest can hold secrets. */
function targetOf(headers: Headers, { url }: Request): string {
  const location = headers.get('Location');
  return location && URL.canParse(location, url)
    ? new URL(location, url).origin
    : 'another address';
}

/** The error for the caller. */
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

/** A wait is one preference besides those of the caller, for example for the mock. */
function headersOf(
  settings: Settings,
  { headers: callHeaders, holdSeconds = 0 }: Sending,
): Headers {
  const headers = readHeaders(callHeaders);
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

/** The reason of a fetch error is often in its cause. */
function withReason(thrown: unknown): string {
  const words = wordsOf(thrown);
  const reason = (thrown as { cause?: { message?: unknown } } | undefined)?.cause?.message;
  return reason ? `${words}: ${reason}` : words;
}
