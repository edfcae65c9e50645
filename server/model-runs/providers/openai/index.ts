/** OpenAI, and its models on Azure: the Responses API, or chat completions where a model is to be reached by them. */

import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { StatusTable } from '../../../providers/refusals.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { Dialect } from '../chat-completions/submit.ts';
import {
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/wire-messages.ts';
import { joinedTexts } from '../message-parts.ts';
import type {
  AssistantMessage,
  ContentPart,
  GenerationParameters,
  JsonValue,
  Message,
  ResponseFormat,
  Submission,
} from '../model-provider.ts';
import {
  type Adapter,
  createPlace,
  delta,
  type ModelSettings,
  piecesOf,
  type TurnPiece,
  type WireRequest,
} from '../native.ts';

/** 503 is "overloaded" there, which does not say that nothing ran, and neither does 500. */
const STATUSES: StatusTable = {
  page: 'https://platform.openai.com/docs/guides/error-codes',
  refused: new Set([400, 401, 403, 404, 413, 422]),
  busy: new Set([429]),
  // The region or the project of this deployment.
  isAboutCredentials: (status) => status === 403,
};

const CHAT: Dialect = { temporaryStatuses: new Set(), statuses: STATUSES };
const RESPONSES: Dialect = {
  ...CHAT,
  translation: { exactMembers: new Set(), begin: beginAnswer },
};

export const OPENAI: Adapter = {
  dialect: RESPONSES,
  toRequest: (work, settings) => requestOf(work, settings, ['/responses', '/chat/completions']),
  credentials: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
};

/**
 * Without a version, the address is that of the `v1` API. A version belongs to the older addresses, of which the one of
 * chat completions names the deployment: https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
export const AZURE_OPENAI: Adapter = {
  dialect: RESPONSES,
  toRequest(work, settings) {
    const { apiVersion: version } = settings;
    if (version === undefined) {
      return requestOf(work, settings, ['/openai/v1/responses', '/openai/v1/chat/completions']);
    }
    const query = `?api-version=${encodeURIComponent(version)}`;
    const deployment = `/openai/deployments/${encodeURIComponent(work.model)}`;
    return requestOf(work, settings, [
      `/openai/responses${query}`,
      `${deployment}/chat/completions${query}`,
    ]);
  },
  credentials(key, auth) {
    if (key === undefined) return {};
    return auth === 'token' ? { authorization: `Bearer ${key}` } : { 'api-key': key };
  },
};

function requestOf(
  work: Submission,
  settings: ModelSettings,
  [responses, chat]: [string, string],
): WireRequest {
  return settings.api === 'chat-completions'
    ? { path: chat, body: toChatBody(work, settings), dialect: CHAT }
    : { path: responses, body: toResponsesBody(work, settings) };
}

/** In the form of chat completions, for models that take more there: sound, `stop` and `seed`. */
function toChatBody(work: Submission, { apiVersion }: ModelSettings): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = work;
  const { reasoning, ...others } = parameters;
  return {
    model,
    messages: toWireMessages(messages, {
      ...{ reasoning: 'none', refusal: true, cacheControl: false },
      ...{ systemRole: 'system', resultNames: false, extraContent: false },
    }),
    max_completion_tokens: maxOutputTokens,
    ...{ stream: true, store: false },
    stream_options: {
      include_usage: true,
      ...(apiVersion === undefined && { include_obfuscation: false }),
    },
    ...toWireTools(work, { cacheControl: false }),
    ...toWireParameters(others),
    ...(reasoning && { reasoning_effort: effortOf(reasoning.effort) }),
    ...(endUser !== undefined && { safety_identifier: endUser }),
  };
}

/**
 * A submission in the form of the Responses API: https://platform.openai.com/docs/api-reference/responses. OpenAI
 * stores nothing of it: encrypted reasoning goes back and forth instead.
 */
export function toResponsesBody(work: Submission, { canThink, apiVersion }: ModelSettings): object {
  const { model, maxOutputTokens, endUser, parameters = {} } = work;
  const {
    temperature,
    top_p,
    reasoning,
    response_format: format,
  }: GenerationParameters = parameters;
  return {
    ...{ model, input: work.messages.flatMap(itemsOf), max_output_tokens: maxOutputTokens },
    ...{ stream: true, store: false },
    // Padding would be half of the answer. Versions of Azure do not know the member.
    ...(apiVersion === undefined && { stream_options: { include_obfuscation: false } }),
    // Models without reasoning refuse it.
    ...(canThink && { include: ['reasoning.encrypted_content'] }),
    ...toolsOf(work),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(reasoning && { reasoning: { effort: effortOf(reasoning.effort) } }),
    ...(format && { text: { format: formatOf(format) } }),
    ...(endUser !== undefined && { safety_identifier: endUser }),
  };
}

