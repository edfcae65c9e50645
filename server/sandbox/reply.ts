/**
 * The answer of a sandbox model: computed in full before anything is sent, always the same for the same request. Four
 * characters are a token, and the answer respects the limit of output tokens. Of images, files and sound it reports what
 * it received, and counts it.
 */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  base64Of,
  type ContentPart,
  isDataUrl,
  type JsonValue,
  joinedTexts,
  type Message,
  MODALITIES,
  type Model,
  partsOf,
  type ToolCall,
  textsOf,
} from '../model-runs/providers/index.ts';
import { exampleValue } from './example-value.ts';
import { CHARACTERS_PER_TOKEN, costOf, IMAGE_TOKENS, type Script } from './models.ts';
import type { WireRequest, WireTool } from './request.ts';

export interface Reply {
  text: string | null;
  toolCalls: ToolCall[];
  reasoning: JsonValue[];
  finish: 'stop' | 'length' | 'tool_calls';
  promptTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  /** In US dollars. */
  cost: number;
}

export function replyTo(request: WireRequest, model: Model, script: Script): Reply {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? 1_024;
  const promptTokens = countPrompt(request, model);
  const isToThink = script === 'thinker' && request.reasoning?.effort !== 'none';
  const thoughts = isToThink ? think(request.messages) : undefined;
  const reasoningTokens = Math.min(tokensOf(thoughts?.text ?? ''), limit);
  const calls = script === 'tool-caller' ? callsFor(request) : [];
  const said =
    calls.length > 0
      ? cutCalls(calls, limit)
      : cutText(
          untilStop(inForm(wordsFor(request, script), request), request),
          limit - reasoningTokens,
        );
  const completionTokens = Math.max(reasoningTokens + said.tokens, 1);
  return {
    text: said.text,
    toolCalls: said.calls,
    reasoning: thoughts?.details ?? [],
    finish: said.isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
    promptTokens,
    completionTokens,
    reasoningTokens,
    cost: costOf(model.pricing, promptTokens, completionTokens),
  };
}

function wordsFor({ messages, tools, tool_choice: choice }: WireRequest, script: Script): string {
  const last = messages.at(-1);
  if (script !== 'tool-caller') return last ? wordsOf(last) : '';
  if (last?.role === 'tool') return `The tools answered: ${resultsOf(messages).join('; ')}`;
  if (tools && choice === 'none') return 'There are tools, and none of them may be called.';
  return 'There is no tool to call.';
}

/** As JSON if requested: a value that matches the schema, or the text in an object. */
function inForm(words: string, { response_format: format }: WireRequest): string {
  if (format?.type === 'json_schema')
    return JSON.stringify(exampleValue(format.json_schema.schema));
  return format?.type === 'json_object' ? JSON.stringify({ text: words }) : words;
}

/** Up to the first stop sequence. */
function untilStop(words: string, { stop = [] }: WireRequest): string {
  const ends = stop.map((text) => words.indexOf(text)).filter((at) => at >= 0);
  return words.slice(0, Math.min(words.length, ...ends));
}

/** The results after the last calls, each with the name of the called function. */
function resultsOf(messages: Message[]): string[] {
  const from = messages.findLastIndex((message) => message.role === 'assistant');
  const asking = messages[from];
  const calls = asking?.role === 'assistant' ? (asking.tool_calls ?? []) : [];
  return messages.slice(from + 1).flatMap((message) => {
    if (message.role !== 'tool') return [];
    const call = calls.find((one) => one.id === message.tool_call_id);
    return [`${call?.function.name ?? 'unknown'} said ${joinedTexts(message.content)}`];
  });
}

/** One round of calls per turn: the named tool, or the first, or the first two if that is allowed. */
function callsFor(request: WireRequest): ToolCall[] {
  const { tools = [], tool_choice: choice = 'auto', messages } = request;
  if (choice === 'none' || messages.at(-1)?.role === 'tool') return [];
  const named = typeof choice === 'string' ? undefined : choice.function.name;
  const wanted = named === undefined ? tools : tools.filter((tool) => tool.function.name === named);
  const turn = messages.filter((message) => message.role === 'assistant').length;
  return wanted
    .slice(0, request.parallel_tool_calls === true ? 2 : 1)
    .map((tool, position) => callOf(tool, `call_${turn}_${position}`));
}

function callOf({ function: { name, parameters } }: WireTool, id: string): ToolCall {
  const value = JSON.stringify(exampleValue({ type: 'object', ...parameters }));
  return { id, type: 'function', function: { name, arguments: value } };
}

interface Said {
  text: string | null;
  calls: ToolCall[];
  tokens: number;
  isCut: boolean;
}

function cutText(words: string, limit: number): Said {
  const characters = [...words];
  const kept = characters.slice(0, limit * CHARACTERS_PER_TOKEN);
  const text = kept.join('');
  return { text, calls: [], tokens: tokensOf(text), isCut: kept.length < characters.length };
}

