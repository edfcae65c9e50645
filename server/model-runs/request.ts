/**
 * The request for a model run, from a body that the contract allows, and the rules of a conversation that a schema can't
 * express: which tool results answer which calls, how large a prompt is, and which choices of tools make sense. Pure.
 */
import { textOfNumber, trueName } from '../platform/lib/json.ts';
import { type Fault, type FaultCode, Problem } from '../platform/lib/problem.ts';
import { codePoints } from '../platform/lib/text.ts';
import { readRunRequest } from '../runs/edges/index.ts';
import type { RunRequest } from '../runs/index.ts';
import {
  type ContentPart,
  type GenerationParameters,
  type JsonSchemaFormat,
  type JsonValue,
  type Message,
  PASSED_THROUGH,
  partsOf,
  type Tool,
  type ToolCall,
  type ToolChoice,
  textsOf,
} from './providers/index.ts';

/** In the caller's form; see `response_format` of `CreateRequest`. */
interface RequestedFormat {
  type: 'text' | 'json_object' | 'json_schema';
  json_schema?: JsonSchemaFormat;
}

export interface CreateRequest extends RunRequest, Omit<GenerationParameters, 'response_format'> {
  model: string;
  messages: Message[];
  maxOutputTokens: number;
  tools?: Tool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
  response_format?: RequestedFormat;
}

/**
 * The request from a body that the contract allows. Leaves out an empty list of tools, which some generated clients
 * send if there are none, and the format that every answer has.
 */
export function toCreateRequest(body: unknown, exactBody: unknown): CreateRequest {
  const read = readRunRequest<CreateRequest>(body, exactBody, PASSED_THROUGH);
  const { tools = [], response_format: format, ...request } = read;
  const isPlainText = format?.type === 'text' && format.json_schema === undefined;
  return {
    ...request,
    ...(tools.length > 0 && { tools }),
    ...(format && !isPlainText && { response_format: format }),
  };
}

/** Rules of shape: violations get a 400 before the look-up of the request key. */
export function checkShape(body: CreateRequest): void {
  const faults = [...faultsOfToolChoice(body), ...faultsOfFormat(body)];
  if (faults.length > 0) {
    throw new Problem('invalid_request', faults[0]!.detail, { errors: faults.slice(0, 20) });
  }
}

function faultsOfToolChoice({ tools, tool_choice, parallel_tool_calls }: CreateRequest): Fault[] {
  const faults: Fault[] = [];
  const names = new Set<string>();
  tools?.forEach((tool, i) => {
    if (names.has(tool.name)) {
      const detail = 'Names of tools are unique.';
      faults.push({ pointer: `#/tools/${i}/name`, detail, code: 'duplicate' });
    }
    names.add(tool.name);
  });
  if (!tools && tool_choice !== undefined) {
    const detail = 'tool_choice needs tools.';
    faults.push({ pointer: '#/tool_choice', detail, code: 'needs_tools' });
  }
  if (!tools && parallel_tool_calls !== undefined) {
    const detail = 'parallel_tool_calls needs tools.';
    faults.push({ pointer: '#/parallel_tool_calls', detail, code: 'needs_tools' });
  }
  if (tools && typeof tool_choice === 'object' && !names.has(tool_choice.function.name)) {
    const detail = 'tool_choice names a function that is not among tools.';
    faults.push({ pointer: '#/tool_choice/function/name', detail, code: 'unknown_tool' });
  }
  return faults;
}

function faultsOfFormat({ response_format: format }: CreateRequest): Fault[] {
  const pointer = '#/response_format/json_schema';
  if (format?.type === 'json_schema' && !format.json_schema) {
    const detail = 'json_schema is required with the type json_schema.';
    return [{ pointer, detail, code: 'required' }];
  }
  if (format && format.type !== 'json_schema' && format.json_schema) {
    const detail = 'json_schema goes together with the type json_schema only.';
    return [{ pointer, detail, code: 'additional_properties' }];
  }
  return [];
}

/**
 * Refuses with 422 a conversation whose tool calls and results do not match: exactly the results of its calls follow an
 * assistant message with calls, and the last message is a user's or completes such a set. A called function need not be
 * among `tools`: they change between turns, and the result tells a model that it called a tool that it did not have.
 */