/** The API has no `max`. */
function effortOf(effort: string): string {
  return effort === 'max' ? 'xhigh' : effort;
}

function formatOf(format: ResponseFormat): object {
  if (format.type !== 'json_schema') return { type: format.type };
  const { name, description, schema, strict } = format.json_schema;
  return {
    ...{ type: 'json_schema', name, schema },
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
}

function itemsOf(message: Message): object[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'message', role: 'system', content: joinedTexts(message.content) }];
    case 'user': {
      const { content } = message;
      const parts = typeof content === 'string' ? content : content.map(partOf);
      return [{ type: 'message', role: 'user', content: parts }];
    }
    case 'assistant':
      return assistantItems(message);
    case 'tool': {
      const { tool_call_id, content } = message;
      const output = joinedTexts(content);
      return [{ type: 'function_call_output', call_id: tool_call_id, output }];
    }
  }
}

function partOf(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image_url': {
      const { url, detail = 'auto' } = part.image_url;
      return { type: 'input_image', image_url: url, detail };
    }
    case 'file': {
      const { filename, file_data } = part.file;
      return { type: 'input_file', filename, file_data };
    }
    case 'input_audio':
      throw new Error('The Responses API takes no sound.');
  }
}

function assistantItems(message: AssistantMessage): object[] {
  const items: object[] = [];
  for (const { entries, piece } of grouped(piecesOf(message, FORMAT))) {
    items.push(...reasoningItems(entries));
    // The provider's message to which the text belongs: only this one, so that its id goes back once.
    const own = entries.findLast(({ type }) => type === MESSAGE_ENTRY);
    if (piece?.kind === 'text') items.push(textItem(piece.text, own));
    if (piece?.kind === 'call') {
      const { id, function: called } = piece.call;
      const { name, arguments: text } = called;
      items.push({ type: 'function_call', call_id: id, name, arguments: text });
    }
  }
  return items;
}

/** Each text and each call with the entries before it. */
function grouped(pieces: TurnPiece[]): { entries: JsonObject[]; piece?: TurnPiece }[] {
  const groups: { entries: JsonObject[]; piece?: TurnPiece }[] = [];
  let entries: JsonObject[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'entry') entries.push(piece.entry);
    else {
      groups.push({ entries, piece });
      entries = [];
    }
  }
  // Reasoning without an item behind it is refused, so none of it goes back.
  return groups;
}

/** Reasoning without its encrypted form is not known to a provider that stored nothing. */
function reasoningItems(entries: JsonObject[]): object[] {
  return [...Map.groupBy(entries, ({ id }) => asText(id))].flatMap(([id, same]) => {
    const sealed = same.find(({ type }) => type === 'reasoning.encrypted');
    const data = asText(sealed?.data);
    if (data === undefined) return [];
    const summary = same.flatMap(({ summary: text }) =>
      asText(text) === undefined ? [] : [{ type: 'summary_text', text }],
    );
    const named = id === undefined ? {} : { id };
    return [{ type: 'reasoning', ...named, summary, encrypted_content: data }];
  });
}

function textItem(text: string, own: JsonObject | undefined): object {
  const id = asText(own?.id);
  const phase = asText(own?.phase);
  const phased = phase === undefined ? {} : { phase };
  if (id === undefined) {
    return { type: 'message', role: 'assistant', content: text, ...phased };
  }
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id, role: 'assistant', status: 'completed', content, ...phased };
}

