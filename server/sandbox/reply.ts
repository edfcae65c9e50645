/**
 * The answer of a sandbox model: computed in full before anything is sent, always the same for the same request. Four
 * characters are a token, and the answer respects the limit of output tokens.
 */
import {
  type JsonValue,
  joinedTexts,
  type Message,
  type Model,
  type ToolCall,
  textsOf,
} from '../model-runs/providers/index.ts';
import { exampleValue } from './example-value.ts';
import { inputTokensOf, wordsOf } from './inputs.ts';
import { CHARACTERS_PER_TOKEN, costOf, type Script } from './models.ts';
import type { WireRequest, WireTool } from './request.ts';
import { think } from './thinking.ts';

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

export function tokensOf(text: string): number {
  return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}
