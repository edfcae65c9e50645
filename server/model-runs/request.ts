/** The request for a model run: from a body of the contract to what a provider gets. */
import { createHmac } from 'node:crypto';
import { uuidToId } from '../platform/lib/ids.ts';
import { parseJsonKeeping } from '../platform/lib/json.ts';
import { readRunRequest } from '../runs/edges/index.ts';
import type { ClaimedRun, RunRequest } from '../runs/index.ts';
import { MODEL_RUNS } from './kind.ts';
import { type Terms, withPricedMarks } from './pricing.ts';
import {
  type GenerationParameters,
  type JsonSchemaFormat,
  type Message,
  PASSED_THROUGH,
  type ResponseFormat,
  type Submission,
  type Tool,
  type ToolChoice,
} from './providers/index.ts';

/** In the caller's form; see `response_format` of `CreateRequest`. */
interface RequestedFormat {
  type: 'text' | 'json_object' | 'json_schema';
  json_schema?: JsonSchemaFormat;
}

export interface CreateRequest extends RunRequest, Omit<GenerationParameters, 'response_format'> {
  model: string;
  messages: Message[];
  maxOutputTokens: number;
  tools?: Tool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
  response_format?: RequestedFormat;
}

/**
 * The request from a body that the contract allows. Leaves out an empty list of tools, which some generated clients
 * send if there are none, and the format that every answer has.
 */
export function toCreateRequest(body: unknown, exactBody: unknown): CreateRequest {
  const read = readRunRequest<CreateRequest>(body, exactBody, PASSED_THROUGH);
  const { tools = [], response_format: format, ...request } = read;
  const isPlainText = format?.type === 'text' && format.json_schema === undefined;
  return {
    ...request,
    ...(tools.length > 0 && { tools }),
    ...(format && !isPlainText && { response_format: format }),
  };
}

/** What a provider gets for a claimed run; end user and session as pseudonyms. */
export function submissionOf(run: ClaimedRun<Terms>, attributionKey: Buffer): Submission {
  const request = (run.body ?? parseJsonKeeping(PASSED_THROUGH, run.request)) as Omit<
    CreateRequest,
    'model' | 'attribution' | 'metadata'
  >;
  const parameters = parametersOf(request);
  const pseudonym = (value: string) =>
    createHmac('sha256', attributionKey).update(`${run.workspace}\0${value}`).digest('hex');
  return {
    runId: uuidToId(MODEL_RUNS.idPrefix, run.id),
    model: run.terms.providerModel,
    ...withPricedMarks(request, run.terms.pricing),
    maxOutputTokens: request.maxOutputTokens,
    maxPrice: run.terms.maxPrice,
    ...(request.tool_choice && { toolChoice: request.tool_choice }),
    ...(request.parallel_tool_calls !== undefined && {
      parallelToolCalls: request.parallel_tool_calls,
    }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(run.end_user_id && { endUser: pseudonym(run.end_user_id) }),
    ...(run.session_id && { session: pseudonym(run.session_id) }),
    ...(run.traceparent && { traceparent: run.traceparent }),
  };
}

/** What the request says about how the model shall generate. */
function parametersOf(request: Omit<CreateRequest, 'model'>): GenerationParameters {
  const { temperature, top_p, stop, seed, reasoning, response_format: format } = request;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop }),
    ...(seed !== undefined && { seed }),
    ...(reasoning && { reasoning }),
    ...(format && { response_format: format as ResponseFormat }),
  };
}
