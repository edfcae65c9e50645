/** Anthropic's Messages API. */
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { StatusTable } from '../../../providers/refusals.ts';
import type { Translation } from '../chat-completions/answer.ts';
import { isDataUrl } from '../message-parts.ts';
import type {
  ContentPart,
  GenerationParameters,
  JsonValue,
  Submission,
  Tool,
  ToolChoice,
} from '../model-provider.ts';
import {
  type Adapter,
  argumentsOf,
  argumentsSchema,
  createPlace,
  delta,
  joinTurns,
  type ModelSettings,
  piecesOf,
  readDataUrl,
  type Turn,
  type TurnPiece,
  thinkingBudget,
  toolId,
  type WireRequest,
  withoutSystem,
} from '../native.ts';

const ABOUT_THE_ACCOUNT = [
  'Your credit balance is too low',
  'You have reached your specified',
  'This organization has been disabled',
];

/**
 * 529 is `overloaded_error`: the API had no capacity for the request. 500 and 504 may come after the model has worked,
 * and so may an error within a stream.
 */
const STATUSES: StatusTable = {
  page: 'https://platform.claude.com/docs/en/api/errors',
  refused: new Set([400, 401, 402, 403, 404, 413]),
  busy: new Set([429, 529]),
  // The API tells of the credit, the spending limits and the end of an account with 400.
  isAboutCredentials: (status, { message }) =>
    status === 403 || ABOUT_THE_ACCOUNT.some((words) => asText(message)?.startsWith(words)),
  isAboutOutput: ({ message }) => asText(message)?.startsWith('Output blocked') === true,
};

export const ANTHROPIC: Adapter = {
  dialect: {
    temporaryStatuses: new Set(),
    statuses: STATUSES,
    translation: { exactMembers: new Set(['input']), begin: beginAnswer },
  },
  toRequest,
  credentials: (key) => ({
    ...(key !== undefined && { 'x-api-key': key }),
    'anthropic-version': '2023-06-01',
  }),
};

/** A submission in the form of the Messages API: https://platform.claude.com/docs/en/api/messages */
function toRequest(work: Submission, settings: ModelSettings): WireRequest {
  const { model, maxOutputTokens, parameters = {}, endUser } = work;
  const { system, turns } = withoutSystem(work.messages);
  const { temperature, top_p, stop } = parameters;
  return {
    path: '/messages',
    body: {
      ...{ model, max_tokens: maxOutputTokens, stream: true },
      ...(system.length > 0 && { system: system.map(userBlock) }),
      messages: joinTurns(turns.map(turnOf)).filter(({ content }) => content.length > 0),
      ...toolsOf(work),
      ...(temperature !== undefined && { temperature }),
      ...(top_p !== undefined && { top_p }),
      ...(stop && { stop_sequences: stop }),
      ...thinkingOf(work, settings),
      ...(endUser !== undefined && { metadata: { user_id: endUser } }),
    },
  };
}

function turnOf(turn: Turn): { role: string; content: object[] } {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: userBlocks(turn.content) };
    case 'assistant':
      return { role: 'assistant', content: piecesOf(turn, FORMAT).flatMap(assistantBlock) };
    case 'tool': {
      const { tool_call_id: id, content } = turn;
      const texts = typeof content === 'string' ? content : content.map(userBlock);
      return {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: toolId(id), content: texts }],
      };
    }
  }
}

function userBlocks(content: string | ContentPart[]): object[] {
  return typeof content === 'string' ? [textBlock(content)] : content.map(userBlock);
}

function userBlock(part: ContentPart): object {
  return { ...plainBlock(part), ...cacheOf(part) };
}

function cacheOf({ cache_control: cache }: Pick<ContentPart, 'cache_control'>): object {
  return cache ? { cache_control: { type: cache.type, ...(cache.ttl && { ttl: cache.ttl }) } } : {};
}

function plainBlock(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return textBlock(part.text);
    case 'image_url':
      return { type: 'image', source: imageSource(part.image_url.url) };
    case 'file': {
      const { filename: title, file_data } = part.file;
      return { type: 'document', title, source: documentSource(file_data) };
    }
    case 'input_audio':
      throw new Error('The Messages API takes no sound.');
  }
}

function textBlock(text: string): object {
  return { type: 'text', text };
}

function imageSource(url: string): object {
  return isDataUrl(url) ? base64Source(url) : { type: 'url', url };
}

/** A PDF as it is; a kind of text as plain text, the only one that the API knows. */
function documentSource(url: string): object {
  const { mediaType, base64 } = readDataUrl(url);
  if (mediaType === 'application/pdf') return base64Source(url);
  const data = Buffer.from(base64, 'base64').toString('utf8');
  return { type: 'text', media_type: 'text/plain', data };
}

