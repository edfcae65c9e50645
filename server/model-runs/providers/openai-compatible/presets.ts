/**
 * What is known of the chat completions of each provider, with the pages that say so. A fact that no page of a provider
 * and no recorded exchange with it confirms stays as in `GENERIC`. Facts that differ by model, such as the parameters
 * that a reasoning model takes, are not here: the models file has them for each model.
 */
import { z } from 'zod';
import { LACKS, SUPPORTED_PARAMETERS } from '../model-provider.ts';

interface Preset {
  /** The address before `/chat/completions`; absent if it differs for each customer. */
  baseUrl?: string;
  /** The form of that address, if it differs for each customer. */
  baseUrlForm?: string;
  /** The variable that usually holds the key; absent if the server needs none. */
  keyVariable?: string;
  form: Partial<WireForm>;
  sources: readonly string[];
}

export const GENERIC: WireForm = {
  outputLimit: 'max_tokens',
  streamOptions: true,
  effort: 'reasoning_effort',
  systemRole: 'system',
  seed: 'seed',
  user: true,
  resultNames: true,
  refusal: false,
  reasoning: 'none',
  cacheControl: false,
  extraContent: false,
  lacks: [],
  busyStatuses: [],
  busyCodes: [],
};

export const PRESET_NAMES = [
  ...(['openai', 'azure-openai', 'openrouter', 'mistral', 'deepseek', 'xai', 'groq'] as const),
  ...(['cerebras', 'moonshot', 'zai', 'together', 'fireworks', 'huggingface'] as const),
  ...(['cohere-compat', 'gemini-compat', 'databricks', 'snowflake', 'vllm', 'sglang'] as const),
  ...(['ollama', 'llama.cpp', 'lm-studio', 'generic'] as const),
] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

/** OpenAI's own API, which refuses `max_tokens` for its reasoning models, and whose results of calls have no name. */
const OPENAI: Partial<WireForm> = {
  ...{ outputLimit: 'max_completion_tokens', refusal: true, resultNames: false },
};

/** It has no other choice of tools than `auto`, which is the default. */
const ONLY_AUTO: WireForm['lacks'] = [
  ...(['tool_choice_none', 'tool_choice_required', 'tool_choice_function'] as const),
];

export const PRESETS: Record<PresetName, Preset> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    form: { ...OPENAI, busyStatuses: [503], busyCodes: ['server_is_overloaded', 'slow_down'] },
    sources: [
      'https://platform.openai.com/docs/api-reference/chat/create',
      'https://platform.openai.com/docs/guides/error-codes',
    ],
  },
  'azure-openai': {
    baseUrlForm: 'https://RESOURCE.openai.azure.com/openai/v1',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    form: OPENAI,
    sources: ['https://learn.microsoft.com/en-us/azure/foundry/openai/api-version-lifecycle'],
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    form: {
      ...{ effort: 'reasoning', reasoning: 'reasoning_details', refusal: true },
      ...{ cacheControl: true, resultNames: false, busyStatuses: [503] },
    },
    sources: [
      'https://openrouter.ai/openapi.yaml',
      'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    ],
  },
  mistral: {
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    // It refuses members that its reference does not name, and ends each stream with the usage.
    form: { streamOptions: false, seed: 'random_seed', user: false },
    sources: ['https://docs.mistral.ai/api/endpoint/chat'],
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com',
    keyVariable: 'DEEPSEEK_API_KEY',
    form: { reasoning: 'reasoning_content', busyStatuses: [503] },
    sources: [
      'https://api-docs.deepseek.com/api/create-chat-completion',
      'https://api-docs.deepseek.com/quick_start/error_codes',
    ],
  },
  xai: {
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    form: {},
    sources: ['https://docs.x.ai/docs/api-reference'],
  },
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    // It refuses a message with a name.
    form: { outputLimit: 'max_completion_tokens', resultNames: false, busyStatuses: [503] },
    sources: [
      'https://console.groq.com/docs/openai',
      'https://console.groq.com/docs/api-reference',
      'https://console.groq.com/docs/errors',
    ],
  },
  cerebras: {
    baseUrl: 'https://api.cerebras.ai/v1',
    keyVariable: 'CEREBRAS_API_KEY',
    form: { outputLimit: 'max_completion_tokens' },
    sources: [
      'https://inference-docs.cerebras.ai/resources/openai',
      'https://inference-docs.cerebras.ai/api-reference/chat-completions',
    ],
  },
  moonshot: {
    baseUrl: 'https://api.moonshot.ai/v1',
    keyVariable: 'MOONSHOT_API_KEY',
    form: { reasoning: 'reasoning_content', busyCodes: ['engine_overloaded_error'] },
    sources: [
      'https://platform.kimi.ai/docs/api/quickstart',
      'https://forum.moonshot.ai/t/the-engine-is-currently-overloaded/569',
    ],
  },
  zai: {
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keyVariable: 'ZAI_API_KEY',
    form: { reasoning: 'reasoning_content', user: false, lacks: ONLY_AUTO },
    sources: ['https://docs.z.ai/api-reference/llm/chat-completion'],
  },
  together: {
    baseUrl: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    form: { busyStatuses: [503] },
    sources: ['https://docs.together.ai/docs/error-codes'],
  },
  fireworks: {
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyVariable: 'FIREWORKS_API_KEY',
    form: { reasoning: 'reasoning_content' },
    sources: [
      'https://docs.fireworks.ai/guides/querying-text-models',
      'https://docs.fireworks.ai/guides/reasoning',
    ],
  },
  huggingface: {
    baseUrl: 'https://router.huggingface.co/v1',
    keyVariable: 'HF_TOKEN',
    form: {},
    sources: ['https://huggingface.co/docs/inference-providers/tasks/chat-completion'],
  },
  'cohere-compat': {
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    keyVariable: 'COHERE_API_KEY',
    form: {},
    sources: ['https://docs.cohere.com/docs/compatibility-api'],
  },
  'gemini-compat': {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    // A request that ends with an error of the server is not billed.
    form: { extraContent: true, busyCodes: ['UNAVAILABLE', 'RESOURCE_EXHAUSTED'] },
    sources: [
      'https://ai.google.dev/gemini-api/docs/openai',
      'https://ai.google.dev/gemini-api/docs/thought-signatures',
      'https://ai.google.dev/gemini-api/docs/troubleshooting',
      'https://ai.google.dev/gemini-api/docs/billing',
    ],
  },
  databricks: {
    baseUrlForm: 'https://WORKSPACE/serving-endpoints',
    keyVariable: 'DATABRICKS_TOKEN',
    form: {},
    sources: [
      'https://docs.databricks.com/aws/en/machine-learning/foundation-model-apis/api-reference',
    ],
  },
  snowflake: {
    baseUrlForm: 'https://ACCOUNT.snowflakecomputing.com/api/v2/cortex/v1',
    keyVariable: 'SNOWFLAKE_PAT',
    form: { outputLimit: 'max_completion_tokens', effort: 'reasoning' },
    sources: ['https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api'],
  },
  vllm: {
    baseUrl: 'http://127.0.0.1:8000/v1',
    form: { reasoning: 'reasoning' },
    sources: ['https://docs.vllm.ai/en/latest/serving/openai_compatible_server/'],
  },
  sglang: {
    baseUrl: 'http://127.0.0.1:30000/v1',
    form: { reasoning: 'reasoning_content' },
    sources: ['https://docs.sglang.ai/basic_usage/openai_api_completions.html'],
  },
  ollama: {
    baseUrl: 'http://127.0.0.1:11434/v1',
    form: {
      ...{ reasoning: 'reasoning', user: false, lacks: ONLY_AUTO, busyStatuses: [503] },
    },
    sources: ['https://docs.ollama.com/api/openai-compatibility', 'https://docs.ollama.com/faq'],
  },
  'llama.cpp': {
    baseUrl: 'http://127.0.0.1:8080/v1',
    // 503 while it loads a model.
    form: { reasoning: 'reasoning_content', busyStatuses: [503] },
    sources: ['https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md'],
  },
  'lm-studio': {
    baseUrl: 'http://127.0.0.1:1234/v1',
    form: {},
    sources: ['https://lmstudio.ai/docs/developer/openai-compat'],
  },
  generic: { form: {}, sources: [] },
};

