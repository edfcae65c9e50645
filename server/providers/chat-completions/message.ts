/**
 * Builds the assistant's message from the parts of a stream, or from a whole one. It keeps what the provider sent,
 * including an empty text and a null, and leaves out what it did not send.
 */
import { toCleanJson, toCleanText } from '../../kernel/clean-text.ts';
import { weightOf } from '../../kernel/json-weight.ts';
import type { AssistantMessage, JsonValue } from '../model-provider.ts';
import { asList, asObject, asText, type JsonObject } from './json.ts';
import { createReasoning, type Reasoning } from './reasoning.ts';
import { createToolCalls, type ToolCalls } from './tool-calls.ts';

export type Unusable = 'unreadable' | 'too_many';

export interface MessageParts {
  /** The part of one chunk. */
  take(delta: JsonObject | undefined): Unusable | undefined;
  /** A whole message: its calls and reasoning entries are not pieces. */
  takeWhole(message: JsonObject): Unusable | undefined;
  /** Their memory, in bytes. */
  size(): number;
  /** Whether it is still empty. */
  isSilent(): boolean;
  /** Undefined if the calls cannot be read. */
  close(): AssistantMessage | undefined;
  /**
   * The texts so far. Calls and reasoning may be incomplete: making such a call would be wrong, and the provider
   * refuses such reasoning when it comes back. Undefined if there is no text.
   */
  closeCut(): AssistantMessage | undefined;
}

export function createMessageParts(): MessageParts {
  let content: string | null | undefined;
  let refusal = '';
  let reasoningText = '';
  let isWhole = false;
  let textSize = 0;
  // Most answers have neither, and many answers wait for their first word at once: created on demand.
  let calls: ToolCalls | undefined;
  let reasoning: Reasoning | undefined;

  function takeTexts(part: JsonObject | undefined): Unusable | undefined {
    const text = part?.content;
    if (typeof text === 'string') content = (content ?? '') + text;
    else if (text === null) content ??= null;
    else if (text !== undefined) return 'unreadable';
    const declined = asText(part?.refusal) ?? '';
    refusal += declined;
    // The same text under two names: servers that renamed it send both for a while.
    const thought = asText(part?.reasoning_content) ?? asText(part?.reasoning) ?? '';
    reasoningText += thought;
    textSize += weightOf(text) + weightOf(declined) + weightOf(thought);
    return undefined;
  }

  function takeCall(piece: JsonValue): Unusable | undefined {
    calls ??= createToolCalls();
    return calls.take(piece);
  }

  function takeEntry(take: 'takePiece' | 'takeEntry', value: JsonValue): Unusable | undefined {
    reasoning ??= createReasoning();
    return reasoning[take](value) ? undefined : 'too_many';
  }

  return {
    take: (delta) =>
      takeTexts(delta) ??
      takeEach(delta?.tool_calls, takeCall) ??
      takeEach(delta?.reasoning_details, (piece) => takeEntry('takePiece', piece)),
    takeWhole(message) {
      isWhole = true;
      return (
        takeTexts(message) ??
        takeEach(message.tool_calls, (call, index) => takeCall({ ...asObject(call), index })) ??
        takeEach(message.reasoning_details, (item) => takeEntry('takeEntry', item))
      );
    },
    size: () => textSize + (calls?.size() ?? 0) + (reasoning?.size() ?? 0),
    isSilent: () => !content && refusal === '' && reasoningText === '' && !reasoning && !calls,
    closeCut: () => textsOf(content, refusal),
    close() {
      const toolCalls = calls ? calls.close() : [];
      if (!toolCalls) return undefined;
      // Streams add an empty text to chunks without text; beside calls, that means nothing.
      if (!isWhole && content === '' && toolCalls.length > 0) content = null;
      const details = reasoning?.close() ?? textEntry(reasoningText);
      return messageOf({ content, refusal, toolCalls, details });
    },
  };
}

function messageOf({ content, refusal, toolCalls, details }: MessageFields): AssistantMessage {
  return {
    role: 'assistant',
    ...(content !== undefined && { content: content === null ? null : toCleanText(content) }),
    ...(refusal !== '' && { refusal: toCleanText(refusal) }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(details.length > 0 && { reasoning_details: toCleanJson(details) }),
  };
}

interface MessageFields {
  content: string | null | undefined;
  refusal: string;
  toolCalls: NonNullable<ReturnType<ToolCalls['close']>>;
  details: JsonValue[];
}

function textsOf(
  content: string | null | undefined,
  refusal: string,
): AssistantMessage | undefined {
  if (!content && refusal === '') return undefined;
  return {
    role: 'assistant',
    ...(content && { content: toCleanText(content) }),
    ...(refusal !== '' && { refusal: toCleanText(refusal) }),
  };
}

/** Up to the first unusable one. */
function takeEach(
  list: JsonValue | undefined,
  take: (item: JsonValue, position: number) => Unusable | undefined,
): Unusable | undefined {
  for (const [position, item] of (asList(list) ?? []).entries()) {
    const unusable = take(item, position);
    if (unusable) return unusable;
  }
  return undefined;
}

/** Reasoning as text alone; beside entries, it repeats them. */
function textEntry(text: string): JsonValue[] {
  return text === '' ? [] : [{ type: 'reasoning.text', text }];
}
