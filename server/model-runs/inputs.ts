/** The parts of a request: which of them its model takes, and what limits their cost. Pure. */
import { type Fault, Problem } from '../platform/lib/problem.ts';
import {
  cachesAnHour,
  encodedIn,
  isDataUrl,
  isHiddenPdf,
  isPdf,
  isUtf8Text,
  MODALITIES,
  partsOf,
} from './providers/content-parts.ts';
import type { ContentPart, Message, Model, Tool } from './providers/model-provider.ts';

/** What the parts of a request add to its bytes. */
export interface Inputs {
  /** The number of parts: a chat template may frame each like a message. */
  parts: number;
  images: number;
  /** The most tokens that all parts can have beyond their bytes. */
  tokens: number;
  /** The bytes of encoded content, which are not tokens. */
  encodedBytes: number;
  cachesAnHour: boolean;
}

/** Refuses with 422 parts that the model does not take, and parts whose cost has no limit. */
export function checkInputs(messages: readonly Message[], model: Model): void {
  const errors = messages.flatMap((message, i) =>
    partsOf(message).flatMap((part, j): Fault[] => {
      const detail = reasonRefused(part, model);
      const pointer = `#/messages/${i}/content/${j}`;
      return detail === undefined ? [] : [{ pointer, detail, code: 'unsupported' }];
    }),
  );
  const [first] = errors;
  if (first) throw new Problem('unsupported_input', first.detail, { errors: errors.slice(0, 20) });
}

function reasonRefused(part: ContentPart, model: Model): string | undefined {
  const modality = MODALITIES[part.type];
  if (!model.inputModalities.includes(modality)) {
    return `This model does not take ${modality} as input; its inputModalities say what it takes.`;
  }
  const lacking = reasonLacking(part, model);
  if (lacking !== undefined) return lacking;
  if (isHiddenPdf(part)) return 'This is a PDF, and its media type is not application/pdf.';
  return tokensOf(part, model) === undefined
    ? `Nothing bounds what ${modality} as input costs with this model.`
    : undefined;
}

/** What an API lacks that takes images or files. */
function reasonLacking(part: ContentPart, { lacks = [] }: Model): string | undefined {
  if (part.type === 'file' && lacks.includes('other_encodings')) {
    const { file_data: url } = part.file;
    return isPdf(url) || isUtf8Text(url) ? undefined : 'This model takes text files in UTF-8 only.';
  }
  if (part.type !== 'image_url') return undefined;
  const { url, detail = 'auto' } = part.image_url;
  if (lacks.includes('image_url') && !isDataUrl(url)) {
    return 'This model takes images as data URLs only.';
  }
  return lacks.includes('image_detail') && detail !== 'auto'
    ? `This model does not take ${detail} as the detail of an image.`
    : undefined;
}

/** What the parts add; the model takes all of them. */
export function inputsOf(
  { messages, tools }: { messages: Message[]; tools?: Tool[] },
  model: Model,
): Inputs {
  const inputs: Inputs = {
    ...{ parts: 0, images: 0, tokens: 0, encodedBytes: 0 },
    cachesAnHour: cachesAnHour({ messages, ...(tools && { tools }) }),
  };
  let isWholeContext = false;
  for (const part of messages.flatMap(partsOf)) {
    const tokens = tokensOf(part, model);
    inputs.parts += 1;
    inputs.images += part.type === 'image_url' ? 1 : 0;
    inputs.encodedBytes += encodedIn(part).length;
    if (tokens === 'context') isWholeContext = true;
    else inputs.tokens += tokens ?? 0;
  }
  // However many there are, together they fit into the context.
  if (isWholeContext) inputs.tokens += model.contextLength ?? 0;
  return inputs;
}

/** The most tokens of a part beyond its bytes; undefined if no limit is known. */
function tokensOf(part: ContentPart, model: Model): number | 'context' | undefined {
  if (part.type === 'text' || (part.type === 'file' && !isPdf(part.file.file_data))) return 0;
  if (part.type === 'image_url' && model.maxImageTokens !== undefined) return model.maxImageTokens;
  return model.contextLength === undefined ? undefined : 'context';
}
