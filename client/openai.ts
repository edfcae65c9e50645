/**
 * A `fetch` for programs that speak chat completions, such as the openai package, the AI SDK and LangChain. It buys
 * each call as a model run, under a request key that stays the same when a package retries the call. What a run cannot
 * carry is refused by name, in the form from which these packages make their own errors.
 */

import { serialise } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type { ModelRun } from './contract.ts';
import { kindOf, UsageError } from './errors.ts';
import { isFailed, isTerminal } from './guards.ts';
import { createClient, type ModelRunClient } from './index.ts';
import { answerOf } from './openai-answer.ts';
import { failureOf, ofFailedRun } from './openai-errors.ts';
import { type NamedKey, nameKey, type Unanswered } from './openai-keys.ts';
import { type Reading, readRequest } from './openai-request.ts';
import { isRecord, NotCarried, type RunTerms } from './openai-shape.ts';
import { checkRequestKey } from './request-keys.ts';
import { checkNumber } from './retry.ts';
import type { ClientOptions } from './settings.ts';
import { TimeUp, within } from './time.ts';
import { DEFAULT_DEADLINE_MS, DEFAULT_WAIT_SECONDS } from './wait.ts';

export { causeOf, type FailureCause } from './openai-errors.ts';
export type { RunFacts, RunTerms } from './openai-shape.ts';

export interface OpenAIFetchOptions extends ClientOptions {
  /** The bound of requests without `max_completion_tokens`: one without any bound is refused, as it sizes the hold. */
  maxOutputTokens?: number;
  /**
   * Names the conversation of the calls: a turn is then bought once, and a turn that asks for something else is
   * refused. A function is called for each call. The header `Conversation-Key` of a call takes precedence.
   */
  conversationKey?: string | (() => string | undefined);
  /**
   * Whether a call without a name that equals an earlier one is the same run: answered once more, free of charge, for
   * everybody in the workspace and after a restart too. Default: false, each call buys a run of its own, and only a call
   * that ended without an answer is continued by the next equal one.
   */
  reuseEqual?: boolean;
  /** The terms of each run, in addition to its request. A function is called for each call. */
  terms?: RunTerms | (() => RunTerms);
  /** Returns the `traceparent` of the active span; called for each call. The header of a call takes precedence. */
  traceparent?: () => string | undefined;
  /** Answers `stream: true` with the whole answer as one chunk, once the run has ended. Default: refuses it. */
  bufferedStream?: boolean;
  /** Milliseconds after which a call ends with a `TimeoutError`. The run goes on. Default 900000, 15 minutes. */
  deadlineMs?: number;
}

export type OpenAIFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What the caller of the package passed, read before the first await. */
interface Call {
  request: Request;
  signal: AbortSignal;
  requestKey: string | undefined;
  conversationKey: string | undefined;
  terms: RunTerms;
  headers: Record<string, string>;
  unanswered: Unanswered;
}

/**
 * Creates the `fetch` to give to a package. The options here say where calls go and with which key: the package's own
 * address and key are not used, and its retries buy nothing twice. Throws a `UsageError` if an option is invalid.
 */
export function createOpenAIFetch(options: OpenAIFetchOptions = {}): OpenAIFetch {
  const client = createClient(options);
  const { deadlineMs = DEFAULT_DEADLINE_MS } = options;
  checkOptions({ ...options, deadlineMs });
  const unanswered: Unanswered = new Map();
  return async (input, init) => {
    const request = new Request(input, init);
    const outer = init?.signal ?? request.signal;
    const send = async (signal: AbortSignal) =>
      answer(client, { ...readCall(request, options), signal, unanswered }, options);
    try {
      return await within(deadlineMs, outer, (signal) => send(signal).catch(failureOf));
    } catch (thrown) {
      if (!(thrown instanceof TimeUp)) throw thrown;
      throw new DOMException('The call timed out. Its run goes on: call again.', 'TimeoutError');
    }
  };
}

function checkOptions(options: OpenAIFetchOptions & { deadlineMs: number }): void {
  const { deadlineMs, maxOutputTokens = 1, conversationKey, terms = {}, traceparent } = options;
  checkNumber('deadlineMs', deadlineMs, 0);
  checkNumber('maxOutputTokens', maxOutputTokens, 1);
  if (conversationKey !== undefined && typeof conversationKey !== 'function') {
    checkRequestKey(conversationKey, 'conversationKey');
  }
  if (typeof terms !== 'function') termsOf(terms);
  if (traceparent !== undefined && typeof traceparent !== 'function') {
    throw new UsageError(`traceparent is ${kindOf(traceparent)}: give a function that returns it.`);
  }
}

