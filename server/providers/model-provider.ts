/**
 * The words of model providers: what is submitted to them, and what they answer. Adapters import this file and
 * never the reverse. What every kind of provider has is in `provider.ts`.
 */
import type { JsonValue } from '../kernel/json-value.ts';
import type { Decimal } from '../kernel/money.ts';
import type { LookUpOf, OutcomeOf, ProviderOf, SubmitHooks } from './provider.ts';

export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON text as the model wrote it, even where it is broken. */
  function: { name: string; arguments: string };
}

export interface AssistantMessage {
  role: 'assistant';
  content?: string | null;
  /** Words by which the model declines, where it says them apart from the content. */
  refusal?: string | null;
  tool_calls?: ToolCall[];
  /** Opaque to us: kept value for value and in order. */
  reasoning_details?: JsonValue[];
}

/** Members whose JSON is somebody else's: it goes on as it came, value for value and in order. */
export const PASSED_THROUGH: ReadonlySet<string> = new Set([
  'arguments',
  'parameters',
  'reasoning_details',
  'schema',
]);

/** The result of a call; `name` is that of the function that was called. */
export interface ToolMessage {
  role: 'tool';
  tool_call_id: string;
  name?: string;
  content: string;
}

/** A part of what a user says, as the wire has it. */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' } }
  | { type: 'file'; file: { filename: string; file_data: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } };

export type Message =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | AssistantMessage
  | ToolMessage;

export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: { [member: string]: JsonValue };
  /** Whether the arguments have to fit. */
  strict?: boolean;
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: 'function'; function: { name: string } };

/** The form of the answer; without one it is text. */
export type ResponseFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; json_schema: JsonSchemaFormat };

export interface JsonSchemaFormat {
  name: string;
  description?: string;
  schema: { [member: string]: JsonValue };
  strict?: boolean;
}

/** How the model is to generate, in the words of the wire. What is absent, the provider decides. */
export interface GenerationParameters {
  temperature?: number;
  top_p?: number;
  stop?: string[];
  seed?: number;
  reasoning?: { effort: string };
  response_format?: ResponseFormat;
}

/**
 * What a model may take of these, as its provider's list names it. `response_format` stands for `json_object`, and
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

/** What the messages of a user may hold, as providers' lists name it. */
export const INPUT_MODALITIES = ['text', 'image', 'file', 'audio'] as const;

export type InputModality = (typeof INPUT_MODALITIES)[number];

/** Prices in the currency's major unit (US dollars) per token, per request and per image. Zero is a price. */
export interface Pricing {
  prompt: Decimal;
  completion: Decimal;
  request?: Decimal;
  /** Per image of the input, beside its tokens. */
  image?: Decimal;
  cacheRead?: Decimal;
  cacheWrite?: Decimal;
  /** Where absent, reasoning tokens cost what completion tokens cost. */
  reasoning?: Decimal;
  /** Rates that replace the above once a prompt has more than `abovePromptTokens` tokens. */
  tiers?: ({ abovePromptTokens: number } & Partial<Omit<Pricing, 'image' | 'tiers'>>)[];
}

/** What of `reasoning_details` a provider is given of earlier turns: each entry as it is, their text, or nothing. */
export type ReasoningTaken = 'entries' | 'text' | 'nothing';

/** Who else may carry a model's runs out, where those before did not take them. */
export interface Fallback {
  provider: string;
  providerModel: string;
  pricing: Pricing;
  reasoning: ReasoningTaken;
}

export interface Model {
  /** The exact public identifier. */
  id: string;
  /** The provider's name in the registry. */
  provider: string;
  /** What the provider calls the model. */
  providerModel: string;
  name: string;
  contextLength?: number;
  /** No token of the model's vocabulary stands for more Unicode code points than these. */
  maxCharsPerToken?: number;
  /** Lower than the deployment's maximum, where the model has one of its own. */
  maxOutputTokens?: number;
  /** Output tokens that the provider bills at the least, whatever was asked for. */
  minOutputTokens?: number;
  capabilities: { tools: boolean; reasoning: ReasoningTaken };
  supportedParameters: readonly SupportedParameter[];
  inputModalities: readonly InputModality[];
  /** No image of the input takes more tokens than these. */
  maxImageTokens?: number;
  pricing: Pricing;
  /** In the order in which they are tried. Everything else that is said of the model holds for them as well. */
  fallbacks?: Fallback[];
  /** Tokens that the provider's chat template may add to what is sent, per request and per message. */
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
  /** Only what the model takes. */
  parameters?: GenerationParameters;
  /** The prices that the hold was computed with: sent as the maximum where the provider takes one. */
  maxPrice: Pricing;
  /** Already pseudonymous (an HMAC): safe to hand on. */
  endUser?: string;
  session?: string;
  traceparent?: string;
}

export interface Usage {
  promptTokens?: number;
  completionTokens?: number;
  cachedPromptTokens?: number;
  reasoningTokens?: number;
}

export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  /** Our own word: the run was cancelled while the answer came. */
  | 'cancelled'
  | 'other';

export interface Answer {
  message: AssistantMessage;
  finishReason?: FinishReason;
  /** Only the members that the provider gave. */
  usage?: Usage;
  /** The provider's whole cost in the major unit; absent if it was not given. */
  cost?: Decimal;
}

/** What a provider's record of a submission has. */
export interface Report {
  cost?: Decimal;
  usage?: Usage;
  finishReason?: FinishReason;
}

/** A model that could not answer has refused, or is not known to have been asked. */
export type Outcome = Exclude<OutcomeOf<Answer>, { kind: 'failed' }>;
/** No record has the answer. */
export type LookUp = Exclude<
  LookUpOf<Report, Answer>,
  { kind: 'answered' | 'failed' | 'under_way' }
>;

export interface Provider extends ProviderOf<Submission, Answer, Report> {
  submit(work: Submission, hooks: SubmitHooks, signal: AbortSignal): Promise<Outcome>;
  lookUp?(reference: string, signal: AbortSignal): Promise<LookUp>;
}

export type { JsonValue } from '../kernel/json-value.ts';
export type { SubmitHooks } from './provider.ts';
