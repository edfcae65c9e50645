/**
 * The one place that converts thrown errors into problem documents (RFC 9457). A refusal of the contract is returned
 * unchanged; anything else becomes `internal_error` and is logged with its cause, and none of it reaches the caller.
 */
import { isTransient } from '../db/errors.ts';
import { DATABASE_AWAY, type Fault, NOT_FOUND, Problem, type ProblemCode } from '../lib/problem.ts';

export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  requestId: string;
  errors?: Fault[];
  [member: string]: unknown;
}

/** The refusal that an error stands for. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem)
    return error.code === 'unauthorized' ? unauthorizedAs(error) : error;
  if (error instanceof URIError) return new Problem('not_found', NOT_FOUND);
  if (isTransient(error)) {
    return new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause: error });
  }
  return new Problem(
    'internal_error',
    'The fault is ours. It has been recorded under the requestId.',
    {
      cause: error,
    },
  );
}

export function problemDocument(
  problem: Problem,
  requestId: string,
  publicUrl: string,
): ProblemDocument {
  const { code, status, title, detail, options } = problem;
  return {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(options.errors?.length && { errors: options.errors }),
    ...options.members,
  };
}

/** The headers of a problem besides those of every response. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const { retryAfterSeconds, headers } = problem.options;
  const needsSession = problem.status === 401 && problem.code !== 'unauthorized';
  return {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    // A scheme that no browser knows, so that none asks for a password.
    ...(needsSession && { 'WWW-Authenticate': 'Session' }),
    // Another key may have the permission that this key lacks (RFC 9110, 11.6.1).
    ...(ALLOWED_ELSEWHERE.has(problem.code) && { 'WWW-Authenticate': challenge() }),
    ...headers,
  };
}

const ALLOWED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['model_not_allowed', 'label_protected', 'workspace_suspended', 'customer_blocked'],
]);

/** One answer for every key without access; if the request has no key, it names no error (RFC 6750, 3.1). */
export function unauthorized(error?: 'invalid_token'): Problem {
  const headers = { 'WWW-Authenticate': challenge(error && { error }) };
  return new Problem('unauthorized', 'Send a valid API key as Authorization: Bearer <key>.', {
    headers,
  });
}

/** A key can also turn out to have ended after the gate, and that must look the same. */
function unauthorizedAs(problem: Problem): Problem {
  return problem.options.headers ? problem : unauthorized('invalid_token');
}

/** The Bearer challenge of RFC 6750. */
export function challenge(attributes: Record<string, string> = {}): string {
  const all = Object.entries({ realm: 'model-run-api', ...attributes });
  return `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}

/** The problem of a request that violates the document. */
export function invalidRequest(faults: Fault[]): Problem {
  const [first, ...others] = faults;
  const location = first?.pointer ?? first?.parameter ?? first?.header ?? 'The request';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const detail = `${location} ${first?.detail ?? 'is not valid'}${more}.`;
  return new Problem('invalid_request', detail, { errors: faults });
}
