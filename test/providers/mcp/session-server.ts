/**
 * A server of the official library with sessions, over HTTP: `POST /expire` ends all sessions, `GET /counts` says how
 * many sessions it opened and which calls it carried out. `POST /hold` delays the lists of the tools until
 * `POST /release`. The second argument says how it answers an unknown session, or `none` for a server without sessions. Calls of `refuses` get the HTTP status
 * and the body in their arguments, as from a tool behind a gateway.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

const [port, unknown = '404'] = process.argv.slice(2);

const UNKNOWN: Record<string, { status: number; body: string }> = {
  '404': { status: 404, body: error(-32_001, 'Session not found') },
  '400': { status: 400, body: error(-32_000, 'Bad Request: No valid session ID provided') },
  '400 without a word': { status: 400, body: '' },
  '401': { status: 401, body: 'Unauthorized: Session not found' },
  '422': { status: 422, body: 'Unexpected message, expect initialize request' },
};

function error(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
const counts = { sessions: 0, calls: [] as string[], held: 0 };
let hold: PromiseWithResolvers<void> | undefined;

function makeServer(): Server {
  const server = new Server({ name: 'sessions', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (hold) {
      counts.held += 1;
      await hold.promise;
    }
    return {
      tools: [
        { name: params?.cursor === undefined ? 'echo' : 'hangs', inputSchema: { type: 'object' } },
      ],
      ...(params?.cursor === undefined && { nextCursor: 'rest' }),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    counts.calls.push(params.name);
    if (params.name === 'hangs') await new Promise(() => {});
    return { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] };
  });
  return server;
}

async function openSession(): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: unknown === 'none' ? undefined : randomUUID,
    onsessioninitialized(id) {
      counts.sessions += 1;
      sessions.set(id, transport);
    },
  });
  await makeServer().connect(transport);
  return transport;
}

function refusalIn(bytes: Buffer): { status: number; body: string } | undefined {
  const { params } = JSON.parse(bytes.toString());
  return params?.name === 'refuses' ? params.arguments : undefined;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/counts') return void response.end(JSON.stringify(counts));
  if (request.url === '/expire') {
    sessions.clear();
    return void response.end();
  }
  if (request.url === '/hold') {
    hold = Promise.withResolvers();
    return void response.end();
  }
  if (request.url === '/release') {
    hold?.resolve();
    hold = undefined;
    return void response.end();
  }
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? await openSession() : sessions.get(String(id));
  if (!transport) {
    const { status, body } = UNKNOWN[unknown]!;
    return void response.writeHead(status).end(body);
  }
  const body = request.method === 'POST' ? { body: await buffer(request) } : {};
  const refusal = body.body && refusalIn(body.body);
  if (refusal) {
    counts.calls.push('refuses');
    return void response.writeHead(refusal.status).end(refusal.body);
  }
  const answer = await transport.handleRequest(
    new Request(`http://127.0.0.1:${port}/mcp`, {
      ...{ method: request.method ?? 'GET', headers: request.headers as Record<string, string> },
      ...body,
    } as RequestInit),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
  else response.end();
}

createServer((request, response) => void serve(request, response)).listen(
  Number(port),
  '127.0.0.1',
);
