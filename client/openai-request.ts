/**
 * Converts a chat completion to the run that it asks for. Each parameter is converted, only states a default, or is
 * refused by name: none is dropped.
 */
import type { CreateModelRun } from './contract.ts';
import { messagesOf, toolsOf, withoutNulls } from './openai-messages.ts';
import {
  type ChatRequest,
  checkMembers,
  isRecord,
  NotCarried,
  type RunTerms,
} from './openai-shape.ts';

/** Parameters with the same name and form in a run. The service checks them. */
const SAME = [
  ...['model', 'tool_choice', 'parallel_tool_calls', 'temperature', 'top_p', 'seed'],
  'response_format',
];
const OTHERWISE = [
  ...['messages', 'tools', 'max_tokens', 'max_completion_tokens', 'stop', 'reasoning_effort'],
  ...['user', 'safety_identifier', 'metadata', 'stream', 'stream_options'],
];

/** For each parameter, the values that only state its default. */
const SAYS_NOTHING: Record<string, readonly unknown[]> = {
  n: [1],
  logprobs: [false],
  top_logprobs: [0],
  frequency_penalty: [0],
  presence_penalty: [0],
  logit_bias: [{}],
  metadata: [{}],
  response_format: [{ type: 'text' }],
  modalities: [['text']],
  store: [false],
  service_tier: ['auto', 'default'],
};

export interface Reading {
  run: CreateModelRun;
  /** Whether the caller asked for an event stream. */
  stream: boolean;
  /** Whether the stream ends with the usage. */
  includeUsage: boolean;
}

export interface ReadingOptions {
  bufferedStream: boolean;
  maxOutputTokens: number | undefined;
  terms: RunTerms;
}

export function readRequest(body: ChatRequest, options: ReadingOptions): Reading {
  const members = withoutNulls(body);
  for (const [name, values] of Object.entries(SAYS_NOTHING)) {
    const text = JSON.stringify(members[name]);
    if (values.some((value) => JSON.stringify(value) === text)) delete members[name];
  }
  checkMembers(members, [...SAME, ...OTHERWISE], '');
  const { stop, reasoning_effort: effort, tools } = members;
  const run = {
    ...Object.fromEntries(
      SAME.filter((name) => name in members).map((name) => [name, members[name]]),
    ),
    messages: messagesOf(members.messages),
    maxOutputTokens: boundOf(members, options),
    ...(Array.isArray(tools) && tools.length === 0
      ? {}
      : tools !== undefined && { tools: toolsOf(tools) }),
    ...(stop !== undefined && { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(effort !== undefined && { reasoning: { effort } }),
    ...termsOf(members, options.terms),
  } as CreateModelRun;
  return { run, ...streamOf(members, options) };
}

function boundOf(
  { max_tokens: old, max_completion_tokens: bound }: ChatRequest,
  { maxOutputTokens }: ReadingOptions,
): unknown {
  if (old !== undefined && bound !== undefined && old !== bound) {
    throw new NotCarried(
      'max_tokens',
      "'max_tokens' and 'max_completion_tokens' differ: give one of them.",
    );
  }
  const limit = bound ?? old ?? maxOutputTokens;
  if (limit !== undefined) return limit;
  throw new NotCarried(
    'max_completion_tokens',
    "'max_completion_tokens' is missing: credit is held for as many tokens. Give it, or maxOutputTokens to createOpenAIFetch.",
    { code: 'missing_required_parameter' },
  );
}

function termsOf(
  { user, safety_identifier: safety, metadata }: ChatRequest,
  terms: RunTerms,
): RunTerms {
  if (user !== undefined && safety !== undefined && user !== safety) {
    throw new NotCarried('user', "'user' and 'safety_identifier' differ: give one of them.");
  }
  const endUserId = safety ?? user;
  const labels = isRecord(metadata) ? { ...terms.metadata, ...metadata } : metadata;
  return {
    ...terms,
    ...(endUserId !== undefined && {
      attribution: { ...terms.attribution, endUserId: endUserId as string },
    }),
    ...(labels !== undefined && { metadata: labels as Record<string, string> }),
  };
}

function streamOf(
  { stream = false, stream_options: options }: ChatRequest,
  { bufferedStream }: ReadingOptions,
): Omit<Reading, 'run'> {
  if (stream === true && !bufferedStream) {
    throw new NotCarried(
      'stream',
      "'stream' cannot be carried: a run is answered when it has ended. Leave it out, or give bufferedStream: true to " +
        'createOpenAIFetch, which sends the whole answer as one chunk.',
    );
  }
  if (options === undefined) return { stream: stream === true, includeUsage: false };
  if (stream !== true || !isRecord(options)) {
    throw new NotCarried('stream_options', "'stream_options' is for requests with 'stream': true.");
  }
  const { include_usage: includeUsage, include_obfuscation: obfuscates, ...rest } = options;
  checkMembers(
    { ...rest, ...(obfuscates ? { include_obfuscation: true } : {}) },
    [],
    'stream_options',
  );
  return { stream: true, includeUsage: includeUsage === true };
}
