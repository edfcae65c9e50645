/**
 * The attributes of OTLP as JSON values, within bounds, and the facts in them. Values beyond the bounds are left out,
 * and the span says so. The same fact has different names: in the semantic conventions of OpenTelemetry for generative
 * AI and their older names, OpenInference, Langfuse, and the AI SDK up to version 6. For each fact, the first listed
 * attribute that a span has with a usable value counts.
 */
import Big from 'big.js';
import type { JsonValue } from '../platform/lib/json.ts';
import {
  type Attributes,
  MAX_ATTRIBUTES_CHARS,
  MAX_NAME_CHARS,
  MAX_VALUE_DEPTH,
  SPAN_LIMITS,
  type SpanFacts,
} from './span.ts';

/** `name#member` is a member of an attribute that is JSON text. */
const SOURCES: Record<keyof SpanFacts, readonly string[]> = {
  operation: [
    'gen_ai.operation.name',
    'openinference.span.kind',
    'langfuse.observation.type',
    'ai.operationId',
  ],
  model: [
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.model_name',
    'embedding.model_name',
    'langfuse.observation.model.name',
    'ai.response.model',
    'ai.model.id',
  ],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'],
  inputTokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'langfuse.observation.usage_details#input',
    'langfuse.observation.usage_details#input_tokens',
    'langfuse.observation.usage_details#prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
  ],
  outputTokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'langfuse.observation.usage_details#output',
    'langfuse.observation.usage_details#output_tokens',
    'langfuse.observation.usage_details#completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  cachedInputTokens: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cached_input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'langfuse.observation.usage_details#input_cached_tokens',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
  ],
  reasoningTokens: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'langfuse.observation.usage_details#output_reasoning_tokens',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  ],
  reportedCost: [
    'gen_ai.usage.cost',
    'llm.cost.total',
    'langfuse.observation.cost_details#total',
    'operation.cost',
  ],
  sessionId: [
    'gen_ai.conversation.id',
    'session.id',
    'langfuse.session.id',
    'ai.telemetry.metadata.sessionId',
  ],
  endUserId: ['user.id', 'enduser.id', 'langfuse.user.id', 'ai.telemetry.metadata.userId'],
  input: [
    'gen_ai.input.messages',
    'input.value',
    'langfuse.observation.input',
    'langfuse.trace.input',
    'gen_ai.prompt',
    'gen_ai.tool.call.arguments',
    'ai.prompt.messages',
    'ai.prompt',
    'ai.toolCall.args',
    'ai.value',
    'ai.values',
  ],
  output: [
    'gen_ai.output.messages',
    'output.value',
    'langfuse.observation.output',
    'langfuse.trace.output',
    'gen_ai.completion',
    'gen_ai.tool.call.result',
    'ai.response.text',
    'ai.response.toolCalls',
    'ai.response.object',
    'ai.toolCall.result',
    'ai.embedding',
    'ai.embeddings',
  ],
};

/** Other conventions' names for operations. Undefined if a name does not describe the work. */
const OPERATIONS: ReadonlyMap<string, string | undefined> = new Map([
  ['llm', 'chat'],
  ['generation', 'chat'],
  ['tool', 'execute_tool'],
  ['agent', 'invoke_agent'],
  ['embedding', 'embeddings'],
  ['span', undefined],
  ['event', undefined],
  ['unknown', undefined],
  // Operations of the AI SDK, in lower case. Those that call a model once are below those that may call it repeatedly.
  ...['generatetext', 'streamtext', 'generateobject', 'streamobject'].flatMap(
    (name): [string, string][] => [
      [`ai.${name}`, 'invoke_agent'],
      [`ai.${name}.${name.startsWith('stream') ? 'dostream' : 'dogenerate'}`, 'chat'],
    ],
  ),
  ['ai.toolcall', 'execute_tool'],
  ['ai.embed', 'embeddings'],
  ['ai.embed.doembed', 'embeddings'],
  ['ai.embedmany', 'embeddings'],
  ['ai.embedmany.doembed', 'embeddings'],
  ['ai.rerank', 'rerank'],
  ['ai.rerank.dorerank', 'rerank'],
]);

/** Content is separate, so that it is not saved twice. */
const CONTENT = new Set([...SOURCES.input, ...SOURCES.output]);

/** The facts of a span, and its attributes without the content that was moved to the facts. */
export function factsOf(attributes: Attributes): { facts: SpanFacts; rest: Attributes } {
  const details = new Map<string, JsonValue>();
  const facts: SpanFacts = {};
  const used = new Set<string>();
  for (const fact of Object.keys(SOURCES) as (keyof SpanFacts)[]) {
    for (const source of SOURCES[fact]) {
      const given = memberValue(attributes, source, details);
      if (given === undefined || given === null) continue;
      const value = READ[fact](given);
      if (value === undefined) continue;
      Object.assign(facts, { [fact]: value });
      if (CONTENT.has(source)) used.add(source);
      break;
    }
  }
  if (used.size === 0) return { facts, rest: attributes };
  const rest = Object.entries(attributes).filter(([name]) => !used.has(name));
  return { facts, rest: Object.fromEntries(rest) };
}

