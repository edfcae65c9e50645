/**
 * The price that the hold was computed with, as OpenRouter's ceiling: US dollars per million tokens, shifted
 * exactly. An endpoint whose price is above it is not used. A component that the hold knew nothing of is
 * zero, so that nobody bills it.
 */
import Big from 'big.js';
import type { Decimal } from '../../kernel/money.ts';
import type { Pricing } from '../model-provider.ts';

export interface MaxPrice {
  prompt: string;
  completion: string;
  request: string;
}

export function maxPriceOf(pricing: Pricing): MaxPrice {
  const rates = [pricing, ...(pricing.tiers ?? [])];
  return {
    prompt: perMillion(dearest(rates.flatMap((r) => [r.prompt, r.cacheRead, r.cacheWrite]))),
    completion: perMillion(dearest(rates.flatMap((r) => [r.completion, r.reasoning]))),
    request: dearest(rates.map((r) => r.request)).toFixed(),
  };
}

function dearest(prices: (Decimal | undefined)[]): Big {
  return prices
    .map((price) => new Big(price ?? 0))
    .reduce((most, price) => (price.gt(most) ? price : most), new Big(0));
}

function perMillion(price: Big): string {
  return price.times(1_000_000).toFixed();
}
