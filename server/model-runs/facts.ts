/** What the service keeps of a provider's answer to a model run, and of its record. Absent members are unknown. */
import type { JsonValue } from '../platform/lib/json.ts';
import { returnable } from './prompt.ts';
import type { Answer, AssistantMessage, FinishReason, Report, Usage } from './providers/index.ts';

export interface ModelRunFacts {
  usage?: Usage;
  finishReason?: FinishReason;
}

/** What is stored of an answer; `message` only if a request can send it back. */
export interface StoredAnswer {
  text?: string;
  message?: AssistantMessage;
}

/** A record may have what the answer lacked; what the answer had stays. */
export function factsOf(
  { usage: reported, finishReason: end }: Answer | Report,
  before: ModelRunFacts = {},
): ModelRunFacts {
  const usage = { ...reported, ...before.usage };
  const finishReason = before.finishReason ?? end;
  return {
    ...(Object.keys(usage).length > 0 && { usage }),
    ...(finishReason !== undefined && { finishReason }),
  };
}

/** The price list needs both counts. */
export function isCounted({ usage }: ModelRunFacts): boolean {
  return usage?.promptTokens !== undefined && usage.completionTokens !== undefined;
}

export function storedAnswerOf({ message }: Answer): JsonValue {
  const accepted = returnable(message);
  const stored: StoredAnswer = {
    ...(typeof message.content === 'string' && { text: message.content }),
    ...(accepted && { message: accepted }),
  };
  return stored as JsonValue;
}
