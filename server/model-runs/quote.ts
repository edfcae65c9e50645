/**
 * What a request would cost at most in this deployment: the model, the size of the prompt, the hold and its terms.
 * Throws the refusals that depend on the deployment, such as a parameter or a part of a message that the model does not
 * take; knows no account.
 */
import { isAllowed, type Principal } from '../keys/index.ts';
import { writeJson } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { checkedHold, refuse } from '../runs/edges/index.ts';
import { type Quote, withoutGiven } from '../runs/index.ts';
import { holdOfAll, type Inputs, type Terms } from './pricing.ts';
import { checkToolCalls, minPromptTokens, promptChars } from './prompt.ts';
import type { Catalog, CatalogModel } from './providers/catalog.ts';
import {
  asTaken,
  cachesAnHour,
  encodedIn,
  isDataUrl,
  isHiddenPdf,
  isPdf,
  isUtf8Text,
  MODALITIES,
  mostTaken,
  partsOf,
} from './providers/message-parts.ts';
import type {
  ContentPart,
  Message,
  Model,
  ReasoningTaken,
  SupportedParameter,
  Tool,
} from './providers/model-provider.ts';
import type { CreateRequest } from './request.ts';

interface QuoteOptions {
  catalog: Catalog;
  unit: Unit;
  limits: { maxPromptChars: number; maxOutputTokens: number; feeBasisPoints: number };
}

export interface ModelRunQuote extends Quote<Terms> {
  model: CatalogModel;
  promptChars: number;
  sentBytes: number;
  inputs: Inputs;
}

/**
 * No token is longer than this if the model does not say: several times the longest one, a run of blanks or dashes, in
 * public vocabularies. So it refuses little, and nothing that would have fitted.
 */
const MAX_CHARS_PER_TOKEN = 1_024;

export function createQuoter({ catalog, unit, limits }: QuoteOptions) {
  const ratesOf = ({ feeBasisPoints = limits.feeBasisPoints }: CatalogModel) => ({
    feeBasisPoints,
    scale: unit.scale,
  });

  function quote(body: CreateRequest, { models }: Pick<Principal, 'models'>): ModelRunQuote {
    const model = modelOf(catalog, body.model, models);
    const maxOutputTokens = Math.min(limits.maxOutputTokens, model.maxOutputTokens ?? Infinity);
    if (body.maxOutputTokens > maxOutputTokens) {
      const detail = `maxOutputTokens is at most ${maxOutputTokens} for this model.`;
      refuse('max_output_tokens_exceeded', '#/maxOutputTokens', detail, { maxOutputTokens });
    }
    if (body.tools && !model.capabilities.tools) {
      const detail = 'This model takes no tools.';
      const errors: Fault[] = [{ pointer: '#/tools', detail, code: 'unsupported' }];
      throw new Problem('invalid_request', detail, { errors });
    }
    checkParameters(body, model);
    checkInputs(body.messages, model);
    const messages = asTaken(body.messages, takenAtMost(model));
    const taken = { ...body, messages };
    const chars = promptChars(taken);
    checkSize(chars, taken, model, limits.maxPromptChars);
    checkToolCalls(body.messages);
    const { maxReservedAmount: maximum, model: _, attribution: __, ...rest } = body;
    const { expiresAfterSeconds: ___, ...sent } = withoutGiven(rest);
    const text = writeJson(sent);
    const sentText = messages === body.messages ? text : writeJson({ ...sent, messages });
    // Without the number of output tokens, which no prompt contains: so the hold grows evenly with it.
    const sentBytes = Buffer.byteLength(sentText) - String(body.maxOutputTokens).length;
    const inputs = inputsOf(taken, model);
    const request = { ...body, inputs };
    const hold = holdOfAll(model, request, sentBytes, ratesOf(model));
    const amount = checkedHold(unit, hold.amount, maximum, '#/maxOutputTokens');
    const { maxPrice, upstreams } = hold;
    const { providerModel, priceVersion, pricing } = model;
    const { images } = inputs;
    const terms: Terms = {
      ...{ providerModel, priceVersion, pricing, maxPrice },
      ...(images > 0 && { images }),
      ...(upstreams.length > 1 && { upstreams }),
    };
    return {
      ...{ subject: model.id, provider: model.provider, amount, terms, text },
      feeBasisPoints: model.feeBasisPoints,
      ...{ model, promptChars: chars, sentBytes, inputs },
    };
  }

  /** The largest maxOutputTokens whose hold the balance covers; undefined if there is none. */
  function affordableMaxOutputTokens(
    body: CreateRequest,
    { model, sentBytes, inputs }: ModelRunQuote,
    available: number,
  ): number | undefined {
    const rates = ratesOf(model);
    let affordable = 0;
    let tooMuch = body.maxOutputTokens;
    while (tooMuch - affordable > 1) {
      const middle = Math.floor((affordable + tooMuch) / 2);
      const request = { messages: body.messages, maxOutputTokens: middle, inputs };
      const { amount } = holdOfAll(model, request, sentBytes, rates);
      if (amount !== undefined && amount <= available) affordable = middle;
      else tooMuch = middle;
    }
    return affordable > 0 ? affordable : undefined;
  }

  return { quote, affordableMaxOutputTokens };
}

