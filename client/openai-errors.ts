/**
 * Refusals and failures in the form that packages make their own errors of. Each has the problem or the run that is its
 * cause in it, which `causeOf` reads back out of whatever a package has thrown.
 */
import type { ModelRun, Problem } from './contract.ts';
import { ClientError, ConnectionError, foreign, UsageError } from './errors.ts';
import { readProblem } from './known-problems.ts';
import { factsOf, headersOf } from './openai-answer.ts';
import { isRecord, NotCarried, type RunFacts } from './openai-shape.ts';
import { ProblemError } from './problems.ts';

/** The cause of an error of a package. */
export interface FailureCause {
  /** The refusal of the service. */
  problem?: Problem;
  /** The run that failed; it costs nothing. */
  modelRun?: RunFacts;
}

/** Finds the cause in an error of the openai package, the AI SDK or LangChain; undefined if there is none of ours. */
export function causeOf(thrown: unknown): FailureCause | undefined {
  let error = thrown;
  for (let depth = 0; depth < 8 && typeof error === 'object' && error !== null; depth++) {
    const { error: body, responseBody, lastError, cause } = error as Record<string, unknown>;
    const said = typeof responseBody === 'string' ? parsed(responseBody)?.error : body;
    if (isRecord(said)) {
      const problem = readProblem(said.problem);
      const modelRun = said.model_run as RunFacts | undefined;
      if (problem || modelRun)
        return { ...(problem && { problem }), ...(modelRun && { modelRun }) };
    }
    error = lastError ?? cause;
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Refusal {
  status: number;
  code: string;
  message: string;
  param?: string | null | undefined;
  headers?: Headers;
  /** Whether a repeat can have another end. It never makes a second bill. */
  again?: boolean;
  problem?: Problem | undefined;
  model_run?: RunFacts;
}

function refusalOf({ status, code, message, param, headers, again, ...cause }: Refusal): Response {
  const all = new Headers(headers);
  all.set('X-Should-Retry', `${again ?? false}`);
  const error = {
    // The code is in the message as well: packages show people nothing else.
    ...{ message: `${code}: ${message}`, type: TYPES.get(status) ?? typeOf(status) },
    ...{ param: param ?? null, code, ...cause },
  };
  return Response.json({ error }, { status, headers: all });
}

const TYPES = new Map<number, string>([
  [401, 'authentication_error'],
  [402, 'insufficient_quota'],
  [403, 'permission_error'],
  [429, 'rate_limit_error'],
]);

function typeOf(status: number): string {
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

/** What is thrown on the way, as the answer or the error that `fetch` has for it. */
export function failureOf(thrown: unknown): Response {
  if (thrown instanceof NotCarried) return refusalOf(thrown);
  if (thrown instanceof ProblemError) return ofProblem(thrown);
  if (thrown instanceof UsageError) {
    return refusalOf({ status: 400, code: 'invalid_request', message: thrown.message });
  }
  // As fetch itself says it: packages know this one as a lost connection.
  if (thrown instanceof ConnectionError) throw new TypeError('fetch failed', { cause: thrown });
  throw thrown instanceof ClientError ? thrown : foreign(thrown);
}

/** Where these programs know a code and a status of their own. */
const KNOWN_AS = new Map<string, [status: number, code: string]>([
  ['unknown_model', [404, 'model_not_found']],
  ['prompt_too_large', [400, 'context_length_exceeded']],
]);

function ofProblem({
  status,
  code,
  detail,
  problem,
  errors,
  requestId,
  retryAfterSeconds,
}: ProblemError) {
  // To some packages 422 is worth a retry, and 400 to none.
  const [known, name] = KNOWN_AS.get(code) ?? [status === 422 ? 400 : status, code];
  const headers = new Headers();
  if (requestId) headers.set('X-Request-Id', requestId);
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', `${retryAfterSeconds}`);
  const [fault] = errors;
  const details = errors.map((one) => `${one.pointer ?? one.header ?? ''} ${one.detail}`.trim());
  const unsaid = details.filter((one) => !detail.includes(one));
  const message = [detail, ...(code === 'invalid_request' ? unsaid : [])].join(' ');
  const param = fault?.pointer ? paramOf(fault.pointer) : null;
  return refusalOf({ status: known, code: name, message, param, headers, problem });
}

const PARAMS = new Map<string, string>([
  ['maxOutputTokens', 'max_completion_tokens'],
  ['reasoning', 'reasoning_effort'],
  ['attribution/endUserId', 'user'],
]);

/** A pointer into the run as the path of the parameter that it was made of. */
function paramOf(pointer: string): string {
  const path = pointer.replace(/^#?\//, '');
  const [first = '', ...rest] = path.split('/');
  const known = PARAMS.get(path) ?? PARAMS.get(first);
  if (known) return known;
  const below =
    first === 'tools' && rest.length > 1 ? [rest[0]!, 'function', ...rest.slice(1)] : rest;
  return below.reduce(
    (before, name) => before + (/^\d+$/.test(name) ? `[${name}]` : `.${name}`),
    first,
  );
}

/** Where nothing else says it: what is worth another try is 503, the rest 400. */
const STATUSES = new Map<string, number>([
  ['key_revoked', 401],
  ['cancelled', 400],
  ['outcome_unknown', 502],
  ['answer_lost', 502],
]);

/** `again` says whether the next try makes a new run. */
export function ofFailedRun(run: ModelRun, replayed: boolean, again: boolean): Response {
  const facts = factsOf(run, replayed);
  const { code = 'unknown', message = 'No reason was given.', retryable = false } = run.error ?? {};
  const status = STATUSES.get(code) ?? (retryable ? 503 : 400);
  return refusalOf({
    ...{ status, code, message, headers: headersOf(facts), model_run: facts },
    again: again && status === 503,
  });
}
