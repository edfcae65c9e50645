/** A model and a model run as the contracts have them. */
import type {
  RunSummary,
  SaidMessage,
  SentMessage,
  SentRequest,
} from '../../openapi/generated/dashboard.ts';
import type { Model, ModelRun } from '../../openapi/generated/developer.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import { MOST_CHARACTERS, shortened, toBillableRun, toRunRow } from '../runs/edges/present.ts';
import type { Run, RunHistory } from '../runs/index.ts';
import type { CatalogModel } from './providers/catalog.ts';
import type { CreateRequest } from './request.ts';
import type { ModelRunFacts, StoredAnswer } from './submission.ts';

/** Limits of a turn; the contract leaves room for as many. */
const MOST_MESSAGES = 20;
const MOST_CALLS = 100;

export function toModelRun(run: Run<ModelRunFacts>): ModelRun {
  const { id, subject, answer, facts } = run;
  const { text, message } = (answer ?? {}) as StoredAnswer;
  return {
    ...toBillableRun({ id, model: subject }, run),
    ...facts,
    ...(text !== undefined && { text }),
    ...(message && { message: message as NonNullable<ModelRun['message']> }),
  };
}

export function toRow(run: Run<ModelRunFacts>): RunSummary {
  const { promptTokens, completionTokens } = run.facts?.usage ?? {};
  return {
    ...{ id: run.id, model: run.subject },
    ...toRunRow(run),
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
  };
}

export function toDetail({ run, request }: RunHistory<ModelRunFacts>) {
  return {
    run: toModelRun(run),
    ...(request !== undefined && { request: toSentRequest(request) }),
  };
}

/** Leaves out what the run itself has, such as its model and its attribution. */
function toSentRequest(request: JsonValue): SentRequest {
  const {
    model: _,
    attribution: __,
    maxReservedAmount: ___,
    ...sent
  } = request as unknown as CreateRequest;
  return { ...(sent as SentRequest), messages: sent.messages.map(toSentMessage) };
}

type Message = CreateRequest['messages'][number];

function toSentMessage(message: Message): SentMessage {
  const { content, ...others } = message;
  const isList = typeof content === 'object' && content !== null;
  return (isList ? { ...others, parts: content } : message) as SentMessage;
}

/** What was new in the request, and the answer, in the conversation of a session. */
export function toTurn({ run, request }: RunHistory<ModelRunFacts>) {
  const { messages } = (request ?? { messages: [] }) as unknown as CreateRequest;
  const { model, ...answer } = toModelRun(run);
  return { model, messages: [...newOf(messages).map(said), ...answered(answer)] };
}

/** A request repeats the conversation: its new part follows the last message of the assistant. */
function newOf(messages: readonly Message[]): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).slice(-MOST_MESSAGES);
}

function said({ role, content, ...others }: Message): SaidMessage {
  const parts = typeof content === 'object' && content !== null ? content : [];
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  const text = typeof content === 'string' ? content : texts.join('\n\n');
  const otherParts = parts.length - texts.length;
  return {
    role,
    ...(text !== '' && shortened(text)),
    ...(otherParts > 0 && { otherParts }),
    ...('tool_call_id' in others &&
      typeof others.tool_call_id === 'string' && { toolCallId: others.tool_call_id }),
  };
}

function answered({ message, text }: Pick<ModelRun, 'message' | 'text'>): SaidMessage[] {
  const content = message?.content ?? text ?? message?.refusal ?? '';
  const calls = (message?.tool_calls ?? [])
    .slice(0, MOST_CALLS)
    .map(({ id, function: called }) => ({
      ...{ id, name: called.name },
      arguments: called.arguments.slice(0, MOST_CHARACTERS).toWellFormed(),
    }));
  if (content === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      ...(content !== '' && shortened(content)),
      ...(calls.length > 0 && { calls }),
    },
  ];
}

/** What the deployment adds to each model. */
export interface Shown {
  /** The currency of the prices. */
  currency: string;
  /** The deployment's limit: the answer shows a model's limit only if it is lower. */
  maxOutputTokens: number;
}

export function toModel(model: CatalogModel, { currency, maxOutputTokens }: Shown): Model {
  const { id, name, contextLength, capabilities, inputModalities, supportedParameters, pricing } =
    model;
  const lower = model.maxOutputTokens !== undefined && model.maxOutputTokens < maxOutputTokens;
  return {
    id,
    name,
    ...(contextLength !== undefined && { contextLength }),
    ...(lower && { maxOutputTokens: model.maxOutputTokens }),
    capabilities: {
      tools: capabilities.tools,
      reasoningDetails: capabilities.reasoning !== 'nothing',
    },
    inputModalities: [...inputModalities],
    supportedParameters: [...supportedParameters],
    pricing: { currency, ...pricing },
    ...(model.fallbacks && {
      fallbackPricing: model.fallbacks.map((each) => ({ currency, ...each.pricing })),
    }),
    ...(model.feeBasisPoints !== undefined && { feeBasisPoints: model.feeBasisPoints }),
    priceVersion: model.priceVersion,
  };
}
