/**
 * Messages and tools in the chat-completions form. Member by member, so that only members of the port leave; contents,
 * identifiers and argument texts leave unchanged.
 */
import {
  type Extra,
  extraIn,
  isExtraEntry,
  joinedTexts,
  reasoningTexts,
  withoutExtras,
} from '../message-parts.ts';
import type {
  AssistantMessage,
  CacheControl,
  ContentPart,
  GenerationParameters,
  JsonValue,
  Message,
  ResponseFormat,
  Submission,
  TextPart,
  Tool,
  ToolCall,
  ToolChoice,
  ToolMessage,
} from '../model-provider.ts';

interface WireTool {
  type: 'function';
  function: Omit<Tool, 'cache_control'>;
  cache_control?: CacheControl;
}

interface WireTools {
  tools?: WireTool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
}

/** How a server accepts what only some servers accept. */
export interface MessageForm {
  /** The member that returns reasoning: its entries unchanged, or their text. */
  reasoning: 'reasoning_details' | 'reasoning_content' | 'reasoning' | 'none';
  /** Whether a refusal has a member of its own; otherwise it is sent as content. */
  refusal: boolean;
  /** Whether texts and tools have `cache_control`. Otherwise texts of a system message or a result are joined. */
  cacheControl: boolean;
  systemRole: 'system' | 'developer';
  /** Whether the result of a call may have the name of its function. */
  resultNames: boolean;
  /** Whether messages and calls get back what the server attached to them. */
  extraContent: boolean;
}

type WireMessage =
  | Exclude<Message, AssistantMessage>
  | WireAssistant
  | { role: 'developer'; content: string | TextPart[] };
type WireCall = ToolCall & Extra;
type WireAssistant = Omit<AssistantMessage, 'tool_calls'> &
  Extra & { tool_calls?: WireCall[]; reasoning_content?: string; reasoning?: string };

export function toWireMessages(messages: Message[], form: MessageForm): WireMessage[] {
  return messages.map((message) => toWireMessage(message, form));
}

function toWireMessage(message: Message, form: MessageForm): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: form.systemRole, content: toWireTexts(message.content, form) };
    case 'user':
      return { role: 'user', content: toWireContent(message.content, form) };
    case 'tool':
      return toWireResult(message, form);
    case 'assistant':
      return toWireAssistant(message, form);
  }
}

function toWireContent(content: string | ContentPart[], form: MessageForm): string | ContentPart[] {
  if (typeof content === 'string') return content;
  return content.map((part) =>
    // OpenRouter's schema knows no marks on other parts.
    part.type === 'text' ? toWireText(part, form) : toWirePart(part),
  );
}

function toWireTexts(content: string | TextPart[], form: MessageForm): string | TextPart[] {
  if (typeof content === 'string' || !form.cacheControl) return joinedTexts(content);
  return content.map((part) => toWireText(part, form));
}

function toWireText(part: TextPart, form: MessageForm): TextPart {
  return { type: 'text', text: part.text, ...toWireCache(part, form) };
}

function toWireCache(
  { cache_control: cache }: Pick<TextPart, 'cache_control'>,
  { cacheControl }: Pick<MessageForm, 'cacheControl'>,
): { cache_control?: CacheControl } {
  if (!cache || !cacheControl) return {};
  return { cache_control: { type: cache.type, ...(cache.ttl && { ttl: cache.ttl }) } };
}

function toWirePart(part: Exclude<ContentPart, TextPart>): ContentPart {
  switch (part.type) {
    case 'image_url': {
      const { url, detail } = part.image_url;
      return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } };
    }
    case 'file': {
      const { filename, file_data } = part.file;
      return { type: 'file', file: { filename, file_data } };
    }
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return { type: 'input_audio', input_audio: { data, format } };
    }
  }
}

function toWireResult(
  { tool_call_id, name, content }: ToolMessage,
  form: MessageForm,
): ToolMessage {
  const hasName = name !== undefined && form.resultNames;
  const texts = toWireTexts(content, form);
  return { role: 'tool', tool_call_id, ...(hasName ? { name } : {}), content: texts };
}

function toWireAssistant(message: AssistantMessage, form: MessageForm): WireAssistant {
  const { refusal, tool_calls: calls, reasoning_details: details } = message;
  const hasCalls = calls !== undefined && calls !== null && calls.length > 0;
  const spoken = form.refusal ? message.content : spokenContent(message, hasCalls);
  // Some servers require the member beside calls, and every one accepts null there.
  const content = hasCalls ? (spoken ?? null) : spoken;
  const extra = extraIn(form.extraContent ? (details ?? []) : []);
  return {
    role: 'assistant',
    ...(content === undefined ? {} : { content }),
    ...(form.refusal && refusal ? { refusal } : {}),
    ...(hasCalls
      ? { tool_calls: calls.map((call) => ({ ...toWireCall(call), ...extra(call.id) })) }
      : {}),
    ...extra(undefined),
    ...toWireReasoning(details ?? [], form),
  };
}

/** The assistant's content, including a refusal. Plain servers require a text if there is no call. */
function spokenContent({ content, refusal }: AssistantMessage, hasCalls: boolean) {
  if (refusal) return content ? `${content}\n${refusal}` : refusal;
  return hasCalls ? content : (content ?? '');
}

function toWireReasoning(details: JsonValue[], { reasoning }: MessageForm) {
  if (reasoning === 'none' || details.length === 0) return {};
  if (reasoning === 'reasoning_details') {
    const entries = details.some(isExtraEntry) ? withoutExtras(details) : details;
    return entries.length === 0 ? {} : { reasoning_details: entries };
  }
  const texts = reasoningTexts(details);
  return texts.length === 0 ? {} : { [reasoning]: texts.join('\n') };
}

function toWireCall({ id, function: { name, arguments: text } }: ToolCall): ToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}

export function toWireTools(
  submission: Submission,
  form: Pick<MessageForm, 'cacheControl'>,
): WireTools {
  const { tools, toolChoice, parallelToolCalls } = submission;
  if (!tools || tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters, strict, ...tool }) => ({
      type: 'function',
      function: { name, description, parameters, ...(strict === undefined ? {} : { strict }) },
      ...toWireCache(tool, form),
    })),
    ...(toolChoice === undefined ? {} : { tool_choice: toWireChoice(toolChoice) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

function toWireChoice(choice: ToolChoice): ToolChoice {
  if (typeof choice === 'string') return choice;
  return { type: 'function', function: { name: choice.function.name } };
}

/** The parameters of generation, member by member like messages: only members of the port leave. */
export function toWireParameters(parameters: GenerationParameters): GenerationParameters {
  const { temperature, top_p, stop, seed, reasoning, response_format: format } = parameters;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(stop === undefined ? {} : { stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoning === undefined ? {} : { reasoning: { effort: reasoning.effort } }),
    ...(format === undefined ? {} : { response_format: toWireFormat(format) }),
  };
}

function toWireFormat(format: ResponseFormat): ResponseFormat {
  if (format.type !== 'json_schema') return { type: format.type };
  const { name, description, schema, strict } = format.json_schema;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(strict === undefined ? {} : { strict }),
    },
  };
}
