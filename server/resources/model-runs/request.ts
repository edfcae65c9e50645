/** The request for a model run: from a body of the contract, and on to a provider. */
import { createHmac } from 'node:crypto';
import { withExact } from '../../kernel/exact-json.ts';
import { uuidToId } from '../../kernel/ids.ts';
import { parseJsonKeeping } from '../../kernel/parse-json.ts';
import {
  type Message,
  PASSED_THROUGH,
  type Submission,
  type Tool,
  type ToolChoice,
} from '../../providers/index.ts';
import type { ClaimedRun, RunRequest } from '../../runs/index.ts';
import type { Terms } from './pricing.ts';

export interface CreateRequest extends RunRequest {
  model: string;
  messages: Message[];
  maxOutputTokens: number;
  tools?: Tool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
}

/**
 * The request from a body that the contract allows: what is passed through is taken exactly as it came, and an
 * optional member that is null, an attribution without members and an empty list of tools (some generated clients
 * send one for what was not given) are absent.
 */
export function toCreateRequest(body: unknown, exactBody: unknown): CreateRequest {
  const exact = withExact(body, exactBody, PASSED_THROUGH);
  const { attribution = {}, tools = [], ...request } = withoutNulls(exact) as CreateRequest;
  return {
    ...request,
    ...(tools.length > 0 && { tools }),
    ...(Object.keys(attribution).length > 0 && { attribution }),
  };
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !holdsNull(value)) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      PASSED_THROUGH.has(name) ? member : withoutNulls(member),
    ]),
  );
}

function holdsNull(value: object): boolean {
  for (const member of Object.values(value) as unknown[]) {
    if (member === null || (typeof member === 'object' && holdsNull(member))) return true;
  }
  return false;
}

/** What a provider is sent for a claimed run; end user and session as pseudonyms. */
export function submissionOf(run: ClaimedRun<Terms>, attributionKey: Buffer): Submission {
  const request = (run.body ?? parseJsonKeeping(PASSED_THROUGH, run.request)) as Omit<
    CreateRequest,
    'model' | 'attribution'
  >;
  const pseudonym = (value: string) =>
    createHmac('sha256', attributionKey).update(`${run.workspace}\0${value}`).digest('hex');
  return {
    runId: uuidToId('run', run.id),
    model: run.terms.providerModel,
    messages: request.messages,
    maxOutputTokens: request.maxOutputTokens,
    maxPrice: run.terms.maxPrice,
    ...(request.tools && { tools: request.tools }),
    ...(request.tool_choice && { toolChoice: request.tool_choice }),
    ...(request.parallel_tool_calls !== undefined && {
      parallelToolCalls: request.parallel_tool_calls,
    }),
    ...(run.end_user_id && { endUser: pseudonym(run.end_user_id) }),
    ...(run.session_id && { session: pseudonym(run.session_id) }),
    ...(run.traceparent && { traceparent: run.traceparent }),
  };
}
