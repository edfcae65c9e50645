import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model, Pricing } from '../../../server/model-runs/providers/model-provider.ts';
import { holdOf, type Inputs } from '../../../server/model-runs/quote.ts';
import { listAmountOf } from '../../../server/model-runs/submission.ts';
import { chargeOf } from '../../../server/runs/outcomes.ts';

const NO_INPUTS: Inputs = {
  ...{ parts: 0, images: 0, tokens: 0, encodedBytes: 0 },
  cachesAnHour: false,
};
const rates = { feeBasisPoints: 500, scale: 9 };
const messages = [{ role: 'user' as const, content: 'Hello' }];

function modelWith(pricing: Pricing, more: Partial<Model> = {}): Model {
  return {
    id: 'm',
    provider: 'p',
    providerModel: 'm',
    name: 'M',
    capabilities: { tools: true, reasoning: 'entries' },
    supportedParameters: [],
    inputModalities: ['text' as const],
    templateTokens: { perRequest: 10, perMessage: 5 },
    pricing,
    ...more,
  };
}

describe('the hold', () => {
  it('counts every byte as a token, the template, and the whole output, plus the fee', () => {
    const model = modelWith({ prompt: '0.000001', completion: '0.000002', request: '0.01' });
    const { amount } = holdOf(model, { messages, maxOutputTokens: 100 }, 85, rates);
    const base = (85 + 10 + 5) * 1_000 + 100 * 2_000 + 10_000_000;
    expect(amount).toBe(base + Math.ceil((base * 500) / 10_000));
  });

  it('takes the dearest of prompt, cache write and reasoning', () => {
    const model = modelWith({
      prompt: '0.000001',
      cacheWrite: '0.00000125',
      cacheRead: '0.0000001',
      completion: '0.000002',
      reasoning: '0.000003',
    });
    const { maxPrice } = holdOf(model, { messages, maxOutputTokens: 1 }, 1, rates);
    expect(maxPrice).toEqual({ prompt: '0.00000125', completion: '0.000003', request: '0' });
  });

  it('covers the price of an hour in the cache only if the request asks for an hour', () => {
    const model = modelWith({
      ...{ prompt: '0.000001', cacheWrite: '0.00000125', cacheWrite1h: '0.000002' },
      completion: '0.000002',
      tiers: [{ abovePromptTokens: 1_000, cacheWrite1h: '0.000004' }],
    });
    const dearest = (bytes: number, cachesAnHour: boolean) => {
      const inputs = { ...NO_INPUTS, cachesAnHour };
      const request = { messages, maxOutputTokens: 1, inputs };
      return holdOf(model, request, bytes, rates).maxPrice.prompt;
    };
    expect(dearest(1, false)).toBe('0.00000125');
    expect(dearest(1, true)).toBe('0.000002');
    expect(dearest(2_000, true)).toBe('0.000004');
  });

  it('applies a long-context rate only where the prompt could reach it', () => {
    const model = modelWith({
      prompt: '0.000001',
      completion: '0.000002',
      tiers: [{ abovePromptTokens: 1_000, prompt: '0.000004' }],
    });
    const hold = (bytes: number) => holdOf(model, { messages, maxOutputTokens: 1 }, bytes, rates);
    expect(hold(900).maxPrice.prompt).toBe('0.000001');
    expect(hold(1_000).maxPrice.prompt).toBe('0.000004');
  });

  it('bills the output that the provider bills at the least', () => {
    const model = modelWith({ prompt: '0', completion: '0.000001' }, { minOutputTokens: 16 });
    expect(
      holdOf(model, { messages, maxOutputTokens: 1 }, 0, { ...rates, feeBasisPoints: 0 }).amount,
    ).toBe(16_000);
  });

  it('is zero for a free model', () => {
    const model = modelWith({ prompt: '0', completion: '0' });
    expect(holdOf(model, { messages, maxOutputTokens: 1_000 }, 1_000, rates).amount).toBe(0);
  });

  it('is absent if money can not be counted so high', () => {
    const model = modelWith({ prompt: '1000', completion: '1000' });
    expect(holdOf(model, { messages, maxOutputTokens: 1e9 }, 10, rates).amount).toBeUndefined();
  });
});

