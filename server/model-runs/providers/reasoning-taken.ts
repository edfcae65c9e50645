/**
 * The conversation as sent to a provider: the reasoning of earlier turns in the form that it accepts. Reasoning that is
 * not sent costs nothing, so it is neither counted nor held for.
 */
import type { JsonValue, Message, ReasoningTaken } from './model-provider.ts';

export function asTaken(messages: Message[], reasoning: ReasoningTaken): Message[] {
  if (reasoning === 'entries') return messages;
  return messages.map((message) => {
    if (message.role !== 'assistant' || !message.reasoning_details) return message;
    const { reasoning_details: details, ...rest } = message;
    return reasoning === 'text' ? { ...rest, reasoning_details: reasoningTexts(details) } : rest;
  });
}

const BY_SIZE: readonly ReasoningTaken[] = ['nothing', 'text', 'entries'];

/** The one that takes the most room: the text of entries is a part of them. */
export function mostTaken(...taken: ReasoningTaken[]): ReasoningTaken {
  return taken.reduce((one, other) =>
    BY_SIZE.indexOf(other) > BY_SIZE.indexOf(one) ? other : one,
  );
}

/** The readable parts of reasoning, without encrypted entries and summaries. */
export function reasoningTexts(details: readonly JsonValue[]): string[] {
  return details.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { type, text } = entry;
    return type === 'reasoning.text' && typeof text === 'string' && text !== '' ? [text] : [];
  });
}
