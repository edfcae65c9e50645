/** How the sandbox handles images, files and sound: it reports what it received, and counts it. */
import {
  base64Of,
  type ContentPart,
  isDataUrl,
  type Message,
  MODALITIES,
  type Model,
  partsOf,
  textsOf,
} from '../model-runs/providers/index.ts';
import { CHARACTERS_PER_TOKEN, IMAGE_TOKENS } from './models.ts';

/** The content of a message, line by line: its texts, then the kind and the size of each other part. */
export function wordsOf(message: Message): string {
  const others = partsOf(message).filter((part) => part.type !== 'text');
  return [...textsOf(message), ...others.map(lineOf)].join('\n');
}

function lineOf(part: ContentPart): string {
  const bytes = bytesOf(part);
  return `${MODALITIES[part.type]}: ${bytes === undefined ? 'a URL' : `${bytes} bytes`}`;
}

/**
 * An image has a fixed number of tokens; for everything else, this many bytes are a token, up to the context length.
 */
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

/** The size of the part's content; undefined if the content is elsewhere, and for a text. */
function bytesOf(part: ContentPart): number | undefined {
  switch (part.type) {
    case 'text':
      return undefined;
    case 'image_url':
      return isDataUrl(part.image_url.url) ? sizeOf(base64Of(part.image_url.url)) : undefined;
    case 'file':
      return sizeOf(base64Of(part.file.file_data));
    case 'input_audio':
      return sizeOf(part.input_audio.data);
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