function base64Source(url: string): object {
  const { mediaType, base64 } = readDataUrl(url);
  return { type: 'base64', media_type: mediaType, data: base64 };
}

function assistantBlock(piece: TurnPiece): object | [] {
  switch (piece.kind) {
    case 'text':
      // The API refuses blanks without anything else.
      return piece.text.trim() === '' ? [] : textBlock(piece.text);
    case 'call': {
      const { id, function: called } = piece.call;
      return {
        type: 'tool_use',
        id: toolId(id),
        name: called.name,
        input: argumentsOf(piece.call),
      };
    }
    case 'entry':
      return thinkingBlock(piece.entry) ?? [];
  }
}

function thinkingBlock({ type, text, signature, data }: JsonObject): object | undefined {
  if (type === 'reasoning.encrypted' && asText(data)) return { type: 'redacted_thinking', data };
  if (type !== 'reasoning.text' || !asText(signature)) return undefined;
  return { type: 'thinking', thinking: asText(text) ?? '', signature };
}

function toolsOf({ tools = [], toolChoice, parallelToolCalls }: Submission): object {
  if (tools.length === 0) return {};
  const choice = choiceOf(toolChoice, parallelToolCalls);
  return { tools: tools.map(toolOf), ...(choice && { tool_choice: choice }) };
}

function toolOf({ name, description, parameters, strict, ...tool }: Tool): object {
  return {
    ...{ name, description, input_schema: argumentsSchema(parameters) },
    ...(strict !== undefined && { strict }),
    ...cacheOf(tool),
  };
}

function choiceOf(choice: ToolChoice | undefined, parallel: boolean | undefined) {
  if (choice === 'none') return { type: 'none' };
  if (choice === undefined && parallel === undefined) return undefined;
  const one = parallel === undefined ? {} : { disable_parallel_tool_use: !parallel };
  if (typeof choice === 'object') return { type: 'tool', name: choice.function.name, ...one };
  return { type: choice === 'required' ? 'any' : 'auto', ...one };
}

