/**
 * Refusals and failures, in the form from which packages make their own errors. Each contains the problem or the run
 * that caused it; `causeOf` reads that from whatever a package threw.
 */
import type { ModelRun, Problem } from './contract.ts';
import { ClientError, ConnectionError, foreign, UsageError } from './errors.ts';
import { readProblem } from './known-problems.ts';
import { factsOf, headersOf } from './openai-answer.ts';
import { isRecord, NotCarried, type RunFacts } from './openai-shape.ts';
import { ProblemError } from './problems.ts';

/** The cause of a package's error. */
export interface FailureCause {
  /** The refusal of the service. */
  problem?: Problem;
  /** The run that failed; it costs nothing. */
  modelRun?: RunFacts;
}

/** Finds the cause in an error of the openai package, the AI SDK or LangChain; undefined if the error is not ours. */
export function causeOf(thrown: unknown): FailureCause | undefined {
  let error = thrown;
  for (let depth = 0; depth < 8 && typeof error === 'object' && error !== null; depth++) {
    const { error: body, responseBody, lastError, cause } = error as Record<string, unknown>;
    const answered = typeof responseBody === 'string' ? parsed(responseBody)?.error : body;
    if (isRecord(answered)) {
      const problem = readProblem(answered.problem);
      const modelRun = answered.model_run as RunFacts | undefined;
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
  /** Whether a retry can have another result. It never causes a second bill. */
  again?: boolean;
  problem?: Problem | undefined;
  model_run?: RunFacts;
}

function refusalOf({ status, code, message, param, headers, again, ...cause }: Refusal): Response {
  const all = new Headers(headers);
  all.set('X-Should-Retry', `${again ?? false}`);
  const error = {
    // The message includes the code, because packages show people nothing else.
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

/** Turns what was thrown into the response, or the error, that `fetch` would give for it. */
export function failureOf(thrown: unknown): Response {
  if (thrown instanceof NotCarried) return refusalOf(thrown);
  if (thrown instanceof ProblemError) return ofProblem(thrown);
  if (thrown instanceof UsageError) {
    return refusalOf({ status: 400, code: 'invalid_request', message: thrown.message });
  }
  // The same error as fetch throws: packages recognize it as a lost connection.
  if (thrown instanceof ConnectionError) throw new TypeError('fetch failed', { cause: thrown });
  throw thrown instanceof ClientError ? thrown : foreign(thrown);
}

/** Codes for which these programs know a code and a status of their own. */
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
  // Some packages retry 422; none retries 400.
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

/** A pointer into the run, as the path of the parameter that it was made from. */
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

/** The status if nothing else determines it: 503 if a retry can help, otherwise 400. */
const STATUSES = new Map<string, number>([
  ['key_revoked', 401],
  ['cancelled', 400],
  ['outcome_unknown', 502],
  ['answer_lost', 502],
]);

/** `again` says whether the next try creates a new run. */
export function ofFailedRun(run: ModelRun, replayed: boolean, again: boolean): Response {
  const facts = factsOf(run, replayed);
  const { code = 'unknown', message = 'No reason was given.', retryable = false } = run.error ?? {};
  const status = STATUSES.get(code) ?? (retryable ? 503 : 400);
  return refusalOf({
    ...{ status, code, message, headers: headersOf(facts), model_run: facts },
    again: again && status === 503,
  });
}
