/** The prices of an entry of the models file, which are per token or per million tokens. */
import type { z } from 'zod';
import type { Pricing } from './model-provider.ts';
import { pricing, pricingPerMillionTokens } from './model-schema.ts';

export const prices = {
  pricing: pricing.exactOptional(),
  pricingPerMillionTokens: pricingPerMillionTokens.exactOptional(),
};

type Prices = z.output<z.ZodObject<typeof prices>>;
type Check = [(entry: Prices) => boolean, { path: string[]; error: string; when: () => boolean }];

/** Both are checked in any case, so that the fault of another member hides none of prices. */
const always = { when: () => true };

export const somePricing: Check = [
  (entry) => countPricings(entry) > 0,
  { ...always, path: ['pricing'], error: 'is missing: a model has prices' },
];

export const atMostOnePricing: Check = [
  (entry) => countPricings(entry) < 2,
  {
    ...{ ...always, path: ['pricingPerMillionTokens'] },
    error: 'is in addition to pricing: write one of them',
  },
];

/** The schemas have read both as prices per token. */
export function perToken<Entry extends Prices>(
  entry: Entry,
): Omit<Entry, keyof Prices> & { pricing?: Pricing } {
  const { pricing: written, pricingPerMillionTokens: read = written, ...rest } = entry;
  return { ...rest, ...(read && { pricing: read }) };
}

/** An entry that is no object has another fault. */
function countPricings(entry: Prices): number {
  if (typeof entry !== 'object' || entry === null) return 1;
  const { pricing: written, pricingPerMillionTokens: read } = entry;
  return [written, read].filter((each) => each !== undefined).length;
}
