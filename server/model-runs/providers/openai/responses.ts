/**
 * A submission in the form of the Responses API: https://platform.openai.com/docs/api-reference/responses. OpenAI stores
 * nothing of it: encrypted reasoning goes back and forth instead.
 */
import { asText, type JsonObject } from '../chat-completions/index.ts';
import { joinedTexts } from '../content-parts.ts';
import type {
  AssistantMessage,
  ContentPart,
  GenerationParameters,
  Message,
  ResponseFormat,
  Submission,
} from '../model-provider.ts';
import { type ModelSettings, piecesOf, type TurnPiece } from '../native/index.ts';
import { FORMAT, MESSAGE_ENTRY } from './answer.ts';

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
export function effortOf(effort: string): string {
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
