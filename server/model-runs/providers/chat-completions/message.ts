/**
 * Builds the assistant's message from the parts of a stream, or from a whole one. It keeps what the provider sent,
 * including an empty text and a null, and leaves out what it did not send.
 */
import { toCleanJson, toCleanText } from '../../../platform/lib/hygiene.ts';
import { weightOf, writeJson } from '../../../platform/lib/json.ts';
import {
  asList,
  asObject,
  asText,
  type JsonObject,
  MOST_CALLS,
  parseModest,
} from '../../../providers/json.ts';

import { extraEntry } from '../message-parts.ts';
import {
  type AssistantMessage,
  type JsonValue,
  PASSED_THROUGH,
  type ToolCall,
} from '../model-provider.ts';
import { createReasoning, type Reasoning } from './reasoning.ts';

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
  /** Undefined if it consists of calls that cannot be made. */
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
  let extra: JsonValue | undefined;

  function takeTexts(part: JsonObject | undefined): Unusable | undefined {
    const given = part?.content;
    const unusable = Array.isArray(given) ? takeEach(given, takeContentPart) : takeContent(given);
    takeRefusal(part?.refusal);
    takeExtra(part?.extra_content);
    // The same text under two names: servers that renamed it send both for a while.
    takeThought(asText(part?.reasoning_content) ?? part?.reasoning);
    return unusable;
  }

  function takeContent(text: JsonValue | undefined): Unusable | undefined {
    if (typeof text === 'string') content = (content ?? '') + text;
    else if (text === null) content ??= null;
    else if (text !== undefined) return 'unreadable';
    textSize += weightOf(text);
    return undefined;
  }

  function takeRefusal(value: JsonValue | undefined): void {
    const text = asText(value) ?? '';
    refusal += text;
    textSize += weightOf(text);
  }

  /** Of a message, the last one is the whole one. */
  function takeExtra(value: JsonValue | undefined): void {
    if (value === undefined || value === null) return;
    extra = value;
    textSize += weightOf(value);
  }

  function takeThought(value: JsonValue | undefined): void {
    const text = asText(value) ?? '';
    reasoningText += text;
    textSize += weightOf(text);
  }

  /**
   * A part of a content that is a list: Mistral and Databricks send reasoning as such parts, with its text in a list of
   * their own. Parts that are neither text nor reasoning, such as the numbers of sources, are left out.
   */
  function takeContentPart(value: JsonValue): Unusable | undefined {
    const part = asObject(value);
    if (!part) return typeof value === 'string' ? takeContent(value) : undefined;
    if (part.type === 'thinking' || part.type === 'reasoning') return takeThoughts(part);
    if (part.type === 'refusal') takeRefusal(part.refusal);
    return typeof part.text === 'string' ? takeContent(part.text) : undefined;
  }

  function takeThoughts({ thinking, summary, text }: JsonObject): Unusable | undefined {
    const given = thinking ?? summary ?? text;
    takeThought(given);
    return takeEach(given, (item) => {
      const thought = asObject(item);
      if (thought?.signature === undefined) takeThought(thought?.text);
      else {
        const { text: words, signature } = thought;
        const signed = { type: 'reasoning.text', ...(words !== undefined && { text: words }) };
        return takeEntry('takeEntry', { ...signed, signature });
      }
      return undefined;
    });
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
      const { calls: toolCalls, extras } = calls?.close() ?? { calls: [], extras: [] };
      // Calls without a function, and nothing else.
      if (calls && toolCalls.length === 0 && !content && refusal === '') return undefined;
      // Streams add an empty text to chunks without text; beside calls, that means nothing.
      if (!isWhole && content === '' && toolCalls.length > 0) content = null;
      const details = reasoning?.close() ?? textEntry(reasoningText);
      if (extra !== undefined) details.push(extraEntry(extra));
      details.push(...extras);
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
  toolCalls: ToolCall[];
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

interface ToolCalls {
  /** Whether there are too many. */
  take(piece: JsonValue): 'too_many' | undefined;
  /** Memory of the calls, in bytes. */
  size(): number;
  /**
   * The finished calls, and entries with what the provider attached to them. A call without a function is left out,
   * since nobody could make it.
   */
  close(): { calls: ToolCall[]; extras: JsonValue[] };
}

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
  extra?: JsonValue;
}

