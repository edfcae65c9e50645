/**
 * The types of model providers: what the service submits to them, and what they answer. Adapters import this file and
 * never the reverse. `provider.ts` has what every kind of provider shares.
 */
import type { JsonValue } from '../../platform/lib/json.ts';
import type { Decimal } from '../../platform/lib/money.ts';
import type { LookUpOf, OutcomeOf, ProviderOf, SubmitHooks } from '../../providers/provider.ts';

export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON text as the model wrote it, even if it is broken. */
  function: { name: string; arguments: string };
}

export interface AssistantMessage {
  role: 'assistant';
  content?: string | null;
  /** The text with which the model refuses, if it is separate from the content. */
  refusal?: string | null;
  tool_calls?: ToolCall[];
  /** Opaque to the service: kept value for value and in order. */
  reasoning_details?: JsonValue[];
}

/** The result of a call; `name` is the name of the called function. */
export interface ToolMessage {
  role: 'tool';
  tool_call_id: string;
  name?: string;
  content: string | TextPart[];
}

/** Marks the end of a beginning of the prompt that the provider shall cache, for five minutes by default. */
export interface CacheControl {
  type: 'ephemeral';
  ttl?: '5m' | '1h';
}

interface Cacheable {
  cache_control?: CacheControl;
}

export type TextPart = Cacheable & { type: 'text'; text: string };

/** A part of a user message, in the chat-completions form. */
export type ContentPart =
  | TextPart
  | (Cacheable & {
      type: 'image_url';
      image_url: { url: string; detail?: 'auto' | 'low' | 'high' };
    })
  | (Cacheable & { type: 'file'; file: { filename: string; file_data: string } })
  | (Cacheable & { type: 'input_audio'; input_audio: { data: string; format: string } });

export type Message =
  | { role: 'system'; content: string | TextPart[] }
  | { role: 'user'; content: string | ContentPart[] }
  | AssistantMessage
  | ToolMessage;

export interface Tool extends Cacheable {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: { [member: string]: JsonValue };
  /** Whether the arguments must match it. */
  strict?: boolean;
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: 'function'; function: { name: string } };

/** The form of the answer; text by default. */
export type ResponseFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; json_schema: JsonSchemaFormat };

export interface JsonSchemaFormat {
  name: string;
  description?: string;
  schema: { [member: string]: JsonValue };
  strict?: boolean;
}

/** The parameters of generation, with their chat-completions names. The provider decides what is absent. */
export interface GenerationParameters {
  temperature?: number;
  top_p?: number;
  stop?: string[];
  seed?: number;
  reasoning?: { effort: string };
  response_format?: ResponseFormat;
}

/**
 * Which of these a model accepts, by the names in its provider's list. `response_format` stands for `json_object`, and
 * `structured_outputs` for `json_schema` and for strict tools.
 */
export const SUPPORTED_PARAMETERS = [
  'temperature',
  'top_p',
  'stop',
  'seed',
  'reasoning',
  'response_format',
  'structured_outputs',
] as const;

export type SupportedParameter = (typeof SUPPORTED_PARAMETERS)[number];

/** What user messages may contain, by the names in providers' lists. */
export const INPUT_MODALITIES = ['text', 'image', 'file', 'audio'] as const;

export type InputModality = (typeof INPUT_MODALITIES)[number];

/** Prices in the currency's major unit (US dollars) per token, per request and per image. Zero is a price. */
export interface Pricing {
  prompt: Decimal;
  completion: Decimal;
  request?: Decimal;
  /** Per image of the input, in addition to its tokens. */
  image?: Decimal;
  cacheRead?: Decimal;
  cacheWrite?: Decimal;
  /** For an hour; if absent, it costs the same as `cacheWrite`. */
  cacheWrite1h?: Decimal;
  /** If absent, reasoning tokens cost the same as completion tokens. */
  reasoning?: Decimal;
  /** Rates that replace the ones above once a prompt has more than `abovePromptTokens` tokens. */
  tiers?: ({ abovePromptTokens: number } & Partial<Omit<Pricing, 'image' | 'tiers'>>)[];
}

/** What a provider gets of the `reasoning_details` of earlier turns: each entry unchanged, their text, or nothing. */
export type ReasoningTaken = 'entries' | 'text' | 'nothing';