export function checkToolCalls(messages: Message[]): void {
  let open: Map<string, ToolCall> | undefined;
  let answered = new Set<string>();
  messages.forEach((message, i) => {
    const at = `#/messages/${i}`;
    if (message.role === 'tool') {
      const pointer = `${at}/tool_call_id`;
      const call = open?.get(message.tool_call_id);
      if (!call) {
        const detail = 'No call of the assistant message directly before has this id.';
        refuse(pointer, 'unknown_call', detail);
      }
      if (message.name !== undefined && message.name !== call.function.name) {
        refuse(`${at}/name`, 'name_mismatch', 'The call with this id is of another function.');
      }
      if (answered.has(message.tool_call_id)) {
        refuse(pointer, 'repeated_result', 'This call has a result already.');
      }
      answered.add(message.tool_call_id);
      return;
    }
    if (open && answered.size < open.size) {
      const detail = 'Results of all tool calls of the message before come first.';
      refuse(at, 'missing_result', detail);
    }
    open = undefined;
    if (message.role === 'assistant' && message.tool_calls?.length) {
      open = callsById(message.tool_calls, at);
      answered = new Set();
    }
  });
  const last = messages.at(-1)!;
  const at = `#/messages/${messages.length - 1}`;
  if (open && answered.size < open.size) {
    refuse(at, 'missing_result', 'A tool call has no result yet.');
  }
  if (last.role !== 'user' && last.role !== 'tool') {
    const detail = "The last message is a user's, or completes the results of tool calls.";
    refuse(at, 'last_role', detail);
  }
}

function callsById(calls: ToolCall[], at: string): Map<string, ToolCall> {
  const byId = new Map<string, ToolCall>();
  calls.forEach((call, i) => {
    if (byId.has(call.id)) {
      const detail = 'Two calls of one message share an id.';
      refuse(`${at}/tool_calls/${i}/id`, 'repeated_call', detail);
    }
    byId.set(call.id, call);
  });
  return byId;
}

function refuse(pointer: string, code: FaultCode, detail: string): never {
  throw new Problem('inconsistent_tool_calls', detail, { at: { pointer, code } });
}

/**
 * Unicode code points of every string that the caller chose in messages and tools. The messages are those that the
 * provider gets: see `asTaken`.
 */
export function promptChars(body: Pick<CreateRequest, 'messages' | 'tools'>): number {
  let sum = 0;
  for (const message of body.messages) {
    if (typeof message.content === 'string') sum += codePoints(message.content);
    for (const part of partsOf(message)) sum += charsOfPart(part);
    if (message.role === 'tool') {
      sum += codePoints(message.tool_call_id) + codePoints(message.name ?? '');
    }
    if (message.role !== 'assistant') continue;
    sum += codePoints(message.refusal ?? '');
    for (const call of message.tool_calls ?? []) {
      sum +=
        codePoints(call.id) + codePoints(call.function.name) + codePoints(call.function.arguments);
    }
    sum += charsOf(message.reasoning_details ?? []);
  }
  for (const tool of body.tools ?? []) {
    sum += codePoints(tool.name) + codePoints(tool.description) + charsOf(tool.parameters);
  }
  return sum;
}

/**
 * The least number of tokens that the messages can have. The text of a message takes at least one token for every
 * `maxCharsPerToken` characters, and no token reaches from one message into the next. This counts only what every chat
 * template includes: not the white space around a text, which some trim, and not parts that are not text, identifiers,
 * calls, reasoning and tools, which some leave out or write differently.
 */
export function minPromptTokens(messages: Message[], maxCharsPerToken: number): number {
  return messages.reduce((sum, message) => {
    const chars = textsOf(message).reduce((all, text) => all + codePoints(text.trim()), 0);
    return sum + Math.ceil(chars / maxCharsPerToken);
  }, 0);
}

/** What the caller chose of a part, whether an image in base64 or a text. */
function charsOfPart(part: ContentPart): number {
  switch (part.type) {
    case 'text':
      return codePoints(part.text);
    case 'image_url':
      return codePoints(part.image_url.url);
    case 'file':
      return codePoints(part.file.filename) + codePoints(part.file.file_data);
    case 'input_audio':
      return codePoints(part.input_audio.data);
  }
}

/** Strings and member names of a JSON value; the parser of the body limits its depth. */
function charsOf(value: JsonValue): number {
  if (typeof value === 'string') return codePoints(value);
  if (value === null || typeof value !== 'object' || textOfNumber(value) !== undefined) return 0;
  let sum = 0;
  if (Array.isArray(value)) {
    for (const item of value) sum += charsOf(item);
    return sum;
  }
  for (const name of Object.keys(value)) {
    sum += codePoints(trueName(name)) + charsOf(value[name]!);
  }
  return sum;
}
