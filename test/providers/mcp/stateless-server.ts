/** A server of the official library that speaks only MCP 2026-07-28: as a process, or over HTTP on a port. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const ECHO = {
  type: 'object' as const,
  properties: {
    text: { type: 'string' as const, 'x-mcp-header': 'Text' },
    times: { type: 'integer' as const, 'x-mcp-header': 'Times' },
  },
};
const TOOLS = ['echo', 'works', 'asks', 'hangs', 'headers', 'refuses'].map((name) => ({
  name,
  inputSchema: name === 'echo' ? ECHO : { type: 'object' as const },
}));

/** The calls that it was asked to stop. */
const stopped: string[] = [];
/** Of the last request. */
let headers: Record<string, string> = {};

function makeServer(): Server {
  const server = new Server(
    { name: 'stateless', version: '1' },
    { capabilities: { tools: {} }, instructions: 'None.' },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS, ttlMs: 0, cacheScope: 'private' }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
    switch (params.name) {
      case 'echo':
        return say(JSON.stringify(params.arguments));
      case 'headers':
        return say(JSON.stringify(headers));
      case 'works': {
        const progressToken = params._meta?.progressToken ?? '';
        const report = { progressToken, progress: 1, total: 2 };
        await mcpReq.notify({ method: 'notifications/progress', params: report });
        return say(JSON.stringify({ stopped }));
      }
      case 'asks':
        return inputRequired({ requestState: 'half way' });
      case 'hangs':
        await new Promise<void>((resolve) => {
          mcpReq.signal.addEventListener('abort', () => resolve());
        });
        stopped.push(params.name);
        return say('Too late.');
      default:
        throw new Error('It went wrong.');
    }
  });
  return server;
}

const [port] = process.argv.slice(2);
if (port === undefined) {
  serveStdio(makeServer, { legacy: 'reject' });
} else {
  const handler = createMcpHandler(makeServer, { legacy: 'reject' });
  createServer(async (request, response) => {
    headers = request.headers as Record<string, string>;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const hasBody = request.method === 'POST';
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1:${port}${request.url}`, {
        ...{ method: request.method ?? 'GET', headers, signal: gone.signal },
        ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
      } as RequestInit),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
    else response.end();
  }).listen(Number(port), '127.0.0.1');
}
