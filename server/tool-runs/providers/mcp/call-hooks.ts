/**
 * The calls in progress at one server, by their runs. The protocol library cannot pass to a transport what it has to
 * know about a call, so the transport finds it by the run's id in the message.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { CallHooks } from '../course.ts';

export type Calls = Map<string, CallHooks>;

/** In `_meta` of every request that belongs to a run. */
export const RUN_ID = 'model-run-api/runId';

export function hooksOf(message: JSONRPCMessage, calls: Calls): CallHooks | undefined {
  const runId = metaOf(message)?.[RUN_ID];
  return typeof runId === 'string' ? calls.get(runId) : undefined;
}

export function metaOf(message: JSONRPCMessage): Record<string, unknown> | undefined {
  return 'params' in message ? message.params?._meta : undefined;
}

export const CALL = 'tools/call';
