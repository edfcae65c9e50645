/**
 * The mock behind a fetch that changes requests and answers: a model that makes several calls at once, and connections
 * that break. Counts creations.
 */
import { type ClientOptions, createClient } from '../../client/index.ts';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';

export interface Call {
  id: string;
  name: string;
  input: object;
}

interface Sent {
  path: string;
  key: string;
  body: Record<string, unknown>;
}

type Fetch = NonNullable<ClientOptions['fetch']>;

export interface AgentMock extends Mock {
  /** A client whose model makes these calls in its first answer. */
  against(calls: Call[], through?: (fetch: Fetch) => Fetch): Against;
}

export type Against = ReturnType<typeof createClient> & {
  /** Each creation whose answer was a new run. */
  created: Sent[];
};

export async function startAgentMock(): Promise<AgentMock> {
  const mock = await startMock({ document, port: 0 });
  return {
    ...mock,
    against(calls, through = (fetch) => fetch) {
      const created: Sent[] = [];
      const counting: Fetch = async (request) => {
        const { pathname: path } = new URL(request.url);
        const key = request.headers.get('Idempotency-Key');
        const text = key ? await request.clone().text() : '';
        const response = await fetch(request);
        if (key && response.ok && !response.headers.has('Idempotent-Replayed')) {
          created.push({ path, key, body: JSON.parse(text) as Sent['body'] });
        }
        return withCalls(response, calls);
      };
      const options = { baseUrl: mock.url, apiKey: 'mock', retry: false } as const;
      return { ...createClient({ ...options, fetch: through(counting) }), created };
    },
  };
}

/** The mock's model makes one call; here it makes all of them. */
async function withCalls(response: Response, calls: Call[]): Promise<Response> {
  const { status, headers } = response;
  const body = (await response.json()) as { message?: { tool_calls?: object[] } };
  if (body.message?.tool_calls) {
    body.message.tool_calls = calls.map(({ id, name, input }) => ({
      ...{ id, type: 'function' },
      function: { name, arguments: JSON.stringify(input) },
    }));
  }
  return new Response(JSON.stringify(body), { status, headers });
}

/** Breaks each request once: before it is sent, and in another round after its answer has arrived. */
export function breaksOnce(fetch: Fetch): Fetch {
  const met = new Map<string, number>();
  return async (request) => {
    const name = `${request.method} ${request.url} ${request.headers.get('Idempotency-Key')}`;
    const times = (met.get(name) ?? 0) + 1;
    met.set(name, times);
    if (times === 1) throw new TypeError('the connection was refused');
    const response = await fetch(request);
    if (times === 2) throw new TypeError('the connection was lost');
    return response;
  };
}
