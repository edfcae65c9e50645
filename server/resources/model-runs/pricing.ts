/**
 * What a model run may cost at most, and what it costs by the price list. Pure integer arithmetic over exact
 * decimals; the hold is a bound of the charge for every usage within the bounds of the request.
 */
import { amountOf, feeOf, largestOf } from '../../kernel/money.ts';
import type { Message, Model, Pricing, Usage } from '../../providers/model-provider.ts';

/** What was agreed on at creation, kept with the run: later prices change nothing for it. */
export interface Terms {
  providerModel: string;
  priceVersion: string;
  pricing: Pricing;
  /** The dearest applicable rates: what the hold was computed with and what upstream may charge at most. */
  maxPrice: Pricing;
}

export interface Hold {
  /** Base plus fee, in units; undefined when it is more than money can count. */
  amount: number | undefined;
  maxPrice: Pricing;
}

/**
 * The hold of a request: every component at its dearest applicable rate. A token is at least one byte of
 * what is sent, so `sentBytes` plus what the chat template adds bounds the input.
 */
export function holdOf(
  model: Model,
  request: { messages: readonly Message[]; maxOutputTokens: number },
  sentBytes: number,
  rates: { feeBasisPoints: number; scale: number },
): Hold {
  const { perRequest, perMessage } = model.templateTokens;
  const promptTokens = sentBytes + perRequest + perMessage * request.messages.length;
  const outputTokens = Math.max(request.maxOutputTokens, model.minOutputTokens ?? 0);
  const maxPrice = dearestPrice(model.pricing, promptTokens);
  const base = amountOf(
    [
      { price: maxPrice.prompt, count: promptTokens },
      { price: maxPrice.completion, count: outputTokens },
      { price: maxPrice.request ?? '0', count: 1 },
    ],
    rates.scale,
  );
  if (base === undefined) return { amount: undefined, maxPrice };
  const amount = base + feeOf(base, rates.feeBasisPoints);
  return { amount: Number.isSafeInteger(amount) ? amount : undefined, maxPrice };
}

/** One flat price that no applicable rate exceeds. */
function dearestPrice(pricing: Pricing, promptTokens: number): Pricing {
  const applicable = [
    pricing,
    ...(pricing.tiers ?? []).filter((tier) => promptTokens > tier.abovePromptTokens),
  ];
  return {
    prompt: largestOf(applicable.flatMap((r) => [r.prompt, r.cacheRead, r.cacheWrite])),
    completion: largestOf(applicable.flatMap((r) => [r.completion, r.reasoning])),
    request: largestOf(applicable.map((r) => r.request)),
  };
}

/** The price-list amount of a usage, or undefined where the usage does not tell enough. */
export function listAmountOf(pricing: Pricing, usage: Usage, scale: number): number | undefined {
  const { promptTokens, completionTokens, cachedPromptTokens = 0, reasoningTokens = 0 } = usage;
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const rates = ratesFor(pricing, promptTokens);
  const cached = Math.min(cachedPromptTokens, promptTokens);
  const reasoning = Math.min(reasoningTokens, completionTokens);
  return amountOf(
    [
      { price: rates.prompt, count: promptTokens - cached },
      { price: rates.cacheRead ?? rates.prompt, count: cached },
      { price: rates.completion, count: completionTokens - reasoning },
      { price: rates.reasoning ?? rates.completion, count: reasoning },
      { price: rates.request ?? '0', count: 1 },
    ],
    scale,
  );
}

function ratesFor(pricing: Pricing, promptTokens: number): Pricing {
  const tiers = (pricing.tiers ?? [])
    .filter((tier) => promptTokens > tier.abovePromptTokens)
    .sort((a, b) => a.abovePromptTokens - b.abovePromptTokens);
  return Object.assign({}, pricing, ...tiers);
}
