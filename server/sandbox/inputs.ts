/** What the sandbox makes of images, files and sound: it says what it was given, and counts it. */
import {
  base64Of,
  type ContentPart,
  type Message,
  MODALITIES,
  type Model,
  partsOf,
  textsOf,
} from '../providers/index.ts';
import { CHARACTERS_PER_TOKEN, IMAGE_TOKENS } from './models.ts';

/** What a message says, line by line: its texts, then the kind and the size of each other part. */
export function wordsOf(message: Message): string {
  const others = partsOf(message).filter((part) => part.type !== 'text');
  return [...textsOf(message), ...others.map(lineOf)].join('\n');
}

function lineOf(part: ContentPart): string {
  const bytes = bytesOf(part);
  return `${MODALITIES[part.type]}: ${bytes === undefined ? 'a URL' : `${bytes} bytes`}`;
}

/** An image has a number of tokens of its own; of all else so many bytes are a token, as far as the context reaches. */
export function inputTokensOf(messages: readonly Message[], { contextLength }: Model): number {
  const parts = messages.flatMap((message) => partsOf(message));
  const images = parts.filter((part) => part.type === 'image_url');
  const bytes = parts.reduce(
    (sum, part) => sum + (part.type === 'image_url' ? 0 : (bytesOf(part) ?? 0)),
    0,
  );
  const others = Math.ceil(bytes / CHARACTERS_PER_TOKEN);
  return images.length * IMAGE_TOKENS + Math.min(others, contextLength ?? others);
}

/** The size of what the part holds; undefined if that is elsewhere, and of a text. */
function bytesOf(part: ContentPart): number | undefined {
  switch (part.type) {
    case 'text':
      return undefined;
    case 'image_url':
      return part.image_url.url.startsWith('data:')
        ? sizeOf(base64Of(part.image_url.url))
        : undefined;
    case 'file':
      return sizeOf(base64Of(part.file.file_data));
    case 'input_audio':
      return sizeOf(part.input_audio.data);
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
