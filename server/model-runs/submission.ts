/**
 * A model run at its provider: what the provider gets for it, what the service keeps of the answer and of the provider's
 * record, and what the usage costs by the price list of the run's terms.
 */
import { createHmac } from 'node:crypto';
import { inspectJson, MAX_VALUES } from '../platform/lib/hygiene.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { type JsonValue, parseJsonKeeping, textOfNumber } from '../platform/lib/json.ts';
import { amountOf } from '../platform/lib/money.ts';
import type { ClaimedRun } from '../runs/index.ts';
import { MODEL_RUNS } from './kind.ts';
import {
  type Answer,
  type AssistantMessage,
  type FinishReason,
  type GenerationParameters,
  type Message,
  PASSED_THROUGH,
  type Pricing,
  type Report,
  type ResponseFormat,
  type Submission,
  type Tool,
  type Usage,
} from './providers/index.ts';
import type { Terms } from './quote.ts';
import type { CreateRequest } from './request.ts';

/** What a provider gets for a claimed run; end user and session as pseudonyms. */
export function submissionOf(run: ClaimedRun<Terms>, pseudonymKey: Buffer): Submission {
  const request = (run.body ?? parseJsonKeeping(PASSED_THROUGH, run.request)) as Omit<
    CreateRequest,
    'model' | 'attribution' | 'metadata'
  >;
  const parameters = parametersOf(request);
  const pseudonym = (value: string) =>
    createHmac('sha256', pseudonymKey).update(`${run.workspace}\0${value}`).digest('hex');
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

/**
 * The request with the marks of the cache that have a price. The provider would bill what another mark asks for, and the
 * price list would charge less: it is left out, or asks for the shorter time.
 */
function withPricedMarks({ messages, tools }: Marked, pricing: Pricing): Marked {
  const priced = <Part extends Cacheable>(part: Part) => withPricedMark(part, pricing);
  const marked = messages.map((message): Message => {
    const { content } = message;
    if (typeof content !== 'object' || content === null) return message;
    // Each part stays of its kind.
    return { ...message, content: content.map(priced) } as Message;
  });
  return { messages: marked, ...(tools && { tools: tools.map(priced) }) };
}

interface Marked {
  messages: Message[];
  tools?: Tool[];
}

type Cacheable = Pick<Tool, 'cache_control'>;

function withPricedMark<Part extends Cacheable>(part: Part, pricing: Pricing): Part {
  const { cache_control: cache, ...rest } = part;
  const { cacheWrite, cacheWrite1h } = pricing;
  if (!cache || (cache.ttl === '1h' && cacheWrite1h !== undefined)) return part;
  if (cacheWrite === undefined) return rest as Part;
  return cache.ttl === '1h' ? { ...part, cache_control: { type: cache.type } } : part;
}

/* What the service keeps of an answer, and of a record. Absent members are unknown. */

export interface ModelRunFacts {
  usage?: Usage;
  finishReason?: FinishReason;
}

/** What is stored of an answer; `message` only if a request can send it back. */
export interface StoredAnswer {
  text?: string;
  message?: AssistantMessage;
}

/** A record may have what the answer lacked; what the answer had stays. */
export function factsOf(
  { usage: reported, finishReason: end }: Answer | Report,
  before: ModelRunFacts = {},
): ModelRunFacts {
  const usage = { ...reported, ...before.usage };
  const finishReason = before.finishReason ?? end;
  return {
    ...(Object.keys(usage).length > 0 && { usage }),
    ...(finishReason !== undefined && { finishReason }),
  };
}

/** The price list needs both counts. */
export function isCounted({ usage }: ModelRunFacts): boolean {
  return usage?.promptTokens !== undefined && usage.completionTokens !== undefined;
}

export function storedAnswerOf({ message }: Answer): JsonValue {
  const accepted = returnable(message);
  const stored: StoredAnswer = {
    ...(typeof message.content === 'string' && { text: message.content }),
    ...(accepted && { message: accepted }),
  };
  return stored as JsonValue;
}

/**
 * A provider's answer as the service returns it: a message that a request can send back. Leaves out reasoning that a
 * request can't hold as a whole, because upstream would refuse a part of it. Undefined if the message exceeds the
 * limits in another way.
 */
export function returnable(message: AssistantMessage): AssistantMessage | undefined {
  if (isAccepted(message)) return message;
  const { reasoning_details: _, ...rest } = message;
  return isAccepted(rest) ? rest : undefined;
}

function isAccepted(message: AssistantMessage): boolean {
  const { content, refusal, tool_calls = [], reasoning_details = [] } = message;
  // At the depth that it would have in a body.
  const { fault, values } = inspectJson({ messages: [message] });
  return (
    (content ?? '').length <= LONGEST_TEXT &&
    (refusal ?? '').length <= LONGEST_TEXT &&
    tool_calls.length <= MOST_TOOL_CALLS &&
    tool_calls.every((call) => isName(call.id) && isName(call.function.name)) &&
    tool_calls.every((call) => call.function.arguments.length <= LONGEST_TEXT) &&
    new Set(tool_calls.map((call) => call.id)).size === tool_calls.length &&
    reasoning_details.length <= MOST_DETAILS &&
    reasoning_details.every((entry) => isObject(entry)) &&
    values <= MOST_VALUES &&
    fault === undefined
  );
}

/** The limits that the contract sets to a message of a request. */
const MOST_TOOL_CALLS = 1_024;
const LONGEST_NAME = 1_024;
const LONGEST_TEXT = 10_000_000;
const MOST_DETAILS = 10_000;
/** Half of the limit of a body: the other half is for the rest of the next request. */
const MOST_VALUES = MAX_VALUES / 2;

function isName(text: string): boolean {
  return text.length >= 1 && text.length <= LONGEST_NAME;
}

function isObject(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return textOfNumber(value) === undefined;
}

/** The price-list amount of a usage, or undefined if the usage does not say enough. */
export function listAmountOf(
  pricing: Pricing,
  usage: Usage,
  scale: number,
  images = 0,
): number | undefined {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const rates = ratesFor(pricing, promptTokens);
  const cached = Math.min(usage.cachedPromptTokens ?? 0, promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, promptTokens - cached);
  const hourly = Math.min(usage.cacheWrite1hTokens ?? 0, written);
  const reasoning = Math.min(usage.reasoningTokens ?? 0, completionTokens);
  return amountOf(
    [
      { price: rates.prompt, count: promptTokens - cached - written },
      { price: rates.cacheRead ?? rates.prompt, count: cached },
      { price: rates.cacheWrite ?? rates.prompt, count: written - hourly },
      { price: rates.cacheWrite1h ?? rates.cacheWrite ?? rates.prompt, count: hourly },
      { price: rates.completion, count: completionTokens - reasoning },
      { price: rates.reasoning ?? rates.completion, count: reasoning },
      { price: rates.request ?? '0', count: 1 },
      { price: rates.image ?? '0', count: images },
    ],
    scale,
  );
}

function ratesFor(pricing: Pricing, promptTokens: number): Pricing {
  const tiers = (pricing.tiers ?? [])
    .filter((tier) => promptTokens > tier.abovePromptTokens)
    .sort((a, b) => a.abovePromptTokens - b.abovePromptTokens);
  return Object.assign({}, pricing, ...tiers);
}
