/** Anthropic's Messages API. */
import { asText, type JsonObject } from '../../../providers/json.ts';
import type { StatusTable } from '../../../providers/refusals.ts';
import { isDataUrl } from '../message-parts.ts';
import type {
  ContentPart,
  GenerationParameters,
  Submission,
  Tool,
  ToolChoice,
} from '../model-provider.ts';
import {
  type Adapter,
  argumentsOf,
  argumentsSchema,
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
import { FORMAT, TRANSLATION } from './answer.ts';

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
  dialect: { temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
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
