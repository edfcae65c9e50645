/**
 * The sandbox: an upstream on loopback with OpenRouter's protocol, so that every state of a run can be produced without
 * an account and without cost. It refuses what the real one refuses. A restart loses only which callers were asked to
 * come back, and which answers were cut off. The sandbox of tools is in `tools`, and is loaded by itself.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Model } from '../model-runs/providers/index.ts';
import { createCache } from '../platform/lib/cache.ts';
import { modelList, SERVED_BY, sandboxModels } from './models.ts';
import { answer, generationRecord, play, refuse } from './play.ts';
import { readRequest } from './request.ts';

export { SERVED_BY, sandboxModels } from './models.ts';

export interface SandboxOptions {
  /** 0 selects any free port. */
  port: number;
  host?: string;
  apiKey: string;
  /** How long `sandbox/slow` takes. */
  slowMs?: number;
  /** The server of its models, in its answers. */
  servedBy?: string;
}

export interface Sandbox {
  /** Ends in /api/v1. */
  url: string;
  models(): Model[];
  /** Received submissions: all of them, or those of one run. */
  posts(runId?: string): number;
  /** Runs whose submissions are not completely answered yet. */
  underWay(): string[];
  close(): Promise<void>;
}

const BASE = '/api/v1';

/** The longest prompt that a deployment can configure, with a margin. */
const MAX_BODY_BYTES = 134_217_728;

/** Rejects if the port is not available. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = '127.0.0.1', apiKey, slowMs = 5_000, servedBy = SERVED_BY } = options;
  const counts = createCache<number>(100_000);
  const underWay = new Set<string>();
  const requestedWaits = createCache<true>(10_000);
  /** Tokens sent before the connection was closed, by generation. Another process has the bill of all tokens. */
  const cut = createCache<number>(10_000);
  let total = 0;

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (text === undefined) return refuse(response, 413, 'The body is too large.');
    total += 1;
    const read = await readRequest(text);
    if (read.kind === 'fault') return refuse(response, read.status, read.message);
    const run = read.request.trace?.run_id ?? createHash('sha256').update(text).digest('hex');
    counts.set(run, (counts.get(run) ?? 0) + 1);
    underWay.add(run);
    response.once('close', () => underWay.delete(run));
    if (read.script === 'busy' && !requestedWaits.has(run)) {
      requestedWaits.set(run, true);
      response.setHeader('retry-after', '1');
      return refuse(response, 429, 'Come back in a second.');
    }
    const onCut = (id: string, tokens: number) => void cut.set(id, tokens);
    await play(read, response, { slowMs, servedBy, onCut });
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const operation = `${request.method} ${pathname}`;
    if (operation === `GET ${BASE}/models`) return answer(response, 200, modelList());
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(response, 401, 'The key is missing or wrong.');
    }
    if (operation === `POST ${BASE}/chat/completions`) return complete(request, response);
    if (operation === `GET ${BASE}/generation`) {
      const id = searchParams.get('id') ?? '';
      const record = generationRecord(id, Date.now(), cut.get(id));
      return record
        ? answer(response, 200, record)
        : refuse(response, 404, 'There is no such generation.');
    }
    return refuse(response, 404, 'There is nothing here.');
  }

  const server = createServer((request, response) => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The sandbox failed.');
    });
  });
  const { address, family, port: taken } = await listen(server, port, host);

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${BASE}`,
    models: () => sandboxModels,
    posts: (runId) => (runId === undefined ? total : (counts.get(runId) ?? 0)),
    underWay: () => [...underWay],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // If any port is allowed, each of several processes of one service has its own.
    server.listen({ port, host, exclusive: port === 0 }, resolve);
  });
  return server.address() as AddressInfo;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
