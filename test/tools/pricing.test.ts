/** The maximum cost of a tool run bounds its cost, whatever it uses. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdOf, listAmountOf } from '../../server/tool-runs/pricing.ts';

const rates = { feeBasisPoints: 500, scale: 9 };
const decimal = fc.nat(1_000_000_000).map((units) => (units / 1e9).toFixed(9));
const terms = fc.record({
  pricing: fc.record(
    {
      perCall: decimal,
      perSecond: decimal,
      perUnit: fc.record({
        ...{ name: fc.constant('page'), price: decimal, max: fc.nat(1_000), at: fc.constant('/n') },
      }),
    },
    { requiredKeys: ['perCall'] },
  ),
  timeoutMs: fc.integer({ min: 1, max: 3_600_000 }),
});

it('holds for the call, the most units and the whole time, and the fee', () => {
  const perUnit = { name: 'page', price: '0.01', max: 10, at: '/pages' };
  const pricing = { perCall: '0.001', perSecond: '0.0005', perUnit };
  expect(holdOf({ pricing, timeoutMs: 60_000 }, rates)).toBe(137_550_000);
  const usage = { durationMs: 1_001, units: 3 };
  expect(listAmountOf({ pricing, timeoutMs: 60_000 }, usage, 9)).toBe(32_000_000);
});

it('never charges more than was held', () => {
  fc.assert(
    fc.property(terms, fc.nat(10_000_000), fc.nat(5_000), (sold, durationMs, units) => {
      const base = listAmountOf(sold, { durationMs, units }, 9)!;
      expect(base).toBeLessThanOrEqual(holdOf(sold, { ...rates, feeBasisPoints: 0 })!);
    }),
  );
});

it('charges nothing by a usage that is not known', () => {
  const sold = { pricing: { perCall: '1' }, timeoutMs: 1 };
  expect(listAmountOf(sold, undefined, 9)).toBeUndefined();
  expect(listAmountOf(sold, { units: 1 }, 9)).toBeUndefined();
});
