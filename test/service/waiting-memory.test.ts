/** What a run that waits for its provider keeps in the heap: nothing of its request, which may have megabytes. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { RUNS, request, startService, unique } from '../support/service.ts';

const WAITING = 20;
// Node keeps texts of a megabyte outside of the heap.
const PROMPT_CHARS = 500_000;

it('keeps neither the body nor what the provider gets', async () => {
  const upstream = await startHoldingServer();
  const service = await startService({
    environment: {
      ...{ MODELS_FILE: upstream.modelsFile, HOLDING_KEY: 'secret' },
      ...{ MAX_PROMPT_CHARS: String(PROMPT_CHARS), BODY_BYTES_IN_FLIGHT: '1000000000' },
      REQUEST_TIMEOUT_MS: '120000',
    },
  });
  onTestFinished(() => service.close());
  const { key } = await service.tenant();
  let answered = 0;
  const create = async (body: Buffer) => {
    const run = await post(`${service.url}${RUNS}`, key.key, body);
    answered += 1;
    return run.state;
  };
  const first = create(bodyWith('Hello'));
  await expect.poll(() => upstream.held.length).toBe(1);

  const long = bodyWith('word '.repeat(PROMPT_CHARS / 5));
  const before = heapInUse();
  const others = Array.from({ length: WAITING }, () => create(long));
  await expect.poll(() => upstream.held.length).toBe(1 + WAITING);
  const kept = heapInUse() - before;
  expect(upstream.held.some(({ destroyed }) => destroyed)).toBe(false);
  expect(answered).toBe(0);
  expect(kept).toBeLessThan((WAITING * PROMPT_CHARS) / 4);

  for (const response of upstream.held) response.end(ANSWER);
  const states = await Promise.all([first, ...others]);
  expect(states).toEqual(Array(1 + WAITING).fill('completed'));
});

function bodyWith(content: string): Buffer {
  return Buffer.from(JSON.stringify(request('held', { messages: [{ role: 'user', content }] })));
}

/** A create that waits. Keeps nothing but the buffer, which all creates share. */
async function post(url: string, key: string, body: Buffer): Promise<{ state: string }> {
  const headers = {
    ...{ Authorization: `Bearer ${key}`, 'Idempotency-Key': unique('order'), Prefer: 'wait=50' },
    ...{ 'Content-Type': 'application/json', 'Content-Length': body.length },
  };
  const sent = httpRequest(url, { method: 'POST', headers, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  return (await json(response)) as { state: string };
}

/** In bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** A server of models that begins each answer, and ends it when the test does. */
async function startHoldingServer() {
  const held: ServerResponse[] = [];
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      held.push(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'holding-server-'));
  const modelsFile = join(folder, 'models.json');
  const { port } = server.address() as AddressInfo;
  const holding = {
    apiKeyEnv: 'HOLDING_KEY',
    kind: 'openai-compatible',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    maxInFlight: 64,
  };
  const pricing = { prompt: '0.000000001', completion: '0.000000002' };
  const models = [{ id: 'held', provider: 'holding', pricing }];
  await writeFile(modelsFile, JSON.stringify({ providers: { holding }, models }));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  return { held, modelsFile };
}

const CHUNK = {
  ...{ id: 'answer-1', object: 'chat.completion.chunk', created: 1, model: 'held' },
  choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const ANSWER = `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`;
