/**
 * Requests of the protocol with unchanged results: the library would check an answer against the tool's schema, and
 * discard one that was executed and paid for.
 */
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { JsonObject, ToolCall, ToolDefinition } from '../tool-provider.ts';
import { CALL, RUN_ID } from './call-hooks.ts';
import { argumentHeadersOf } from './request-headers.ts';

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
