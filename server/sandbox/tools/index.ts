/**
 * The sandbox of tools: an MCP server on loopback whose tools play every ending of a call, so that each can be produced
 * without a real server. Each caller's conversation is one of the official server library. Counts what it carried out,
 * by run.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createCache } from '../../platform/lib/cache.ts';
import { RUN_ID } from '../../tool-runs/providers/mcp/index.ts';
import { type Script, sandboxTools } from './definitions.ts';

export interface ToolSandboxOptions {
  /** 0 selects any free port. */
  port: number;
  host?: string;
  apiKey: string;
  /** How long `slow` and tasks take. */
  slowMs?: number;
  /** The size of the answer of `huge`. */
  hugeBytes?: number;
}

export interface ToolSandbox {
  /** Ends in /mcp. */
  url: string;
  /** Executed calls: all of them, or those of one run. */
  executions(runId?: string): number;
  /** Runs with a call in progress. */
  underWay(): string[];
  close(): Promise<void>;
}

const PATH = '/mcp';
const MOST_BODY_BYTES = 1_048_576;

const TASKS = { cancel: {}, requests: { tools: { call: {} } } };

/** Rejects if the port is not available. */
export async function startToolSandbox(options: ToolSandboxOptions): Promise<ToolSandbox> {
  const { port, host = '127.0.0.1', apiKey, slowMs = 5_000, hugeBytes = 9_437_184 } = options;
  const counts = createCache<number>(100_000);
  const underWay = new Set<string>();
  const responses = new Map<string, ServerResponse>();
  let total = 0;
  const house: House = {
    slowMs,
    hugeBytes,
    tasks: createTasks(slowMs),
    execute(runId) {
      total += 1;
      const executions = (counts.get(runId) ?? 0) + 1;
      counts.set(runId, executions);
      return executions;
    },
    begin: (runId) => void underWay.add(runId),
    end: (runId) => void underWay.delete(runId),
    breakOff: (runId) => void responses.get(runId)?.destroy(),
  };
  const talks = createTalks(house);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== PATH) return end(response, 404);
    if (request.headers.authorization !== `Bearer ${apiKey}`) return end(response, 401);
    const body = await readBody(request);
    if (body === undefined) return end(response, 413);
    const runId = runIdOf(body);
    if (runId !== undefined) responses.set(runId, response);
    response.once('close', () => runId !== undefined && responses.delete(runId));
    const { method = 'GET' } = request;
    const answer = await talks.answer(
      new Request(`http://sandbox${PATH}`, {
        method,
        headers: request.headers as Record<string, string>,
        ...(method === 'POST' && { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    response.flushHeaders();
    await pipeline(Readable.fromWeb(answer.body), response).catch(() => {});
  }

  const server = createServer((request, response) => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else end(response, 500);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // If any port is allowed, each of several processes of one service has its own.
    server.listen({ port, host, exclusive: port === 0 }, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${PATH}`,
    executions: (runId) => (runId === undefined ? total : (counts.get(runId) ?? 0)),
    underWay: () => [...underWay],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The open conversations, by session; if there are too many, the oldest are forgotten. */
function createTalks(house: House) {
  const transports = createCache<WebStandardStreamableHTTPServerTransport>(1_000);

  async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id),
    });
    await createConversation(house).connect(transport);
    return transport;
  }

  return {
    async answer(request: Request): Promise<Response> {
      const session = request.headers.get('mcp-session-id');
      const transport = session === null ? await begin() : transports.get(session);
      return transport ? transport.handleRequest(request) : new Response(null, { status: 404 });
    },
  };
}

interface House extends Pick<Part, 'slowMs' | 'hugeBytes'> {
  tasks: ReturnType<typeof createTasks>;
  /** Counts an execution; returns the number of executions of this run. */
  execute(runId: string): number;
  begin(runId: string): void;
  end(runId: string): void;
  breakOff(runId: string): void;
}

type Context = Parameters<NonNullable<Server['fallbackRequestHandler']>>[1];

function createConversation(house: House): Server {
  const { tasks } = house;
  const server = new Server(
    { name: 'sandbox-tools', version: '1' },
    { capabilities: { tools: { listChanged: true }, tasks: TASKS } },
  );

  async function call(params: unknown, { mcpReq }: Context): Promise<Record<string, unknown>> {
    const { name, arguments: input = {}, task, _meta: meta } = isObject(params) ? params : {};
    const tool = sandboxTools.find((known) => known.name === name);
    const runId = runIdIn(meta) ?? '';
    if (!tool || tool.name === 'refuses' || !isObject(input)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool to call.');
    }
    if (tool.execution && !isObject(task)) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'The tool works as a task only.');
    }
    const executions = house.execute(runId);
    if (tool.execution) return tasks.create(tool.name, String(input.text ?? ''), runId);
    const token = isObject(meta) ? meta.progressToken : undefined;
    house.begin(runId);
    try {
      return await play({
        ...house,
        script: tool.name,
        input,
        executions,
        signal: mcpReq.signal,
        breakOff: () => house.breakOff(runId),
        async reportProgress(progress, total) {
          if (typeof token !== 'string' && typeof token !== 'number') return;
          const params = { progressToken: token, progress, total };
          await mcpReq.notify({ method: 'notifications/progress', params });
        },
      });
    } finally {
      house.end(runId);
    }
  }

  // The library's handlers for these methods check answers against schemas; the sandbox breaks some on purpose.
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === 'tools/list') return { tools: sandboxTools };
    if (method === 'tools/call') return call(params, context);
    if (method === 'tasks/get') return tasks.get(params);
    if (method === 'tasks/result') return tasks.result(params);
    if (method === 'tasks/cancel') return tasks.cancel(params);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'There is no such method.');
  };
  return server;
}

/** Of a call. */
function runIdOf(body: string): string | undefined {
  if (!body.includes('"tools/call"')) return undefined;
  try {
    const { params } = JSON.parse(body);
    return runIdIn(params?._meta);
  } catch {
    return undefined;
  }
}

function runIdIn(meta: unknown): string | undefined {
  const runId = isObject(meta) ? meta[RUN_ID] : undefined;
  return typeof runId === 'string' ? runId : undefined;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

/*
 * Plays a tool's script, as a call or as a task. The ids of tasks contain everything about them, so that a task is known
 * after a restart and in every process; only cancellations are stored.
 */

interface Part {
  script: Script;
  input: Record<string, unknown>;
  /** The number of executions for this run, including this one. */
  executions: number;
  slowMs: number;
  hugeBytes: number;
  /** Fires when the caller no longer wants it. */
  signal: AbortSignal;
  reportProgress(value: number, total: number): Promise<void>;
  /** Drops the connection of the call. */
  breakOff(): void;
}

type Result = Record<string, unknown>;

const STEPS = 4;
/** One transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function play(part: Part): Promise<Result> {
  const { script, input, executions, signal } = part;
  switch (script) {
    case 'echo':
      return say(String(input.text));
    case 'add': {
      const sum = Number(input.a) + Number(input.b);
      return { ...say(String(sum)), structuredContent: { sum } };
    }
    case 'slow':
      return takeTime(part);
    case 'fails':
      return { ...say('The tool failed, as it always does.'), isError: true };
    case 'breaks':
      part.breakOff();
      return say('Nobody hears this.');
    case 'wrong-output':
      return { ...say('many'), structuredContent: { count: 'many' } };
    case 'picture':
      return { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] };
    case 'huge':
      return say('.'.repeat(part.hugeBytes));
    case 'counts':
      return { ...say(String(executions)), structuredContent: { executions } };
    case 'hangs':
      return untilUnwanted(signal);
    default:
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'The tool works as a task only.');
  }
}

function say(text: string): Result {
  return { content: [{ type: 'text', text }] };
}

async function takeTime({ slowMs, signal, reportProgress }: Part): Promise<Result> {
  for (let step = 1; step <= STEPS; step++) {
    await pause(slowMs / STEPS, undefined, { signal });
    await reportProgress(step, STEPS);
  }
  return say('It took its time.');
}

function untilUnwanted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('unwanted')), { once: true });
  });
}

const SCRIPTS = ['task', 'lost-task', 'needs-input'] as const;
type TaskScript = (typeof SCRIPTS)[number];

interface Written {
  script: TaskScript;
  text: string;
  createdAt: number;
  readyAt: number;
  /** Distinguishes equal tasks of one moment. */
  runId: string;
}

const KEPT_MS = 86_400_000;
const LONGEST_TEXT = 50;
const LONGEST_RUN_ID = 60;

function createTasks(slowMs: number) {
  const cancelled = createCache<true>(10_000);

  function known(params: unknown): { id: string; written: Written } {
    const id = isObject(params) ? params.taskId : undefined;
    const written = typeof id === 'string' ? read(id) : undefined;
    if (typeof id !== 'string' || !written || written.script === 'lost-task') {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.');
    }
    return { id, written };
  }

  function statusOf(id: string, { script, createdAt, readyAt }: Written, now: number): string {
    if (cancelled.has(id)) return 'cancelled';
    // It works at first, so that a later read shows the change.
    if (script === 'needs-input' && now > createdAt + (readyAt - createdAt) / 2) {
      return 'input_required';
    }
    return now < readyAt ? 'working' : 'completed';
  }

  function describe(id: string, written: Written): Record<string, unknown> {
    const { createdAt, readyAt } = written;
    const now = Date.now();
    return {
      taskId: id,
      status: statusOf(id, written, now),
      ttl: KEPT_MS,
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(Math.min(now, readyAt)).toISOString(),
      pollInterval: Math.max(50, Math.round(slowMs / 4)),
    };
  }

  return {
    create(script: string, text: string, runId: string): Record<string, unknown> {
      const createdAt = Date.now();
      const written: Written = {
        script: script as TaskScript,
        text: text.slice(0, LONGEST_TEXT),
        createdAt,
        readyAt: createdAt + slowMs,
        runId: runId.slice(0, LONGEST_RUN_ID),
      };
      return { task: describe(write(written), written) };
    },
    get(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      return describe(id, written);
    },
    cancel(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      if (Date.now() < written.readyAt || written.script === 'needs-input') cancelled.set(id, true);
      return describe(id, written);
    },
    result(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      if (statusOf(id, written, Date.now()) !== 'completed') {
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The task has no result.');
      }
      return { content: [{ type: 'text', text: `Done: ${written.text}` }] };
    },
  };
}

function write(written: Written): string {
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

function read(id: string): Written | undefined {
  try {
    const written: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    if (!isObject(written)) return undefined;
    return SCRIPTS.some((script) => script === written.script)
      ? (written as unknown as Written)
      : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
