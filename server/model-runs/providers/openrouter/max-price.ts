/**
 * The price of the hold as OpenRouter's ceiling: US dollars per million tokens, shifted exactly. OpenRouter uses no
 * endpoint with a higher price. A component that the hold did not include is zero, so that nobody bills it.
 */
import { type Decimal, largestOf, timesTenTo } from '../../../platform/lib/money.ts';
import type { Pricing } from '../model-provider.ts';

export interface MaxPrice {
  prompt: string;
  completion: string;
  request: string;
  image?: string;
}

/** The runs of a model usually have the same price, which never changes. */
const known = new WeakMap<Pricing, MaxPrice>();

export function maxPriceOf(pricing: Pricing): MaxPrice {
  const price = known.get(pricing) ?? computed(pricing);
  known.set(pricing, price);
  return price;
}

function computed(pricing: Pricing): MaxPrice {
  const rates = [pricing, ...(pricing.tiers ?? [])];
  return {
    prompt: perMillion(largestOf(rates.flatMap((r) => [r.prompt, r.cacheRead, r.cacheWrite]))),
    completion: perMillion(largestOf(rates.flatMap((r) => [r.completion, r.reasoning]))),
    request: largestOf(rates.map((r) => r.request)),
    ...(pricing.image === undefined ? {} : { image: pricing.image }),
  };
}

function perMillion(price: Decimal): Decimal {
  return timesTenTo(6, price);
}
