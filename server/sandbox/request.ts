/**
 * A request as the sandbox works with it, after it was held against the schema of the wire; and the faults
 * that make a real upstream turn one away.
 */
import Big from 'big.js';
import type { JsonValue, Message, Model, ToolChoice } from '../providers/index.ts';
import { checkOpenRouterRequest } from '../providers/index.ts';
import { findModel, type Script } from './models.ts';

export interface WireTool {
  function: { name: string; description?: string; parameters?: { [member: string]: JsonValue } };
}

export interface WireRequest {
  model: string;
  messages: Message[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream?: boolean;
  tools?: WireTool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
  trace?: { run_id?: string };
  provider?: { max_price?: { prompt?: string; completion?: string; request?: string } };
}

export type ReadRequest =
  | { kind: 'request'; request: WireRequest; model: Model; script: Script }
  | { kind: 'fault'; status: number; message: string };

export async function readRequest(text: string): Promise<ReadRequest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault(400, 'The body is not JSON.');
  }
  const faults = await checkOpenRouterRequest(value);
  if (faults.length > 0)
    return fault(400, `Not a valid request: ${faults.slice(0, 5).join('; ')}.`);
  const request = value as WireRequest;
  const found = findModel(request.model);
  if (!found) return fault(400, 'There is no such model here.');
  if (isAbove(found.model, request)) {
    return fault(404, 'Nothing serves this model within the maximum price.');
  }
  return { kind: 'request', request, ...found };
}

/** Whether the model costs more than the request allows. */
function isAbove({ pricing }: Model, { provider }: WireRequest): boolean {
  const { prompt, completion } = provider?.max_price ?? {};
  const exceeds = (price: string, most: string | undefined) =>
    most !== undefined && new Big(price).times(1_000_000).gt(most);
  return exceeds(pricing.prompt, prompt) || exceeds(pricing.completion, completion);
}

function fault(status: number, message: string): ReadRequest {
  return { kind: 'fault', status, message };
}