function toolsOf({ tools = [], toolChoice, parallelToolCalls }: Submission): object {
  if (tools.length === 0) return {};
  return {
    // Without `strict`, the API would change the schema.
    tools: tools.map(({ name, description, parameters, strict = false }) => ({
      ...{ type: 'function', name, description, parameters, strict },
    })),
    ...(toolChoice !== undefined && {
      tool_choice:
        typeof toolChoice === 'object'
          ? { type: 'function', name: toolChoice.function.name }
          : toolChoice,
    }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

/*
 * The events of the Responses API as chunks of chat completions. Whole items are read, which repeat their pieces, and the
 * items of the provider's own tools are left out.
 */

/** The name by which gateways call this form of reasoning entries. */
const FORMAT = 'openai-responses-v1';

/** The type of an entry that says to which of the provider's messages the text behind it belongs. */
const MESSAGE_ENTRY = 'openai.message';

function beginAnswer(): ReturnType<Translation['begin']> {
  const items = createItems();

  /** The end of an answer, and its items if they did not come before. */
  function endOf(response: JsonObject): JsonObject[] {
    const rest = items.areEmpty() ? (asList(response.output) ?? []) : [];
    const chunks = rest.flatMap((item) => items.take(asObject(item) ?? {}));
    const { incomplete_details: details, status } = response;
    const isWhole = status === 'completed';
    const reason = isWhole
      ? items.haveCalls()
        ? 'tool_calls'
        : 'stop'
      : (asText(asObject(details)?.reason) ?? asText(status));
    const usage = asObject(response.usage);
    return [
      ...chunks,
      {
        ...headOf(response),
        ...(usage && { usage: toUsage(usage) }),
        ...(reason !== undefined && { choices: [{ delta: {}, finish_reason: reason }] }),
      },
    ];
  }

  return (event) => {
    const isWhole = event.object === 'response';
    const response = isWhole ? event : (asObject(event.response) ?? {});
    switch (isWhole ? `response.${asText(response.status)}` : event.type) {
      case 'response.created':
        return [headOf(response)];
      case 'response.output_item.done':
        return items.take(asObject(event.item) ?? {});
      case 'response.completed':
      case 'response.incomplete':
        return endOf(response);
      case 'response.failed':
      case 'response.cancelled':
      case 'error':
        return [{ error: 'failed' }];
      default:
        // What refuses a request may come with the status of an answer.
        return event.error === undefined ? [] : [{ error: event.error }];
    }
  };
}

/** The items of an answer, one after the other. */
function createItems() {
  const place = createPlace();
  let count = 0;
  let entries = 0;

  function reasoningOf({
    id,
    summary,
    content,
    encrypted_content: data,
  }: JsonObject): JsonObject[] {
    const common = { format: FORMAT, ...(id !== undefined && { id }), ...place.here() };
    const summaries = textsOf(summary).map((text) => ({
      type: 'reasoning.summary',
      summary: text,
    }));
    const texts = textsOf(content).map((text) => ({ type: 'reasoning.text', text }));
    const sealed = asText(data) === undefined ? [] : [{ type: 'reasoning.encrypted', data: data! }];
    return [...summaries, ...texts, ...sealed].map((entry) => entryOf({ ...entry, ...common }));
  }

  function entryOf(entry: JsonObject): JsonObject {
    return delta({ reasoning_details: [{ ...entry, index: entries++ }] });
  }

  function messageOf({ id, phase, content }: JsonObject): JsonObject[] {
    // Only what reasoning or a phase is bound to has to go back as the same message.
    const isBound = asText(phase) !== undefined || entries > 0;
    const named = { ...(id !== undefined && { id }), ...(asText(phase) && { phase: phase! }) };
    const marks = isBound
      ? [entryOf({ type: MESSAGE_ENTRY, format: FORMAT, ...named, ...place.here() })]
      : [];
    const parts = (asList(content) ?? []).flatMap((value): JsonObject[] => {
      const { type, text, refusal } = asObject(value) ?? {};
      if (type === 'refusal') return [delta({ refusal: refusal ?? '' })];
      if (typeof text !== 'string') return [];
      place.addText(text);
      return [delta({ content: text })];
    });
    return [...marks, ...parts];
  }

  function callOf({ call_id: id = '', name = '', arguments: text = '' }: JsonObject): JsonObject[] {
    const index = place.calls();
    place.addCall();
    return [delta({ tool_calls: [{ index, id, function: { name, arguments: text } }] })];
  }

  return {
    areEmpty: () => count === 0,
    haveCalls: () => place.calls() > 0,
    take(item: JsonObject): JsonObject[] {
      count += 1;
      switch (item.type) {
        case 'reasoning':
          return reasoningOf(item);
        case 'message':
          return messageOf(item);
        case 'function_call':
          return callOf(item);
        default:
          return [];
      }
    },
  };
}

function textsOf(parts: JsonValue | undefined): string[] {
  return (asList(parts) ?? []).flatMap((part) => asText(asObject(part)?.text) ?? []);
}

function headOf({ id, model }: JsonObject): JsonObject {
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }) };
}

function toUsage(usage: JsonObject): JsonObject {
  const { input_tokens: prompt, output_tokens: completion, total_tokens: total } = usage;
  const { cached_tokens: cached, cache_write_tokens: written } =
    asObject(usage.input_tokens_details) ?? {};
  const { reasoning_tokens: reasoning } = asObject(usage.output_tokens_details) ?? {};
  return withoutGaps({
    ...{ prompt_tokens: prompt, completion_tokens: completion, total_tokens: total },
    prompt_tokens_details: withoutGaps({ cached_tokens: cached, cache_write_tokens: written }),
    completion_tokens_details: withoutGaps({ reasoning_tokens: reasoning }),
  });
}

function withoutGaps(members: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