const price = fc.integer({ min: 0, max: 10_000_000 }).map((n) => (n / 1e12).toFixed(12));
const tokens = fc.integer({ min: 0, max: 2_000_000 });
const pricing: fc.Arbitrary<Pricing> = fc.record(
  {
    prompt: price,
    completion: price,
    request: price,
    cacheRead: price,
    cacheWrite: price,
    cacheWrite1h: price,
    reasoning: price,
    tiers: fc.array(fc.record({ abovePromptTokens: tokens, prompt: price, completion: price }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: ['prompt', 'completion'] },
);

describe('the charge', () => {
  it('is never above the hold and is the sum of its parts, for every price and usage', () => {
    fc.assert(
      fc.property(
        pricing,
        tokens,
        tokens,
        tokens,
        tokens,
        fc.record({ reasoning: tokens, hourly: fc.option(tokens, { nil: undefined }) }),
        fc.integer({ min: 0, max: 20_000 }),
        (p, sent, out, cached, written, { reasoning, hourly }, feeBasisPoints) => {
          const inputs = { ...NO_INPUTS, cachesAnHour: hourly !== undefined };
          const hold = holdOf(modelWith(p), { messages, maxOutputTokens: out, inputs }, sent, {
            feeBasisPoints,
            scale: 9,
          }).amount!;
          const usage = {
            promptTokens: sent,
            completionTokens: out,
            cachedPromptTokens: Math.min(cached, sent),
            cacheWriteTokens: written,
            ...(hourly !== undefined && { cacheWrite1hTokens: hourly }),
            reasoningTokens: Math.min(reasoning, out),
          };
          const charge = chargeOf(
            { cost: undefined, listAmount: listAmountOf(p, usage, 9) },
            { feeBasisPoints, scale: 9, reservedAmount: hold },
          );
          const base = charge.listAmount!;
          expect(charge.absorbedAmount).toBeUndefined();
          expect(charge.chargedAmount).toBeLessThanOrEqual(hold);
          expect(charge.chargedAmount).toBe(base + charge.feeAmount!);
          expect(charge.feeAmount).toBe(Math.ceil((base * feeBasisPoints) / 10_000));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has each token of the prompt at one price: read from the cache, written to it, or neither', () => {
    const pricing = {
      prompt: '0.000001',
      completion: '0.000002',
      cacheRead: '0.0000001',
      cacheWrite: '0.00000125',
    };
    const usage = {
      promptTokens: 100,
      completionTokens: 10,
      cachedPromptTokens: 60,
      cacheWriteTokens: 30,
    };
    expect(listAmountOf(pricing, usage, 9)).toBe(10 * 1_000 + 60 * 100 + 30 * 1_250 + 10 * 2_000);
  });

  it('has tokens that are cached for an hour at their own price, or else at that of the cache', () => {
    const pricing = { prompt: '0.000001', completion: '0', cacheWrite: '0.00000125' };
    const hour = { ...pricing, cacheWrite1h: '0.000002' };
    const usage = { promptTokens: 100, completionTokens: 0, cacheWriteTokens: 30 };
    const told = { ...usage, cacheWrite1hTokens: 20 };
    expect(listAmountOf(hour, told, 9)).toBe(70 * 1_000 + 10 * 1_250 + 20 * 2_000);
    expect(listAmountOf(hour, usage, 9)).toBe(70 * 1_000 + 30 * 1_250);
    expect(listAmountOf(pricing, told, 9)).toBe(70 * 1_000 + 30 * 1_250);
  });

  it('cannot be computed from the price list without both counts', () => {
    const pricing = { prompt: '0.000001', completion: '0.000002' };
    expect(listAmountOf(pricing, { promptTokens: 5 }, 9)).toBeUndefined();
  });
});