function readCall(
  request: Request,
  options: OpenAIFetchOptions,
): Omit<Call, 'signal' | 'unanswered'> {
  const { conversationKey: key, terms = {}, traceparent } = options;
  const parent = request.headers.get('traceparent') ?? traceparent?.();
  return {
    ...{ request, headers: parent ? { traceparent: parent } : {} },
    requestKey: request.headers.get('Idempotency-Key') ?? undefined,
    conversationKey:
      request.headers.get('Conversation-Key') ?? (typeof key === 'function' ? key() : key),
    terms: termsOf(typeof terms === 'function' ? terms() : terms),
  };
}

/** Reads the current terms. Invalid ones would drop a bound or an end user, and still buy the run. */
function termsOf(terms: unknown): RunTerms {
  if (isRecord(terms) && !(terms instanceof Promise)) return JSON.parse(serialise(terms));
  throw new UsageError(
    'terms is no object: give { maxReservedAmount, attribution, ... }, or a function that returns it at once.',
  );
}

async function answer(
  client: ModelRunClient,
  call: Call,
  options: OpenAIFetchOptions,
): Promise<Response> {
  const { method, url } = call.request;
  const path = new URL(url).pathname.replace(/\/+$/, '');
  if (method === 'POST' && path.endsWith('/chat/completions'))
    return complete(client, call, options);
  const [, id] = /\/models(?:\/(.+))?$/.exec(path) ?? [undefined, null];
  if (method === 'GET' && id !== null) {
    return Response.json(await modelsOf(client, id && decoded(id), call));
  }
  throw new NotCarried(
    'url',
    `${method} ${path} cannot be carried: there are POST /chat/completions, GET /models and GET /models/{model}.`,
    { code: 'unsupported_endpoint', status: 404 },
  );
}

async function complete(
  client: ModelRunClient,
  call: Call,
  options: OpenAIFetchOptions,
): Promise<Response> {
  const { bufferedStream = false, maxOutputTokens, reuseEqual = false } = options;
  const body = await bodyOf(call.request);
  const reading = readRequest(body, { bufferedStream, maxOutputTokens, terms: call.terms });
  const named = await nameKey(reading.run, { ...call, reuseEqual });
  try {
    return await buy(client, reading, named, call);
  } catch (thrown) {
    named.keep?.();
    throw thrown;
  }
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch {
    // Reported below.
  }
  throw new NotCarried('body', 'The body is no JSON object.', { code: 'malformed_json' });
}

/** A failed run costs nothing: if the call is repeated under a derived key, the next try replaces the run. */
async function buy(
  { modelRuns }: ModelRunClient,
  { run: wanted, ...form }: Reading,
  { key, isDerived }: NamedKey,
  { signal, headers }: Call,
): Promise<Response> {
  const options: CallOptions = { signal, headers };
  for (let attempt = 1; ; ) {
    const created = await modelRuns.create(wanted, {
      ...{ ...options, idempotencyKey: key(attempt), waitSeconds: DEFAULT_WAIT_SECONDS },
    });
    const { replayed } = created;
    const isOld = replayed && isTerminal(created.run);
    const run: ModelRun = isTerminal(created.run)
      ? created.run
      : await modelRuns.wait(created.run.id, { ...options, deadlineMs: Infinity });
    if (!isFailed(run)) return answerOf(run, { ...form, replayed });
    const givesWay = isDerived && run.error.retryable;
    if (!isOld || !givesWay) return ofFailedRun(run, replayed, givesWay);
    const last = await lastTry(attempt, async (next) => {
      for await (const _ of modelRuns.list({ idempotencyKey: key(next) }, options)) return true;
      return false;
    });
    attempt = Math.max(last, attempt + 1);
  }
}

/** Tries have no gaps, so steps that double, and then halve, find the last one: a provider can be down for long. */
async function lastTry(known: number, exists: (attempt: number) => Promise<boolean>) {
  let last = known;
  for (let step = 1, isBeyond = false; step >= 1; step = isBeyond ? step / 2 : step * 2) {
    if (await exists(last + step)) last += step;
    else isBeyond = true;
  }
  return last;
}

async function modelsOf(
  client: ModelRunClient,
  id: string | undefined,
  { signal }: Call,
): Promise<object> {
  if (id !== undefined) return modelOf((await client.models.get(id, { signal })).id);
  const data: object[] = [];
  for await (const model of client.models.list({}, { signal })) data.push(modelOf(model.id));
  return { object: 'list', data };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new NotCarried('url', 'The name of the model is not encoded as a URL has it.');
  }
}

/** The catalog does not say when a model was made. */
function modelOf(id: string): object {
  return { id, object: 'model', created: 0, owned_by: id.split('/')[0] };
}
