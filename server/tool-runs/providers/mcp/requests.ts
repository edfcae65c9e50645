/**
 * Requests of the protocol: the run that each belongs to, which the transport finds by the run's id in the message because
 * the protocol library cannot pass it on, the headers that repeat parts of it, and its unchanged result. The library would
 * check an answer against the tool's schema, and discard one that was executed and paid for.
 */
import {
  type Client,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type JsonValue, textOfNumber } from '../../../platform/lib/json.ts';
import { isJsonObject } from '../answer.ts';
import type { CallHooks } from '../course.ts';
import type { JsonObject, ToolCall, ToolDefinition } from '../tool-provider.ts';

export type Result = Record<string, unknown>;

export function requestCall(
  client: Client,
  { runId, definition, input, timeoutMs, traceparent }: ToolCall,
  stop: AbortSignal,
): Promise<Result> {
  return request(
    client,
    CALL,
    {
      name: definition.name,
      arguments: input,
      _meta: {
        [RUN_ID]: runId,
        progressToken: runId,
        ...(traceparent !== undefined && { traceparent }),
      },
      // The server has to keep its result beyond the call, for as long as a look-up may take.
      ...(definition.tasks !== undefined && { task: { ttl: timeoutMs + RESULT_KEPT_MS } }),
    },
    { signal: stop, headers: headersFor(client, definition, input) },
  );
}

function headersFor(client: Client, { inputSchema }: ToolDefinition, input: JsonObject) {
  return client.getProtocolEra() === 'modern' ? argumentHeadersOf(inputSchema, input) : {};
}

export function requestOfTask(
  client: Client,
  method: 'tasks/get' | 'tasks/result' | 'tasks/cancel',
  taskId: string,
  signal: AbortSignal,
  /** Absent if the process that made the call is gone. */
  runId?: string,
): Promise<Result> {
  const meta = runId === undefined ? {} : { _meta: { [RUN_ID]: runId } };
  return request(client, method, { taskId, ...meta }, { signal, timeout: TASK_TIMEOUT_MS });
}

export function request(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  options: { signal: AbortSignal; timeout?: number; headers?: Record<string, string> },
): Promise<Result> {
  return client.request({ method, params }, AS_IT_IS, { timeout: NO_TIMEOUT_MS, ...options });
}

const AS_IT_IS = z.custom<Result>(() => true);

/** The caller that waits limits the time. */
const NO_TIMEOUT_MS = 2_147_483_647;
const TASK_TIMEOUT_MS = 30_000;
const RESULT_KEPT_MS = 3_600_000;

export function headersOf(message: JSONRPCRequest): Record<string, string> {
  const meta = metaOf(message);
  const { traceparent, [PROTOCOL_VERSION_META_KEY]: version } = meta ?? {};
  const name = message.params?.name;
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof version === 'string' && {
      ...{ 'mcp-protocol-version': version, 'mcp-method': message.method },
      ...(typeof name === 'string' && { 'mcp-name': encoded(name) }),
    }),
  };
}

/** For the arguments of a call. An argument that is null, or of another type than in the schema, has no header. */
function argumentHeadersOf(schema: JsonObject, input: JsonObject): Record<string, string> {
  if (!isJsonObject(schema.properties)) return {};
  const found = Object.entries(schema.properties).map(([name, property]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (!isJsonObject(property) || value === undefined) return {};
    const header = property['x-mcp-header'];
    if (isJsonObject(value)) return argumentHeadersOf(property, value);
    const text = textOf(value);
    if (typeof header !== 'string' || text === undefined) return {};
    return { [`mcp-param-${header.toLowerCase()}`]: encoded(text) };
  });
  return Object.assign({}, ...found) as Record<string, string>;
}

function textOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textOfNumber(value);
}

/** Text that a header cannot contain is marked and encoded in base64. */
function encoded(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith(MARK) && text.endsWith(END))) return text;
  return `${MARK}${Buffer.from(text, 'utf8').toString('base64')}${END}`;
}

const MARK = '=?base64?';
const END = '?=';

export type Calls = Map<string, CallHooks>;

/** In `_meta` of every request that belongs to a run. */
export const RUN_ID = 'model-run-api/runId';

export function hooksOf(message: JSONRPCMessage, calls: Calls): CallHooks | undefined {
  const runId = metaOf(message)?.[RUN_ID];
  return typeof runId === 'string' ? calls.get(runId) : undefined;
}

function metaOf(message: JSONRPCMessage): Record<string, unknown> | undefined {
  return 'params' in message ? message.params?._meta : undefined;
}

export const CALL = 'tools/call';
