/**
 * OpenRouter as a provider: it names its work in a response header before the answer, reports the cost, and keeps a
 * record for look-ups. The sandbox has the same API and uses this adapter.
 */

import Big from 'big.js';
import { type Decimal, largestOf, timesTenTo } from '../../../platform/lib/money.ts';
import { asObject, asText, type JsonObject, parseModest } from '../../../providers/json.ts';
import { readRetryAfter } from '../../../providers/refusals.ts';
import { type Fetched, getText } from '../../../providers/transport.ts';
import {
  type CostReader,
  readDecimal,
  readFinishReason,
  usageOf,
} from '../chat-completions/answer.ts';
import { createChatServer, type Dialect, type ServerOptions } from '../chat-completions/submit.ts';
import {
  type MessageForm,
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/wire-messages.ts';
import type { KeyNow } from '../key-ring.ts';
import { isPdf, partsOf } from '../message-parts.ts';
import type {
  FinishReason,
  JsonValue,
  LookUp,
  Message,
  Pricing,
  Provider,
  Submission,
} from '../model-provider.ts';

interface OpenRouterOptions extends Omit<ServerOptions, 'name' | 'apiKey'> {
  name?: string;
  apiKey: KeyNow;
  /** Servers that also end work and charges with the connection, besides those in OpenRouter's documentation. */
  endingWithConnection?: readonly string[];
}

export function createOpenRouterProvider(options: OpenRouterOptions): Provider {
  const { name = 'openrouter', baseUrl, requestTimeoutMs } = options;
  const url = new URL(`${baseUrl}/chat/completions`);
  const ending = new Set([...ENDING_WITH_CONNECTION, ...(options.endingWithConnection ?? [])]);
  const dialect: Dialect = { ...DIALECT, endsWithConnection: (servedBy) => ending.has(servedBy) };
  const { provider, dispatcher, keys } = createChatServer({ ...options, name }, (work) => ({
    dialect,
    url,
    body: toOpenRouterRequest(work),
  }));
  return {
    ...provider,
    ...{ endsEarly: true, forwards: true },
    lookUp: (reference, signal) =>
      lookUpWith(keys.values(), async (key) => {
        const fetched = await getText(dispatcher, {
          url: new URL(`${baseUrl}/generation?id=${encodeURIComponent(reference)}`),
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          timeoutMs: Math.min(requestTimeoutMs, LOOK_UP_TIMEOUT_MS),
          maxBytes: LOOK_UP_MAX_BYTES,
          signal,
        });
        return readLookUp(fetched, reference);
      }),
  };
}

/** Keys may belong to several accounts, of which one has the record. An answer without the record proves the least. */
async function lookUpWith(
  keys: readonly (string | undefined)[],
  lookUp: (key: string | undefined) => Promise<LookUp>,
): Promise<LookUp> {
  let least: LookUp = { kind: 'not_found' };
  for (const key of keys) {
    const found = await lookUp(key);
    if (found.kind !== 'not_found' && found.kind !== 'unavailable') return found;
    if (found.kind === 'unavailable') least = found;
  }
  return least;
}

/**
 * A submission in OpenRouter's form; `wire-schema.ts` is the schema of the result. The run's identifier goes into
 * `trace` and not into `metadata`, which model providers may see.
 */
function toOpenRouterRequest(submission: Submission): object {
  const { tools = [], parameters = {}, endUser, session } = submission;
  // Otherwise, OpenRouter may choose a provider of the model that ignores one of them.
  const hasParameters = tools.length > 0 || Object.keys(parameters).length > 0;
  return {
    model: submission.model,
    messages: toWireMessages(submission.messages, FORM),
    // Fewer models list the newer name, and a provider may ignore a parameter that a model does not list.
    max_tokens: submission.maxOutputTokens,
    stream: true,
    ...toWireTools(submission, FORM),
    ...toWireParameters(parameters),
    ...(endUser === undefined ? {} : { user: endUser }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(holdsPdf(submission.messages) ? { plugins: [NATIVE_PDF] } : {}),
    trace: { run_id: submission.runId, ...traceOf(submission.traceparent) },
    provider: {
      max_price: maxPriceOf(submission.maxPrice),
      ...(hasParameters ? { require_parameters: true } : {}),
    },
  };
}

const FORM: MessageForm = {
  ...{ reasoning: 'reasoning_details', refusal: true, cacheControl: true },
  ...{ systemRole: 'system', resultNames: false, extraContent: false },
};

/** Otherwise, a separate service may read a PDF for a model, and bill it by the page. */
const NATIVE_PDF = { id: 'file-parser', pdf: { engine: 'native' } };

function holdsPdf(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    partsOf(message).some((part) => part.type === 'file' && isPdf(part.file.file_data)),
  );
}

/** Joins the provider's record to the caller's trace. */
function traceOf(traceparent: string | undefined): object {
  const [, traceId, spanId] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(traceparent ?? '') ?? [];
  return traceId === undefined ? {} : { trace_id: traceId, parent_span_id: spanId };
}

interface MaxPrice {
  prompt: string;
  completion: string;
  request: string;
  image?: string;
}

/** The runs of a model usually have the same price, which never changes. */
const maxPrices = new WeakMap<Pricing, MaxPrice>();

/**
 * The price of the hold as OpenRouter's ceiling: US dollars per million tokens, shifted exactly. OpenRouter uses no
 * endpoint with a higher price. A component that the hold did not include is zero, so that nobody bills it.
 */
export function maxPriceOf(pricing: Pricing): MaxPrice {
  const price = maxPrices.get(pricing) ?? computedMaxPrice(pricing);
  maxPrices.set(pricing, price);
  return price;
}

function computedMaxPrice(pricing: Pricing): MaxPrice {
  const rates = [pricing, ...(pricing.tiers ?? [])];
  return {
    prompt: perMillion(largestOf(rates.flatMap((r) => [r.prompt, r.cacheRead, r.cacheWrite]))),
    completion: perMillion(largestOf(rates.flatMap((r) => [r.completion, r.reasoning]))),
    request: largestOf(rates.map((r) => r.request)),
    ...(pricing.image === undefined ? {} : { image: pricing.image }),
  };
}

function perMillion(price: Decimal): Decimal {
  return timesTenTo(6, price);
}

/**
 * What OpenRouter's record of a generation proves. Not found proves nothing: the record appears late. A generation that
 * was cancelled, or that ended without a token, and was not charged, did not run. A blank cost means the same only for
 * a generation without a token: one with tokens is not priced yet.
 */
function readLookUp(fetched: Fetched, reference: string): LookUp {
  if (fetched.kind === 'failed') return unavailable(fetched.reason);
  if (fetched.status === 404) return { kind: 'not_found' };
  if (fetched.status !== 200) return turnedAway(fetched);
  const record = asObject(asObject(parseModest(COST_MEMBERS, fetched.text))?.data);
  if (!record) return unavailable('The answer to the look-up could not be read.');
  if (record.id !== undefined && record.id !== reference) {
    return unavailable('The answer to the look-up is about another generation.');
  }
  return readRecord(record);
}

function readRecord(record: JsonObject): LookUp {
  const cost = wholeCost(record.total_cost, record.is_byok, record.upstream_inference_cost);
  const isUnpriced = cost === undefined && isBlank(record.total_cost);
  const finish = asText(record.finish_reason);
  const tokens = record.native_tokens_completion;
  const isCancelled = record.cancelled === true;
  const brokeOff = isCancelled || finish === undefined || finish === 'error';
  if (isCancelled && cost === '0') return { kind: 'not_executed' };
  if (brokeOff && (cost === '0' || isUnpriced)) {
    if (tokens === 0) return { kind: 'not_executed' };
    if (isBlank(tokens)) return unavailable('The record of the provider is not complete yet.');
  }
  return executed(record, cost, readFinishReason(finish));
}

function executed(
  record: JsonObject,
  cost: Decimal | undefined,
  finishReason: FinishReason | undefined,
): LookUp {
  const usage = usageOf({
    promptTokens: record.native_tokens_prompt,
    completionTokens: record.native_tokens_completion,
    cachedPromptTokens: record.native_tokens_cached,
    reasoningTokens: record.native_tokens_reasoning,
  });
  return {
    kind: 'executed',
    ...(cost === undefined ? {} : { cost }),
    ...(usage === undefined ? {} : { usage }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A look-up that came too often, or at a bad time, waits as long as the provider asks for. */
function turnedAway({ status, header }: Extract<Fetched, { kind: 'text' }>): LookUp {
  const requestedMs = readRetryAfter(header('retry-after'), Date.now());
  const retryAfterMs = requestedMs ?? (status === 429 ? TOO_OFTEN_PAUSE_MS : undefined);
  const reason = 'The provider did not answer the look-up.';
  return { kind: 'unavailable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** If the provider says "too often" but not until when. */
const TOO_OFTEN_PAUSE_MS = 10_000;

function unavailable(reason: string): LookUp {
  return { kind: 'unavailable', reason };
}

/**
 * The cost of a generation that OpenRouter reports, exactly as it wrote the number. With the deployment's own key at
 * the model's provider (`is_byok`), OpenRouter's own cost is only a part: without the other part, the cost is unknown.
 */
function wholeCost(
  own: JsonValue | undefined,
  isByok: JsonValue | undefined,
  inference: JsonValue | undefined,
): Decimal | undefined {
  const cost = readDecimal(own);
  if (cost === undefined) return undefined;
  if (isByok === undefined || isByok === null || isByok === false) return cost;
  const rest = readDecimal(inference);
  if (isByok !== true || rest === undefined) return undefined;
  return readDecimal(new Big(cost).plus(rest).toFixed());
}

/** Members whose numbers are money. */
const COST_MEMBERS: ReadonlySet<string> = new Set([
  'cost',
  'total_cost',
  'upstream_inference_cost',
]);

/** The cost in the `usage` of an answer or a chunk. */
const ANSWER_COST: CostReader = {
  members: COST_MEMBERS,
  read(usage) {
    const details = asObject(usage.cost_details);
    return wholeCost(usage.cost, usage.is_byok, details?.upstream_inference_cost);
  },
};

const DIALECT: Dialect = {
  reference: { header: 'x-generation-id' },
  // Temporarily out of credit: with Retry-After, OpenRouter declares it as refused before any model.
  temporaryStatuses: new Set([402]),
  // No provider of the model meets the conditions: https://openrouter.ai/docs/api/reference/errors-and-debugging
  busy: { statuses: new Set([503]), codes: new Set() },
  cost: ANSWER_COST,
};

/**
 * Providers behind OpenRouter for which its streaming documentation says that closing the connection ends the work and
 * the charges. For all others, the work continues, and is charged.
 */
const ENDING_WITH_CONNECTION: readonly string[] = [
  ...['OpenAI', 'Azure', 'Anthropic', 'Fireworks', 'Novita', 'DeepInfra', 'Together', 'Cohere'],
  ...['xAI', 'Cloudflare', 'Friendli', 'Chutes', 'DeepSeek'],
];

const LOOK_UP_TIMEOUT_MS = 10_000;
const LOOK_UP_MAX_BYTES = 1_048_576;
