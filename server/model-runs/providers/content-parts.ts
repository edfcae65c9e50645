/** What is known about the parts of a message without reading their content. Pure functions. */
import { isUtf8 } from 'node:buffer';
import type {
  ContentPart,
  InputModality,
  Message,
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
