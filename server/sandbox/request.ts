/**
 * A request as the sandbox uses it after validation against the API's schema, and the faults for which a real upstream
 * refuses one.
 */
import Big from 'big.js';
import {
  checkOpenRouterRequest,
  type GenerationParameters,
  type Message,
  MODALITIES,
  type Model,
  partsOf,
  type ResponseFormat,
  SUPPORTED_PARAMETERS,
  type Tool,
  type ToolChoice,
} from '../model-runs/providers/index.ts';
import { findModel, type Script } from './models.ts';

export interface WireTool {
  function: Pick<Tool, 'name'> & Partial<Tool>;
}

export interface WireRequest extends Omit<GenerationParameters, 'response_format'> {
  model: string;
  messages: Message[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream?: boolean;
  tools?: WireTool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
  response_format?: ResponseFormat | { type: 'text' };
  trace?: { run_id?: string };
  provider?: {
    max_price?: { prompt?: string; completion?: string; request?: string };
    require_parameters?: boolean;
  };
}

type ReadRequest =
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
  const untaken = untakenBy(found.model, request);
  if (untaken !== undefined && request.provider?.require_parameters) {
    return fault(404, `Nothing serves this model with ${untaken}.`);
  }
  const inputs = untakenInput(found.model, request);
  if (inputs !== undefined) return fault(404, `Nothing serves this model with ${inputs} as input.`);
  if (isAbove(found.model, request)) {
    return fault(404, 'Nothing serves this model within the maximum price.');
  }
  return { kind: 'request', request, ...found };
}

/** A parameter that the model's entry in the list does not name. */
function untakenBy({ supportedParameters }: Model, request: WireRequest): string | undefined {
  const named = Object.keys(request).filter((name) => CHOSEN.has(name));
  return named.find((name) => !supportedParameters.some((taken) => taken === name));
}

function untakenInput({ inputModalities }: Model, { messages }: WireRequest): string | undefined {
  const given = messages.flatMap(partsOf).map(({ type }) => MODALITIES[type]);
  return given.find((modality) => !inputModalities.includes(modality));
}

const CHOSEN: ReadonlySet<string> = new Set(SUPPORTED_PARAMETERS);

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