function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` }).exactOptional();
}

const flag = z.boolean({ error: 'must be true or false' }).exactOptional();

/** What a server may lack. A request that needs it is refused before anything is held. */
const LACKABLE = [...SUPPORTED_PARAMETERS, ...LACKS] as const;

/**
 * How the chat completions of one server differ from those of others. Each member can be set in the models file, for a
 * server and for one of its models; `presets.ts` has the values of known providers.
 */
export const wireFormMembers = {
  /** The name of the limit of output tokens. */
  outputLimit: oneOf(['max_tokens', 'max_completion_tokens']),
  /** Whether it takes `stream_options`, without which some servers report no usage in a stream. */
  streamOptions: flag,
  /** Where the effort is: a member of its own, or `effort` in an object. */
  effort: oneOf(['reasoning_effort', 'reasoning']),
  systemRole: oneOf(['system', 'developer']),
  seed: oneOf(['seed', 'random_seed']),
  /** Whether it takes `user`, which is the pseudonym of the end user. */
  user: flag,
  /** Whether the result of a call may have the `name` of its function. */
  resultNames: flag,
  /** Whether a refusal has a member of its own in a message; otherwise it is sent as content. */
  refusal: flag,
  /** The member of a message that takes the reasoning of earlier turns. */
  reasoning: oneOf(['reasoning_details', 'reasoning_content', 'reasoning', 'none']),
  /** Whether texts and tools may have `cache_control`. */
  cacheControl: flag,
  /** Whether it attaches `extra_content` to messages and calls, and needs that back. */
  extraContent: flag,
  lacks: z
    .array(z.enum(LACKABLE, { error: `must be one of ${LACKABLE.join(', ')}` }))
    .exactOptional(),
  /** Statuses that mean, with an error in the form of this API, that nothing was executed. 429 always does. */
  busyStatuses: z
    .array(z.int().min(400).max(599, { error: 'must be a status from 400 to 599' }))
    .exactOptional(),
  /** Codes, types or statuses in an error that mean the same, if no part of an answer came before. */
  busyCodes: z.array(z.string().min(1).max(100)).max(50).exactOptional(),
};

const settings = z.object(wireFormMembers);

export type WireSettings = z.output<typeof settings>;
export type WireForm = Required<WireSettings>;

/** The members of `given` that are settings. */
export function settingsIn(given: WireSettings): WireSettings {
  return settings.parse(given);
}
