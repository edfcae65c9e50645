/**
 * Real upstreams for the tests: an HTTP server that answers as a test says, a server of raw bytes, and the providers
 * and submissions for them.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createOpenAiCompatibleProvider,
  createOpenRouterProvider,
  type Outcome,
  type Provider,
  type Submission,
  type SubmitHooks,
} from '../../server/model-runs/providers/index.ts';
import {
  GENERIC,
  PRESETS,
  type PresetName,
  type WireForm,
  type WireSettings,
} from '../../server/model-runs/providers/openai-compatible/presets.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** The body as received. */
  text: string;
}

export interface Upstream {
  url: string;
  received: Received[];
}

/** Answers every request; the server ends with the test. */
export async function startUpstream(
  answer: (response: ServerResponse, request: Received) => void,
): Promise<Upstream> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const { url: path = '', headers } = request;
    const seen = { path, headers, body: text === '' ? {} : JSON.parse(text), text };
    received.push(seen);
    answer(response, seen);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, received };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** A port that gives every connection unchanged to the test. */
export async function startRawServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const BOUNDS = {
  connectTimeoutMs: 2_000,
  requestTimeoutMs: 20_000,
  maxInFlight: 8,
  maxAnswerBytes: 1_000_000,
};

export function openRouter(baseUrl: string, bounds: Partial<typeof BOUNDS> = {}): Provider {
  const provider = createOpenRouterProvider({ baseUrl, apiKey: 'or-key', ...BOUNDS, ...bounds });
  onTestFinished(() => provider.close());
  return provider;
}

export function compatible(
  baseUrl: string,
  apiKey?: string,
  reasoning: WireForm['reasoning'] = 'none',
  bounds: Partial<typeof BOUNDS> = {},
): Provider {
  const key = apiKey === undefined ? {} : { apiKey };
  const form = { ...GENERIC, reasoning };
  const options = { name: 'local', baseUrl, form, ...key, ...BOUNDS, ...bounds };
  const provider = createOpenAiCompatibleProvider(options);
  onTestFinished(() => provider.close());
  return provider;
}

/** A server of this preset, at an address of a test. */
export function preset(name: PresetName, baseUrl: string, form: WireSettings = {}): Provider {
  const whole = { ...GENERIC, ...PRESETS[name].form, ...form };
  const options = { name: 'local', baseUrl, apiKey: 'a-key', form: whole, ...BOUNDS };
  const provider = createOpenAiCompatibleProvider(options);
  onTestFinished(() => provider.close());
  return provider;
}

export function submission(changes: Partial<Submission> = {}): Submission {
  return {
    runId: 'run_00000000000000000000000001',
    model: 'some/model',
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
    maxPrice: { prompt: '0.000001', completion: '0.000002' },
    ...changes,
  };
}

export interface Submitted {
  outcome: Outcome;
  /** What the hooks saw, in order. */
  events: string[];
}

export async function submit(
  provider: Provider,
  changes: Partial<Submission> = {},
  signal: AbortSignal = new AbortController().signal,
  more: Partial<SubmitHooks> = {},
): Promise<Submitted> {
  const events: string[] = [];
  const hooks = {
    beforeSend: () => void events.push('before send'),
    onReference: (reference: string) => void events.push(`reference ${reference}`),
    onSize() {},
    ...more,
  };
  const outcome = await provider.submit(submission(changes), hooks, signal);
  return { outcome, events };
}

/** Answers with the events of a stream; sends texts unchanged, the rest as JSON. */
export function stream(
  response: ServerResponse,
  events: (object | string)[],
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  for (const event of events) {
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** The parts of a plain answer in a stream. */
export function delta(part: object, finish: string | null = null): object {
  return { id: 'gen-1', choices: [{ index: 0, delta: part, finish_reason: finish }] };
}

/** Answers with a JSON body. */
export function json(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const WHOLE_STREAM = [
  delta({ role: 'assistant', content: 'Hel' }),
  delta({ content: 'lo' }),
  delta({}, 'stop'),
  { id: 'gen-1', choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, cost: 0.000012 } },
  '[DONE]',
];
