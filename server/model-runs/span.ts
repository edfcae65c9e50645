/** What the span of a model run says, by the semantic conventions of OpenTelemetry for generative AI. */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Run, SpanContent } from '../runs/index.ts';
import type { ModelRunFacts, StoredAnswer } from './facts.ts';
import { joinedTexts, type Message } from './providers/index.ts';

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