function memberValue(
  attributes: Attributes,
  source: string,
  details: Map<string, JsonValue>,
): JsonValue | undefined {
  const [name, member] = source.split('#') as [string, string?];
  if (!Object.hasOwn(attributes, name)) return undefined;
  const value = attributes[name];
  if (member === undefined) return value;
  if (!details.has(name)) details.set(name, parsed(value));
  const holder = details.get(name);
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, member) ? (holder as Attributes)[member] : undefined;
}

function parsed(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return null;
  }
}

/** Undefined if the value has a wrong type: unknown values are left out. */
const READ: { [Fact in keyof SpanFacts]-?: (value: JsonValue) => SpanFacts[Fact] | undefined } = {
  operation(value) {
    const word = nameOf(value)?.toLowerCase();
    return word !== undefined && OPERATIONS.has(word) ? OPERATIONS.get(word) : word;
  },
  model: nameOf,
  tool: nameOf,
  inputTokens: countOf,
  outputTokens: countOf,
  cachedInputTokens: countOf,
  reasoningTokens: countOf,
  reportedCost: costOf,
  sessionId: nameOf,
  endUserId: nameOf,
  input: contentOf,
  output: contentOf,
};

function nameOf(value: JsonValue): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return cut(String(value), MAX_NAME_CHARS) || undefined;
}

function countOf(value: JsonValue): number | undefined {
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function costOf(value: JsonValue): string | undefined {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber && !(typeof value === 'string' && /^\d{1,12}(\.\d{1,30})?$/.test(value))) {
    return undefined;
  }
  const cost = new Big(value as string | number).round(12);
  if (cost.lt(0) || cost.gte('1e12')) return undefined;
  return cost.toFixed();
}

function contentOf(value: JsonValue): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return undefined;
  return cut(text, SPAN_LIMITS.maxAttributeChars);
}

interface Bounded {
  attributes: Attributes;
  truncated: boolean;
}

/** The size of a number or a boolean, in characters. */
const SCALAR_SIZE = 16;

/** From a list of `{key, value}`, of which the last one with a key counts. Leaves out malformed entries. */
export function readAttributes(list: unknown, mostChars = MAX_ATTRIBUTES_CHARS): Bounded {
  const read = new Map<string, JsonValue>();
  const state = { truncated: false };
  let chars = 0;
  for (const entry of listOf(list)) {
    const { key, value } = memberOf(entry);
    if (typeof key !== 'string' || key === '') continue;
    const name = cut(key, MAX_NAME_CHARS);
    const { held, size: ofValue } = boundedValue(anyValueOf(value, 0, state), state);
    const size = name.length + ofValue;
    const isFull = read.size >= SPAN_LIMITS.maxAttributesPerSpan && !read.has(name);
    if (isFull || chars + size > mostChars) {
      state.truncated = true;
      continue;
    }
    if (name.length < key.length) state.truncated = true;
    chars += size;
    read.set(name, held);
  }
  return { attributes: Object.fromEntries(read), truncated: state.truncated };
}

/** A short value with members stays as it is, a long one becomes the beginning of its JSON text. */
function boundedValue(
  value: JsonValue,
  state: { truncated: boolean },
): { held: JsonValue; size: number } {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return { held: value, size: SCALAR_SIZE };
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isLong = text.length > SPAN_LIMITS.maxAttributeChars;
  if (isLong) state.truncated = true;
  const short = cut(text, SPAN_LIMITS.maxAttributeChars);
  return { held: isLong || typeof value === 'string' ? short : value, size: short.length };
}

/** An AnyValue. Integers beyond the range of a double stay text, and so do bytes, in base64. */
function anyValueOf(value: unknown, depth: number, state: { truncated: boolean }): JsonValue {
  if (depth > MAX_VALUE_DEPTH) {
    state.truncated = true;
    return null;
  }
  const given = memberOf(value);
  if (typeof given.stringValue === 'string') return clean(given.stringValue);
  if (typeof given.boolValue === 'boolean') return given.boolValue;
  if (isNumeric(given.intValue)) return integerOf(given.intValue);
  if (isNumeric(given.doubleValue)) {
    const number = Number(given.doubleValue);
    return Number.isFinite(number) ? number : clean(String(given.doubleValue));
  }
  if (typeof given.bytesValue === 'string') return clean(given.bytesValue);
  if (given.arrayValue) {
    return listOf(memberOf(given.arrayValue).values).map((item) =>
      anyValueOf(item, depth + 1, state),
    );
  }
  if (!given.kvlistValue) return null;
  const entries = listOf(memberOf(given.kvlistValue).values).flatMap((entry) => {
    const { key, value: held } = memberOf(entry);
    return typeof key === 'string' ? [[clean(key), anyValueOf(held, depth + 1, state)]] : [];
  });
  return Object.fromEntries(entries as [string, JsonValue][]);
}

function integerOf(value: number | string): JsonValue {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  return clean(String(value)).slice(0, 32);
}

function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** NaN if it is neither a number nor the text of one. */
export function numberOf(value: unknown): number {
  return isNumeric(value) ? Number(value) : Number.NaN;
}

/** Text that the database accepts, up to this length. */
export function cut(text: string, chars: number): string {
  const short = text.length > chars ? text.slice(0, chars) : text;
  return short.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Text without characters that PostgreSQL does not accept. */
function clean(text: string): string {
  return cut(text, text.length);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function memberOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
