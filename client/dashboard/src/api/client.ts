/**
 * The only access to the server. Typed by the contract; turns every failure into a problem or into `Unreachable`, and
 * passes what it learns to the signals. Sends each request once.
 */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import type { PlainPaths, Problem } from './contract.ts';
import { hasCode, isPassing, Unreachable, type Wait } from './problems.ts';
import { connection, session } from './signals.ts';

export const http = createFetchClient<PlainPaths>({ baseUrl: '', fetch: send });
export const api = createQueries(http);

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // A cursor of an earlier version of the service is invalid: the page reads the list from its start.
    onError(error, { queryKey }) {
      if (hasCode(error, 'invalid_cursor')) void queries.resetQueries({ queryKey, exact: true });
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 2_000,
      retry: (_count, error) => isPassing(error),
      retryDelay: (count) => Math.min(1_000 * 1.5 ** count, 5_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Whether the server answers at all. If not, the banner shows. */
export async function isReached(): Promise<boolean> {
  return http.GET('/v1/dashboard/sign-in-methods', {}).then(
    () => true,
    () => false,
  );
}

export async function send(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    connection.set('lost');
    throw new Unreachable('The server was not reached.', { cause: error });
  }
  if (response.ok || response.status < 400) {
    connection.set('well');
    return response;
  }
  const problem = withWait(await problemOf(response), response.headers.get('Retry-After'));
  connection.set(response.status >= 502 ? 'lost' : 'well');
  if (problem.code === 'unauthenticated' && session.get() === 'living') session.set('over');
  return Response.json(problem, { status: response.status });
}

/** Reads from a header how long the page must wait. Pages count it down. */
function withWait(problem: Problem, retryAfter: string | null): Problem & Wait {
  if (problem.code !== 'rate_limited' || retryAfter === null || !/^\d+$/.test(retryAfter)) {
    return problem;
  }
  const detail = problem.detail.replace(/ ?Wait before you try again\.$/, '');
  return { ...problem, detail, retryAt: Date.now() + Number(retryAfter) * 1_000 };
}

/** A proxy in between may answer with anything. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body) return body as Problem;
  } catch {
    // The code below reports it.
  }
  return {
    type: 'about:blank',
    title: 'Unexpected response from the server',
    status: response.status,
    detail: `Status ${response.status}. A proxy between this page and the service may be down.`,
    code: 'unreadable_answer',
    requestId: response.headers.get('X-Request-Id') ?? 'unknown',
  };
}

/** A key for requests that act once however often they are sent. Without TLS, browsers have no `crypto.randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