/** Like a real model, it stops at the limit, even in the middle of the arguments. */
function cutCalls(calls: ToolCall[], limit: number): Said {
  let tokens = 0;
  let isCut = false;
  const kept: ToolCall[] = [];
  for (const call of calls) {
    const left = limit - tokens;
    if (left <= 0) {
      isCut = true;
      break;
    }
    const said = cutText(call.function.arguments, left);
    kept.push({ ...call, function: { ...call.function, arguments: said.text ?? '' } });
    tokens += said.tokens;
    isCut ||= said.isCut;
  }
  return { text: null, calls: kept, tokens, isCut };
}

function countPrompt(request: WireRequest, model: Model): number {
  const { messages, tools = [], response_format: format } = request;
  const ofMessages = messages.map((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const written = calls.map((call) => call.function.name + call.function.arguments).join('');
    return tokensOf(textsOf(message).join('\n') + written) + 2;
  });
  const ofTools = tools.map((tool) => tokensOf(JSON.stringify(tool.function)));
  const ofForm =
    format?.type === 'json_schema' ? [tokensOf(JSON.stringify(format.json_schema))] : [];
  const ofInputs = inputTokensOf(messages, model);
  return [...ofMessages, ...ofTools, ...ofForm, ofInputs].reduce((sum, count) => sum + count, 3);
}

function tokensOf(text: string): number {
  return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** The content of a message, line by line: its texts, then the kind and the size of each other part. */
function wordsOf(message: Message): string {
  const others = partsOf(message).filter((part) => part.type !== 'text');
  return [...textsOf(message), ...others.map(lineOf)].join('\n');
}

function lineOf(part: ContentPart): string {
  const bytes = bytesOf(part);
  return `${MODALITIES[part.type]}: ${bytes === undefined ? 'a URL' : `${bytes} bytes`}`;
}

/**
 * An image has a fixed number of tokens; for everything else, this many bytes are a token, up to the context length.
 */
function inputTokensOf(messages: readonly Message[], { contextLength }: Model): number {
  const parts = messages.flatMap((message) => partsOf(message));
  const images = parts.filter((part) => part.type === 'image_url');
  const bytes = parts.reduce(
    (sum, part) => sum + (part.type === 'image_url' ? 0 : (bytesOf(part) ?? 0)),
    0,
  );
  const others = Math.ceil(bytes / CHARACTERS_PER_TOKEN);
  return images.length * IMAGE_TOKENS + Math.min(others, contextLength ?? others);
}

/** The size of the part's content; undefined if the content is elsewhere, and for a text. */
function bytesOf(part: ContentPart): number | undefined {
  switch (part.type) {
    case 'text':
      return undefined;
    case 'image_url':
      return isDataUrl(part.image_url.url) ? sizeOf(base64Of(part.image_url.url)) : undefined;
    case 'file':
      return sizeOf(base64Of(part.file.file_data));
    case 'input_audio':
      return sizeOf(part.input_audio.data);
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

interface Thoughts {
  text: string;
  details: JsonValue[];
}

const MARK = 'sandbox-';

function think(messages: Message[]): Thoughts {
  const last = messages.at(-1);
  const turn = messages.filter((message) => message.role === 'assistant').length + 1;
  const lastText = last ? textsOf(last).join('\n') : '';
  const text = `Turn ${turn}. I was told ${[...lastText].length} characters, and I shall say them again.`;
  return { text, details: detailsOf(text) };
}

/** Whether our reasoning comes back partly, changed or out of order. */
export function isReasoningBroken(messages: Message[]): boolean {
  return messages.some((message) => {
    const details = message.role === 'assistant' ? (message.reasoning_details ?? []) : [];
    if (!details.some(isOurs)) return false;
    const [first] = details;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : '';
    return !isDeepStrictEqual(details, detailsOf(String(text)));
  });
}

/** The entries in the form of a whole answer. */
function detailsOf(text: string): JsonValue[] {
  const common = { format: 'unknown', id: `${MARK}${digest(`id ${text}`).slice(0, 12)}` };
  return [
    { type: 'reasoning.text', text, signature: digest(text), ...common, index: 0 },
    { type: 'reasoning.encrypted', data: digest(`sealed ${text}`), ...common, index: 1 },
  ];
}

/** The same entries in the form of a stream: the text in pieces, and the signature after it. */
export function reasoningPieces(details: JsonValue[]): JsonValue[] {
  return details.flatMap((detail): JsonValue[] => {
    if (typeof detail !== 'object' || detail === null || !('text' in detail)) return [detail];
    const { text, signature = null, ...common } = detail;
    const parts = String(text).match(/.{1,24}/gsu) ?? [];
    return [...parts.map((part) => ({ ...common, text: part })), { ...common, signature }];
  });
}

function isOurs(detail: JsonValue): boolean {
  if (typeof detail !== 'object' || detail === null || !('id' in detail)) return false;
  return typeof detail.id === 'string' && detail.id.startsWith(MARK);
}

function digest(text: string): string {
  return createHash('sha256').update(`sandbox ${text}`).digest('base64');
}