/** No provider gets more than this. */
function takenAtMost({ capabilities, fallbacks = [] }: CatalogModel): ReasoningTaken {
  return mostTaken(capabilities.reasoning, ...fallbacks.map(({ reasoning }) => reasoning));
}

function modelOf(catalog: Catalog, id: string, allowed: Principal['models']): CatalogModel {
  // Before the catalog: a key learns nothing about a model that it may not name.
  if (allowed && !isAllowed(allowed, id)) {
    const detail =
      'This key may not name this model; GET /v1/developer/models lists those that it may.';
    refuse('model_not_allowed', '#/model', detail);
  }
  const model = catalog.get(id);
  if (model) return model;
  const detail = 'No model has this exact identifier; GET /v1/developer/models lists them.';
  refuse('unknown_model', '#/model', detail);
}

function checkSize(
  chars: number,
  { messages }: CreateRequest,
  model: CatalogModel,
  maxPromptChars: number,
): void {
  if (chars > maxPromptChars) {
    const detail = `The prompt has ${chars} characters; the limit is ${maxPromptChars}.`;
    refuse('prompt_too_large', '#/messages', detail, { promptChars: chars, maxPromptChars });
  }
  const { contextLength, maxCharsPerToken = MAX_CHARS_PER_TOKEN } = model;
  // A token is at least one character: most prompts need no second count.
  if (contextLength === undefined || chars <= contextLength) return;
  const tokens = minPromptTokens(messages, maxCharsPerToken);
  if (tokens <= contextLength) return;
  const detail = `The prompt has at least ${tokens} tokens; the context of this model has ${contextLength}.`;
  const members = { promptChars: chars, minPromptTokens: tokens, contextLength };
  refuse('prompt_too_large', '#/messages', detail, members);
}

/** Refuses with 422 what the catalog does not name: a provider could ignore it and charge all the same. */
export function checkParameters(body: CreateRequest, model: Model): void {
  const { supportedParameters, lacks = [] } = model;
  const refused = needsOf(body)
    .filter(({ parameter }) => !supportedParameters.includes(parameter))
    .map(({ pointer, parameter }): Fault => {
      const detail = `This model does not take ${parameter}; its supportedParameters say what it takes.`;
      return { pointer, detail, code: 'unsupported' };
    });
  const errors = [...refused, ...VALUES.flatMap((value) => faultOf(value, body, lacks))];
  const [first] = errors;
  if (first) throw new Problem('unsupported_parameter', first.detail, { errors });
}

/** Values that some APIs lack, of members that they take. */
const VALUES = [
  { lack: 'serial_calls', member: 'parallel_tool_calls', value: false },
  { lack: 'tool_choice_none', member: 'tool_choice', value: 'none' },
  { lack: 'tool_choice_required', member: 'tool_choice', value: 'required' },
  { lack: 'tool_choice_function', member: 'tool_choice', value: 'function' },
] as const;

function faultOf(
  { lack, member, value }: (typeof VALUES)[number],
  body: CreateRequest,
  lacks: NonNullable<Model['lacks']>,
): Fault[] {
  const given = body[member];
  const requested = typeof given === 'object' ? given.type : given;
  if (requested !== value || !lacks.includes(lack)) return [];
  const detail =
    value === 'function'
      ? 'This model cannot be asked to call a certain function.'
      : `This model does not take ${value} as ${member}.`;
  return [{ pointer: `#/${member}`, detail, code: 'unsupported' }];
}

interface Need {
  pointer: string;
  parameter: SupportedParameter;
}

function needsOf({ tools = [], response_format: format, ...body }: CreateRequest): Need[] {
  const plain = PLAIN.filter((name) => body[name] !== undefined);
  const strict = tools.flatMap(({ strict }, i) => (strict === undefined ? [] : [i]));
  return [
    ...plain.map((parameter) => ({ pointer: `#/${parameter}`, parameter })),
    ...(format ? [{ pointer: '#/response_format', parameter: FORMATS[format.type] }] : []),
    ...strict.map((i) => ({
      pointer: `#/tools/${i}/strict`,
      parameter: 'structured_outputs' as const,
    })),
  ];
}

const PLAIN = ['temperature', 'top_p', 'stop', 'seed', 'reasoning'] as const;

const FORMATS = {
  text: 'response_format',
  json_object: 'response_format',
  json_schema: 'structured_outputs',
} as const;

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
