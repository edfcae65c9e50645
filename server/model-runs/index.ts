/**
 * Model runs: what the run kernel and the edges need to know of them, and what the span of one says, by the semantic
 * conventions of OpenTelemetry for generative AI.
 */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { KindEdges } from '../runs/edges/index.ts';
import type { Run, RunResource, Runs, SpanContent } from '../runs/index.ts';
import { MODEL_RUNS } from './kind.ts';
import { toDetail, toModelRun, toRow, toTurn } from './present.ts';
import { type Catalog, providersOf } from './providers/catalog.ts';
import {
  type Answer,
  joinedTexts,
  type Message,
  PASSED_THROUGH,
  type Registry,
  type Report,
  type Submission,
} from './providers/index.ts';
import { createQuoter, type ModelRunQuote, termsAt } from './quote.ts';
import { type CreateRequest, checkShape, toCreateRequest } from './request.ts';
import {
  factsOf,
  isCounted,
  listAmountOf,
  type ModelRunFacts,
  type StoredAnswer,
  storedAnswerOf,
  submissionOf,
} from './submission.ts';

export { MODEL_RUNS } from './kind.ts';
export { type CreateRequest, toCreateRequest } from './request.ts';
export type { ModelRunFacts } from './submission.ts';

/** The types of model runs. */
export interface ModelRunTypes {
  Request: CreateRequest;
  Quote: ModelRunQuote;
  Work: Submission;
  Answer: Answer;
  Report: Report;
  Facts: ModelRunFacts;
}

export type ModelRuns = Runs<ModelRunTypes>;

export interface ModelRunLimits {
  maxPromptChars: number;
  maxOutputTokens: number;
  feeBasisPoints: number;
}

export interface ModelRunOptions {
  catalog: Catalog;
  registry: Registry;
  unit: Unit;
  limits: ModelRunLimits;
  /** The secret for the pseudonyms that the service sends upstream. */
  pseudonymKey: Buffer;
}

/** The edges of model runs. */
export function modelRunEdges(options: ModelRunOptions) {
  const { maxPromptChars, maxOutputTokens, feeBasisPoints } = options.limits;
  return {
    resource: createModelRunResource(options),
    limits: { maxPromptChars, maxOutputTokens, feeBasisPoints },
    read: toCreateRequest,
    names: () => new Map(options.catalog.list().map(({ id, name }) => [id, name])),
    toEstimate: ({ subject, promptChars, terms }) => ({
      ...{ model: subject, promptChars, priceVersion: terms.priceVersion },
    }),
    present: toModelRun,
    ...{ toRow, toDetail, toTurn },
    columns: ['prompt_tokens', 'completion_tokens'],
    cells: ({ facts }) => [facts?.usage?.promptTokens, facts?.usage?.completionTokens],
    inWords: ({ facts }) => ({ finish: facts?.finishReason }),
  } satisfies KindEdges<ModelRunTypes>;
}

export function createModelRunResource(options: ModelRunOptions): RunResource<ModelRunTypes> {
  const { quote, affordableMaxOutputTokens } = createQuoter(options);
  return {
    kind: MODEL_RUNS.kind,
    idPrefix: MODEL_RUNS.idPrefix,
    providers: options.registry,
    passedThrough: PASSED_THROUGH,
    check: checkShape,
    quote,
    affordable(request, quoted, available) {
      const affordable = affordableMaxOutputTokens(request, quoted, available);
      return affordable === undefined ? {} : { affordableMaxOutputTokens: affordable };
    },
    upstreamsOf: ({ upstreams = [] }) => upstreams.map(({ provider }) => provider),
    termsAt,
    hasOthersBehind: (provider) =>
      options.catalog
        .list()
        .some((model) => model.fallbacks && providersOf(model).includes(provider)),
    workOf: (run) => submissionOf(run, options.pseudonymKey),
    factsOf: (report, _terms, before) => factsOf(report, before),
    isCounted,
    listAmountOf: ({ usage }, { pricing, images }, scale) =>
      usage && listAmountOf(pricing, usage, scale, images),
    storedAnswerOf,
    span: {
      operation: 'chat',
      subject: 'gen_ai.request.model',
      answeredBy: 'gen_ai.response.model',
      ...{ attributesOf, contentOf },
    },
  };
}

export function attributesOf({
  facts,
  providerReference,
}: Run<ModelRunFacts>): Record<string, JsonValue> {
  const { usage, finishReason } = facts ?? {};
  const said: Record<string, JsonValue | undefined> = {
    'gen_ai.response.id': providerReference,
    'gen_ai.response.finish_reasons': finishReason && [finishReason],
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedPromptTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
  };
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

/** Messages in the form of these conventions. Names pictures, files and sound without including them. */
export function contentOf({ request, answer }: SpanContent): Record<string, JsonValue> {
  const { messages } = (request ?? {}) as { messages?: Message[] };
  const { text, message } = (answer ?? {}) as StoredAnswer;
  const output: Message | undefined =
    message ?? (text === undefined ? undefined : { role: 'assistant', content: text });
  return {
    ...(messages && { 'gen_ai.input.messages': messages.map(toSpanMessage) }),
    ...(output && { 'gen_ai.output.messages': [toSpanMessage(output)] }),
  };
}

function toSpanMessage(message: Message): JsonValue {
  if (message.role === 'tool') {
    const { tool_call_id: id } = message;
    const response = joinedTexts(message.content);
    return { role: 'tool', parts: [{ type: 'tool_call_response', id, response }] };
  }
  return { role: message.role, parts: [...textParts(message), ...callParts(message)] };
}

function textParts({ content }: Exclude<Message, { role: 'tool' }>): JsonValue[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  return (content ?? []).map((part) =>
    part.type === 'text' ? { type: 'text', content: part.text } : { type: part.type },
  );
}

function callParts(message: Message): JsonValue[] {
  if (message.role !== 'assistant') return [];
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
    ...{ type: 'tool_call', id, name, arguments: given as JsonValue },
  }));
  const { refusal } = message;
  return typeof refusal === 'string' ? [{ type: 'text', content: refusal }, ...calls] : calls;
}
