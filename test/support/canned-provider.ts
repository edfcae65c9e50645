/**
 * A provider with canned answers: an OpenAI-compatible server that returns the answers that a test gave it beforehand,
 * and keeps what it received. It is in the models file three times, once for each form in which a server takes
 * reasoning.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../server/platform/lib/json.ts';

export type CannedProvider = Awaited<ReturnType<typeof startCannedProvider>>;

interface Received {
  messages: unknown;
  tools?: unknown;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: object;
}

export async function startCannedProvider() {
  const received: Received[] = [];
  let reply = replyOf({ role: 'assistant', content: 'Hello' }, 'stop');
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    received.push(parseJson(text) as Received);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'model-run-canned-'));
  const modelsFile = join(folder, 'models.json');
  await writeFile(modelsFile, JSON.stringify(modelsAt(`http://127.0.0.1:${port}`)));
  return {
    received,
    /** Sets the next answer, whatever the request. */
    says(message: object, finish = 'stop'): void {
      reply = replyOf(message, finish);
    },
    refuses(status: number, body: object, headers: Record<string, string> = {}): void {
      reply = { status, body, headers };
    },
    /** For MODELS_FILE. */
    modelsFile,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function replyOf(message: object, finish: string): Reply {
  const choices = [{ index: 0, message, finish_reason: finish }];
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  return { status: 200, headers: {}, body: { id: 'canned-1', choices, usage } };
}

function modelsAt(baseUrl: string) {
  const server = { kind: 'openai-compatible', baseUrl };
  const providers = {
    canned: server,
    'canned-entries': { ...server, reasoning: 'reasoning_details' },
    'canned-text': { ...server, reasoning: 'reasoning_content' },
  };
  const pricing = { prompt: '0.000001', completion: '0.000001' };
  const models = Object.keys(providers).map((name) => {
    return { id: name, provider: name, tools: true, pricing };
  });
  const pricingPerMillionTokens = { prompt: 1, completion: '1.0' };
  const own = { id: 'canned-own-fee', provider: 'canned', feeBasisPoints: 1_000 };
  return { providers, models: [...models, { ...own, pricingPerMillionTokens }] };
}
