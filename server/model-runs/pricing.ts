/**
 * What a model run may cost at most, and what it costs by the price list. Pure integer arithmetic over exact decimals;
 * the hold limits the charge for every usage within the limits of the request.
 */
import { amountOf, largestOf, withFee } from '../platform/lib/money.ts';
import type { Message, Model, Pricing, Tool, Usage } from './providers/model-provider.ts';

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
export function holdOfAll(
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

/** The price-list amount of a usage, or undefined if the usage does not say enough. */
export function listAmountOf(
  pricing: Pricing,
  usage: Usage,
  scale: number,
  images = 0,
): number | undefined {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const rates = ratesFor(pricing, promptTokens);
  const cached = Math.min(usage.cachedPromptTokens ?? 0, promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, promptTokens - cached);
  const hourly = Math.min(usage.cacheWrite1hTokens ?? 0, written);
  const reasoning = Math.min(usage.reasoningTokens ?? 0, completionTokens);
  return amountOf(
    [
      { price: rates.prompt, count: promptTokens - cached - written },
      { price: rates.cacheRead ?? rates.prompt, count: cached },
      { price: rates.cacheWrite ?? rates.prompt, count: written - hourly },
      { price: rates.cacheWrite1h ?? rates.cacheWrite ?? rates.prompt, count: hourly },
      { price: rates.completion, count: completionTokens - reasoning },
      { price: rates.reasoning ?? rates.completion, count: reasoning },
      { price: rates.request ?? '0', count: 1 },
      { price: rates.image ?? '0', count: images },
    ],
    scale,
  );
}

/**
 * The request with the marks of the cache that have a price. The provider would bill what another mark asks for, and the
 * price list would charge less: it is left out, or asks for the shorter time.
 */
export function withPricedMarks({ messages, tools }: Marked, pricing: Pricing): Marked {
  const priced = <Part extends Cacheable>(part: Part) => withPricedMark(part, pricing);
  const marked = messages.map((message): Message => {
    const { content } = message;
    if (typeof content !== 'object' || content === null) return message;
    // Each part stays of its kind.
    return { ...message, content: content.map(priced) } as Message;
  });
  return { messages: marked, ...(tools && { tools: tools.map(priced) }) };
}

interface Marked {
  messages: Message[];
  tools?: Tool[];
}

type Cacheable = Pick<Tool, 'cache_control'>;

function withPricedMark<Part extends Cacheable>(part: Part, pricing: Pricing): Part {
  const { cache_control: cache, ...rest } = part;
  const { cacheWrite, cacheWrite1h } = pricing;
  if (!cache || (cache.ttl === '1h' && cacheWrite1h !== undefined)) return part;
  if (cacheWrite === undefined) return rest as Part;
  return cache.ttl === '1h' ? { ...part, cache_control: { type: cache.type } } : part;
}

function ratesFor(pricing: Pricing, promptTokens: number): Pricing {
  const tiers = (pricing.tiers ?? [])
    .filter((tier) => promptTokens > tier.abovePromptTokens)
    .sort((a, b) => a.abovePromptTokens - b.abovePromptTokens);
  return Object.assign({}, pricing, ...tiers);
}