/** Fallbacks for a model's runs that the providers before did not accept. */
export interface Fallback {
  provider: string;
  providerModel: string;
  pricing: Pricing;
  reasoning: ReasoningTaken;
}

/**
 * What some APIs cannot do, although they take the member that it belongs to: images by their URL or with a detail, text
 * files in another encoding than UTF-8, forbidding parallel calls, and tools that may not, or have to, be called.
 */
export const LACKS = [
  ...(['image_url', 'image_detail', 'serial_calls', 'tool_choice_none'] as const),
  ...(['tool_choice_required', 'tool_choice_function', 'other_encodings'] as const),
] as const;

export type Lack = (typeof LACKS)[number];

export interface Model {
  /** The exact public identifier. */
  id: string;
  /** The provider's name in the registry. */
  provider: string;
  /** The provider's name of the model. */
  providerModel: string;
  name: string;
  contextLength?: number;
  /** The maximum of Unicode code points that one token of the model's vocabulary stands for. */
  maxCharsPerToken?: number;
  /** Lower than the deployment's maximum, if the model has its own. */
  maxOutputTokens?: number;
  /** The minimum of output tokens that the provider bills, whatever the request says. */
  minOutputTokens?: number;
  capabilities: { tools: boolean; reasoning: ReasoningTaken };
  supportedParameters: readonly SupportedParameter[];
  inputModalities: readonly InputModality[];
  /** What one of its providers cannot do. */
  lacks?: readonly Lack[];
  /** The maximum of tokens of one input image. */
  maxImageTokens?: number;
  pricing: Pricing;
  /** The fee of its runs, if it is not that of the deployment. */
  feeBasisPoints?: number;
  /** In the order of attempts. All other properties of the model apply to them as well. */
  fallbacks?: Fallback[];
  /** Tokens that the provider's chat template may add, per request and per message. */
  templateTokens: { perRequest: number; perMessage: number };
}

export interface Submission {
  /** The run's public identifier, for correlation in the provider's records. */
  runId: string;
  model: string;
  messages: Message[];
  maxOutputTokens: number;
  tools?: Tool[];
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  /** Only what the model accepts. */
  parameters?: GenerationParameters;
  /** The prices of the hold: sent as the maximum if the provider accepts one. */
  maxPrice: Pricing;
  /** Already pseudonymous (an HMAC): safe to forward. */
  endUser?: string;
  session?: string;
  traceparent?: string;
}

export interface Usage {
  promptTokens?: number;
  completionTokens?: number;
  /** Those of the prompt that came from the provider's cache. */
  cachedPromptTokens?: number;
  /** Those of the prompt that the provider put into its cache. */
  cacheWriteTokens?: number;
  /** Those of `cacheWriteTokens` that it keeps for an hour; absent if it does not tell them apart. */
  cacheWrite1hTokens?: number;
  reasoningTokens?: number;
}

export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  /** Our own value: the run was cancelled while the answer came. */
  | 'cancelled'
  | 'other';

export interface Answer {
  message: AssistantMessage;
  finishReason?: FinishReason;
  /** Only the members that the provider sent. */
  usage?: Usage;
  /** The provider's whole cost in the major unit; absent if the provider did not report it. */
  cost?: Decimal;
}

/** The content of a provider's record of a submission. */
export interface Report {
  cost?: Decimal;
  usage?: Usage;
  finishReason?: FinishReason;
}

/** A model that could not answer has refused, or may never have received the request. */
export type Outcome = Exclude<OutcomeOf<Answer>, { kind: 'failed' }>;
/** No record contains the answer. */
export type LookUp = Exclude<
  LookUpOf<Report, Answer>,
  { kind: 'answered' | 'failed' | 'under_way' }
>;

export interface Provider extends ProviderOf<Submission, Answer, Report> {
  submit(work: Submission, hooks: SubmitHooks, signal: AbortSignal): Promise<Outcome>;
  lookUp?(reference: string, signal: AbortSignal): Promise<LookUp>;
}

export type { JsonValue } from '../../platform/lib/json.ts';
export { PASSED_THROUGH } from '../../providers/json.ts';
export type { SubmitHooks } from '../../providers/provider.ts';