/** The effort and the form of the answer, which share a member. */
function thinkingOf(work: Submission, settings: ModelSettings): object {
  const { reasoning, response_format: format }: GenerationParameters = work.parameters ?? {};
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : undefined;
  const effort = reasoning?.effort;
  const { thinking = BUDGETED.test(work.model) ? 'budget' : 'effort' } = settings;
  const asWord = effort !== undefined && effort !== 'none' && thinking === 'effort';
  const output = {
    ...(asWord && { effort: effort === 'minimal' ? 'low' : effort }),
    ...(schema && { format: { type: 'json_schema', schema } }),
  };
  return {
    ...(effort !== undefined && { thinking: thinkingMode(effort, work, thinking) }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
  };
}

function thinkingMode(
  effort: string,
  { maxOutputTokens }: Submission,
  thinking: NonNullable<ModelSettings['thinking']>,
): object {
  if (effort === 'none') return { type: 'disabled' };
  if (thinking === 'effort') return { type: 'adaptive', display: 'summarized' };
  // Below the whole output, of which it is a part.
  const bounds = { least: 1_024, most: maxOutputTokens - 1 };
  const budget = thinkingBudget(effort, maxOutputTokens, bounds);
  return budget > 0 ? { type: 'enabled', budget_tokens: budget } : { type: 'disabled' };
}

/** Models before 4.6 take no effort. */
const BUDGETED = /claude-3|-4-(0|1|5|2025\d{4})(?!\d)/;

/*
 * The events of the Messages API as chunks of chat completions. Blocks of other types, which only tools of the
 * provider's own produce, are left out.
 */

/** The name by which gateways call this form of reasoning entries. */
const FORMAT = 'anthropic-claude-v1';

function beginAnswer(): ReturnType<Translation['begin']> {
  const blocks = createBlocks();
  let usage: JsonObject = {};

  /** The last counts, of which later events report only those that have changed. */
  function counted(given: JsonValue | undefined): JsonObject {
    usage = { ...usage, ...withoutNulls(asObject(given) ?? {}) };
    return { usage: toUsage(usage) };
  }

  function whole(message: JsonObject): JsonObject[] {
    const content = (asList(message.content) ?? []).map((block) => asObject(block) ?? {});
    return [
      { ...headOf(message), ...counted(message.usage) },
      ...content.flatMap((block, index) => [...blocks.begin(index, block), ...blocks.end(index)]),
      endOf(message),
    ];
  }

  return (event) => {
    const { index = null } = event;
    switch (event.type) {
      case 'message_start': {
        const message = asObject(event.message) ?? {};
        return [{ ...headOf(message), ...counted(message.usage) }];
      }
      case 'content_block_start':
        return blocks.begin(index, asObject(event.content_block) ?? {});
      case 'content_block_delta':
        return blocks.proceed(index, asObject(event.delta) ?? {});
      case 'content_block_stop':
        return blocks.end(index);
      case 'message_delta':
        return [{ ...endOf(asObject(event.delta) ?? {}), ...counted(event.usage) }];
      case 'message':
        return whole(event);
      case 'error':
        return [{ error: event.error ?? 'error' }];
      default:
        return [];
    }
  };
}

/** The blocks of a message, each named by its index. */
function createBlocks() {
  const place = createPlace();
  /** The position of the call of each block, and whether it has arguments by now. */
  const calls = new Map<JsonValue, { position: number; hasArguments: boolean }>();

  function textOf(value: JsonValue | undefined): JsonObject[] {
    const text = asText(value);
    if (text === undefined) return [];
    place.addText(text);
    return [delta({ content: text })];
  }

  function entryOf(entry: JsonObject): JsonObject[] {
    return [delta({ reasoning_details: [{ ...entry, format: FORMAT, ...place.here() }] })];
  }

  function callOf(index: JsonValue, { id = '', name = '', input }: JsonObject): JsonObject[] {
    // A stream begins with an empty object, and its pieces follow.
    const hasArguments = Object.keys(asObject(input) ?? {}).length > 0;
    const position = place.calls();
    calls.set(index, { position, hasArguments });
    place.addCall();
    const called = { name, arguments: hasArguments ? (input ?? '') : '' };
    return [delta({ tool_calls: [{ index: position, id, function: called }] })];
  }

  function argumentsOf(index: JsonValue, text: JsonValue): JsonObject[] {
    const call = calls.get(index);
    if (!call || text === '') return [];
    call.hasArguments = true;
    return [delta({ tool_calls: [{ index: call.position, function: { arguments: text } }] })];
  }

  return {
    begin(index: JsonValue, block: JsonObject): JsonObject[] {
      switch (block.type) {
        case 'text':
          return textOf(block.text);
        case 'thinking': {
          const { thinking: text = '', signature } = block;
          return entryOf({ type: 'reasoning.text', text, ...signed(signature), index });
        }
        case 'redacted_thinking':
          return entryOf({ type: 'reasoning.encrypted', data: block.data ?? '', index });
        case 'tool_use':
          return callOf(index, block);
        default:
          return [];
      }
    },
    proceed(index: JsonValue, piece: JsonObject): JsonObject[] {
      switch (piece.type) {
        case 'text_delta':
          return textOf(piece.text);
        case 'thinking_delta':
          return [pieceOf({ type: 'reasoning.text', text: piece.thinking ?? '', index })];
        case 'signature_delta':
          return [pieceOf({ type: 'reasoning.text', ...signed(piece.signature), index })];
        case 'input_json_delta':
          return argumentsOf(index, piece.partial_json ?? '');
        default:
          return [];
      }
    },
    /** A call without any pieces has the object that its block began with. */
    end: (index: JsonValue): JsonObject[] =>
      calls.get(index)?.hasArguments === false ? argumentsOf(index, '{}') : [],
  };
}

/** A piece of an entry that has begun. */
function pieceOf(piece: JsonObject): JsonObject {
  return delta({ reasoning_details: [piece] });
}

function signed(signature: JsonValue | undefined): { signature?: string } {
  const text = asText(signature);
  return text === undefined ? {} : { signature: text };
}

function headOf({ id, model }: JsonObject): JsonObject {
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }) };
}

function endOf({ stop_reason: reason }: JsonObject): JsonObject {
  const word = asText(reason);
  return word === undefined ? {} : { choices: [{ delta: {}, finish_reason: word }] };
}

/** Counts that the provider did not send stay absent. The prompt is the sum of what it counts apart. */
function toUsage(usage: JsonObject): JsonObject {
  const { input_tokens: fresh, cache_creation_input_tokens: written } = usage;
  const { cache_read_input_tokens: cached, output_tokens: completion } = usage;
  const thinking = asObject(usage.output_tokens_details)?.thinking_tokens;
  return withoutNulls({
    prompt_tokens:
      typeof fresh === 'number' ? fresh + (numberOf(written) ?? 0) + (numberOf(cached) ?? 0) : null,
    completion_tokens: completion ?? null,
    prompt_tokens_details: withoutNulls({
      cached_tokens: cached ?? null,
      cache_write_tokens: written ?? null,
      cache_write_1h_tokens: asObject(usage.cache_creation)?.ephemeral_1h_input_tokens ?? null,
    }),
    completion_tokens_details: withoutNulls({ reasoning_tokens: thinking ?? null }),
  });
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
