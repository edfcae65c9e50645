/**
 * What a request would cost at most in this deployment: the model, the size of the prompt, the hold and its terms.
 * Throws the refusals that depend on the deployment, such as a parameter or a part of a message that the model does not
 * take; knows no account. Pure integer arithmetic over exact decimals; the hold limits the charge for every usage within
 * the limits of the request.
 */
import { isAllowed, type Principal } from '../keys/index.ts';
import { writeJson } from '../platform/lib/json.ts';
import { amountOf, largestOf, type Unit, withFee } from '../platform/lib/money.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { checkedHold, refuse } from '../runs/edges/index.ts';
import { type Quote, withoutGiven } from '../runs/index.ts';
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
  Pricing,
  ReasoningTaken,
  SupportedParameter,
  Tool,
} from './providers/model-provider.ts';
import { type CreateRequest, checkToolCalls, minPromptTokens, promptChars } from './request.ts';

/** The terms at creation, saved with the run: later prices do not change them. */
export interface Terms {
  providerModel: string;
  priceVersion: string;
  pricing: Pricing;
  /** The highest applicable rates: the hold was computed with them, and upstream may charge at most these. */
  maxPrice: Pricing;
  /** Images of the input, if there are any. */
  images?: number;
  /** The providers of the run with their prices, in order, if there are several; the first is also above. */
  upstreams?: UpstreamTerms[];
}

interface UpstreamTerms {
  provider: string;
  providerModel: string;
  pricing: Pricing;
  maxPrice: Pricing;
}

/** The terms if this provider carries the run out. */
export function termsAt(terms: Terms, provider: string): Terms {
  const upstream = terms.upstreams?.find((each) => each.provider === provider);
  if (!upstream) return terms;
  const { providerModel, pricing, maxPrice } = upstream;
  return { ...terms, providerModel, pricing, maxPrice };
}

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
      throw new Problem('invalid_request', detail, {
        at: { pointer: '#/tools', code: 'unsupported' },
      });
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

/** What a hold depends on, besides the bytes and the prices. */
interface Held {
  messages: readonly Message[];
  maxOutputTokens: number;
  inputs?: Inputs;
}

interface Hold {
  /** Base plus fee, in units; undefined if it exceeds the largest amount. */
  amount: number | undefined;
  maxPrice: Pricing;
}

/**
 * The hold of a request: every component at its highest applicable rate. A token is at least one byte of what the
 * provider gets, so `sentBytes` plus what the chat template adds limits the input, except for parts that are not text,
 * whose limit is in `inputs`.
 */
export function holdOf(
  model: Model,
  request: Held,
  sentBytes: number,
  rates: { feeBasisPoints: number; scale: number },
): Hold {
  const { perRequest, perMessage } = model.templateTokens;
  const inputs = request.inputs ?? NO_INPUTS;
  const { parts, images, tokens, encodedBytes } = inputs;
  const framed = request.messages.length + parts;
  const promptTokens = sentBytes - encodedBytes + tokens + perRequest + perMessage * framed;
  const outputTokens = Math.max(request.maxOutputTokens, model.minOutputTokens ?? 0);
  const maxPrice = dearestPrice(model.pricing, promptTokens, inputs);
  // Only if the catalog has absurdly large figures.
  if (!Number.isSafeInteger(promptTokens)) return { amount: undefined, maxPrice };
  const base = amountOf(
    [
      { price: maxPrice.prompt, count: promptTokens },
      { price: maxPrice.completion, count: outputTokens },
      { price: maxPrice.request ?? '0', count: 1 },
      { price: maxPrice.image ?? '0', count: images },
    ],
    rates.scale,
  );
  return { amount: withFee(base, rates.feeBasisPoints), maxPrice };
}

/** The highest hold among all providers that may carry the run out. */
function holdOfAll(
  model: Model,
  ...[request, sentBytes, rates]: RestOf<Parameters<typeof holdOf>>
): Hold & { upstreams: UpstreamTerms[] } {
  const { provider, providerModel, pricing, fallbacks = [] } = model;
  const holds = [{ provider, providerModel, pricing }, ...fallbacks].map((each) => ({
    ...{ provider: each.provider, providerModel: each.providerModel, pricing: each.pricing },
    ...holdOf({ ...model, pricing: each.pricing }, request, sentBytes, rates),
  }));
  const amounts = holds.map(({ amount }) => amount).filter((amount) => amount !== undefined);
  return {
    amount: amounts.length < holds.length ? undefined : Math.max(...amounts),
    maxPrice: holds[0]!.maxPrice,
    upstreams: holds.map(({ amount: _, ...upstream }) => upstream),
  };
}

type RestOf<All> = All extends [unknown, ...infer Rest] ? Rest : never;

const NO_INPUTS: Inputs = {
  ...{ parts: 0, images: 0, tokens: 0, encodedBytes: 0 },
  cachesAnHour: false,
};

/** By the prices of a model, if only they matter: then it is the same for every request. */
const flatPrices = new WeakMap<Pricing, Pricing>();

/** One flat price that no applicable rate exceeds. */
function dearestPrice(pricing: Pricing, promptTokens: number, inputs: Inputs): Pricing {
  if (pricing.tiers || inputs.images > 0 || inputs.cachesAnHour) {
    return dearestOf(pricing, promptTokens, inputs);
  }
  const known = flatPrices.get(pricing) ?? dearestOf(pricing, promptTokens, inputs);
  flatPrices.set(pricing, known);
  return known;
}

function dearestOf(
  pricing: Pricing,
  promptTokens: number,
  { images, cachesAnHour }: Inputs,
): Pricing {
  const applicable = [
    pricing,
    ...(pricing.tiers ?? []).filter((tier) => promptTokens > tier.abovePromptTokens),
  ];
  return {
    prompt: largestOf(
      applicable.flatMap((r) => [
        ...[r.prompt, r.cacheRead, r.cacheWrite],
        cachesAnHour ? r.cacheWrite1h : undefined,
      ]),
    ),
    completion: largestOf(applicable.flatMap((r) => [r.completion, r.reasoning])),
    request: largestOf(applicable.map((r) => r.request)),
    // Without an image, its price must not exclude a provider.
    ...(images > 0 && { image: pricing.image ?? '0' }),
  };
}