/**
 * Builds the tool calls of an answer from their streamed pieces. Identifiers, names and arguments stay as the model
 * wrote them, including broken arguments. The work grows with the pieces, not with pieces times calls.
 */
export function createToolCalls(): ToolCalls {
  const calls: OpenCall[] = [];
  let size = 0;
  /** The latest call of each index. */
  const byIndex = new Map<JsonValue | undefined, OpenCall>();

  /**
   * The call that a piece continues. Some servers number every call 0 and some send no number: for those, another id
   * together with a name starts a call, and without ids, another name does, or the same one with an object after whole
   * arguments. Others create an id for every piece: such pieces have no name.
   */
  function continued(index: JsonValue | undefined, piece: OpenCall): OpenCall | undefined {
    const call = index === undefined ? calls.at(-1) : byIndex.get(index);
    if (!call || piece.name === '' || call.name === '') return call;
    if (piece.id !== '' && piece.id === call.id) return call;
    const isAnother =
      index === undefined ||
      piece.id !== '' ||
      piece.name !== call.name ||
      (piece.arguments.trimStart().startsWith('{') && isWhole(call.arguments));
    return isAnother ? undefined : call;
  }

  return {
    take(value) {
      const piece = asObject(value);
      if (!piece) return undefined;
      const isFunction = (asText(piece.type) ?? 'function') === 'function';
      const given = isFunction ? asObject(piece.function) : undefined;
      const id = asText(piece.id) ?? '';
      const name = asText(given?.name) ?? '';
      const text = argumentsText(given?.arguments);
      const call = continued(piece.index, { id, name, arguments: text });
      const { extra_content: extra } = piece;
      size += weightOf(extra);
      if (call) {
        size += weightOf(text);
        if (extra !== undefined && extra !== null) call.extra = extra;
        call.id ||= id;
        call.name ||= name;
        call.arguments += text;
        return undefined;
      }
      if (calls.length >= MOST_CALLS) return 'too_many';
      const opened: OpenCall = { id, name, arguments: text };
      calls.push(opened);
      size += weightOf(opened);
      if (extra !== undefined && extra !== null) opened.extra = extra;
      if (piece.index !== undefined) byIndex.set(piece.index, opened);
      return undefined;
    },
    size: () => size,
    close: () => closed(calls),
  };
}

function argumentsText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : writeJson(value);
}

/** Whether the arguments are complete. */
function isWhole(text: string): boolean {
  return text.trimEnd().endsWith('}') && parseModest(PASSED_THROUGH, text) !== undefined;
}

/**
 * A call gets an id from its position if its own id is missing, shared, or longer than a request allows, since no
 * message could answer it.
 */
function closed(all: OpenCall[]): ReturnType<ToolCalls['close']> {
  const calls = all.filter(({ name }) => name !== '');
  const taken = new Set<string>();
  // Only increases, so that each id collides at most once.
  let suffix = 0;
  const extras: JsonValue[] = [];
  const made = calls.map((call, position): ToolCall => {
    const given = toCleanText(call.id);
    let id = given === '' || given.length > LONGEST_ID ? `call_${position}` : given;
    const stem = toCleanText(id.slice(0, LONGEST_ID - ROOM_FOR_SUFFIX));
    while (taken.has(id)) {
      suffix = Math.max(suffix + 1, position);
      id = `${stem}_${suffix}`;
    }
    taken.add(id);
    const name = toCleanText(call.name);
    if (call.extra !== undefined) extras.push(extraEntry(call.extra, id));
    return { id, type: 'function', function: { name, arguments: toCleanText(call.arguments) } };
  });
  return { calls: made, extras };
}

/** The contract's maximum length of an id. */
const LONGEST_ID = 1_024;
const ROOM_FOR_SUFFIX = 8;
