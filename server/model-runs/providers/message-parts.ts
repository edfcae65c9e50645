/**
 * What is known about the parts of a message without reading their content, and what a provider gets of the
 * `reasoning_details` of earlier turns. Pure functions.
 */
import { isUtf8 } from 'node:buffer';
import { textOfNumber } from '../../platform/lib/json.ts';
import type {
  ContentPart,
  InputModality,
  JsonValue,
  Message,
  ReasoningTaken,
  Submission,
  TextPart,
} from './model-provider.ts';

export const MODALITIES: Readonly<Record<ContentPart['type'], InputModality>> = {
  text: 'text',
  image_url: 'image',
  file: 'file',
  input_audio: 'audio',
};

/** The parts of a message; none if its content is one text. */
export function partsOf({ content }: Message): readonly ContentPart[] {
  return typeof content === 'object' ? (content ?? []) : [];
}

/** A content of texts as one text, for servers that do not take lists. */
export function joinedTexts(content: string | readonly TextPart[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

/** Whether the request asks a provider to cache a part of it for an hour, which can have a higher price. */
export function cachesAnHour({
  messages,
  tools = [],
}: Pick<Submission, 'messages' | 'tools'>): boolean {
  const isHour = ({ cache_control: cache }: Pick<TextPart, 'cache_control'>) => cache?.ttl === '1h';
  return tools.some(isHour) || messages.some((message) => partsOf(message).some(isHour));
}

/** The texts of a message. */
export function textsOf({ content }: Message): string[] {
  if (typeof content === 'object') {
    return content?.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
  }
  return content === undefined ? [] : [content];
}

/**
 * The base64 text of content whose bytes do not limit its tokens: an image of a few bytes can have any number of
 * pixels. Empty if the content is elsewhere, and for text files, which have fewer tokens than bytes.
 */
export function encodedIn(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return '';
    case 'image_url':
      return isDataUrl(part.image_url.url) ? base64Of(part.image_url.url) : '';
    case 'file':
      return isPdf(part.file.file_data) ? base64Of(part.file.file_data) : '';
    case 'input_audio':
      return part.input_audio.data;
  }
}

export function isDataUrl(url: string): boolean {
  return url.startsWith('data:');
}

export function isPdf(dataUrl: string): boolean {
  return dataUrl.startsWith('data:application/pdf;');
}

/** Whether it contains a PDF but claims another type: a provider may detect that, and bill it as a PDF. */
export function isHiddenPdf(part: ContentPart): boolean {
  const url = part.type === 'file' ? part.file.file_data : imageUrlOf(part);
  if (url === undefined || !isDataUrl(url) || isPdf(url)) return false;
  const start = base64Of(url).slice(0, ENCODED_BYTES_OF_START);
  return Buffer.from(start, 'base64').toString('latin1').startsWith('%PDF');
}

export function isUtf8Text(dataUrl: string): boolean {
  return isUtf8(Buffer.from(base64Of(dataUrl), 'base64'));
}

const ENCODED_BYTES_OF_START = 8;

function imageUrlOf(part: ContentPart): string | undefined {
  return part.type === 'image_url' ? part.image_url.url : undefined;
}

export function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}

/**
 * The conversation as sent to a provider: the reasoning of earlier turns in the form that it accepts. Reasoning that is
 * not sent costs nothing, so it is neither counted nor held for.
 */
export function asTaken(messages: Message[], reasoning: ReasoningTaken): Message[] {
  if (reasoning === 'entries') return messages;
  return messages.map((message) => {
    if (message.role !== 'assistant' || !message.reasoning_details) return message;
    const { reasoning_details: details, ...rest } = message;
    return reasoning === 'text' ? { ...rest, reasoning_details: reasoningTexts(details) } : rest;
  });
}

const BY_SIZE: readonly ReasoningTaken[] = ['nothing', 'text', 'entries'];

/** The one that takes the most room: the text of entries is a part of them. */
export function mostTaken(...taken: ReasoningTaken[]): ReasoningTaken {
  return taken.reduce((one, other) =>
    BY_SIZE.indexOf(other) > BY_SIZE.indexOf(one) ? other : one,
  );
}

/** The readable parts of reasoning, without encrypted entries and summaries. */
export function reasoningTexts(details: readonly JsonValue[]): string[] {
  return details.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { type, text } = entry;
    return type === 'reasoning.text' && typeof text === 'string' && text !== '' ? [text] : [];
  });
}

export interface Extra {
  extra_content?: JsonValue;
}

const TYPE = 'provider.extra_content';

/**
 * What a provider attaches to a message or a call for its own use, such as Gemini's thought signatures:
 * `extra_content`. The contract has no member for it, so it is carried in `reasoning_details`, as entries of a type of
 * its own that callers send back unchanged. Only a provider that attaches it gets it back; others get none of these
 * entries. `call` is the id of the call that has it; without one, the message has it.
 */
export function extraEntry(extra: JsonValue, call?: string): JsonValue {
  return {
    type: TYPE,
    ...(call !== undefined && { tool_call_id: call }),
    extra_content: extra,
  };
}

export function isExtraEntry(entry: JsonValue): boolean {
  return membersOf(entry)?.type === TYPE;
}

export function withoutExtras(details: readonly JsonValue[]): JsonValue[] {
  return details.filter((entry) => !isExtraEntry(entry));
}

/** Finds the one of a call, or of the message. */
export function extraIn(details: readonly JsonValue[]): (call: string | undefined) => Extra {
  const entries = details.filter(isExtraEntry).map((entry) => membersOf(entry)!);
  return (call) => {
    const found = entries.findLast((entry) => entry.tool_call_id === call)?.extra_content;
    return found === undefined ? {} : { extra_content: found };
  };
}

function membersOf(entry: JsonValue): { [member: string]: JsonValue } | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  return textOfNumber(entry) === undefined ? entry : undefined;
}
