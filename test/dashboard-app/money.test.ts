import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalOf,
  formatMoney,
  formatMoneyShort,
  formatUnits,
  moneyParts,
  parseMoney,
  perMillion,
} from '../../client/dashboard/src/format/money.ts';

const usd = { currency: 'USD', scale: 9 };

describe('money on the page', () => {
  it('shows an amount to its last unit', () => {
    expect(formatMoney(3_938, usd)).toBe('$0.000003938');
    expect(formatMoney(9_998_535_552, usd)).toBe('$9.998535552');
    expect(formatMoney(10_000_000_000, usd)).toBe('$10.00');
    expect(formatMoney(0, usd)).toBe('$0.00');
    expect(formatMoney(-1, usd)).toBe('−$0.000000001');
    expect(formatMoney(Number.MAX_SAFE_INTEGER, usd)).toBe('$9,007,199.254740991');
  });

  it('knows currencies without a sign and without cents', () => {
    expect(formatMoney(1_234, { currency: 'JPY', scale: 0 })).toBe('¥1,234');
    expect(formatMoney(1_234, { currency: 'CHF', scale: 2 })).toBe('CHF\u00a012.34');
    expect(formatMoney(5, { currency: 'EUR', scale: 1 })).toBe('€0.5');
  });

  it('gives every amount of a column the same length after the point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 }), (amount) => {
        const { main, fine, zeros } = moneyParts(amount, usd);
        expect(`${main}${fine}${zeros}`.split('.')[1]).toHaveLength(9);
      }),
    );
  });

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(parseMoney(formatMoney(amount, usd), usd)).toEqual({ amount });
        expect(parseMoney(decimalOf(amount, 9), usd)).toEqual({ amount });
      }),
    );
  });

  it('takes what people type, and says what it cannot take', () => {
    expect(parseMoney(' 1,250.5 ', usd)).toEqual({ amount: 1_250_500_000_000 });
    expect(parseMoney('.5', usd)).toEqual({ amount: 500_000_000 });
    expect(parseMoney('7.', usd)).toEqual({ amount: 7_000_000_000 });
    for (const text of ['', '.', '-1', '1e3', '0x10', '1.2.3', 'ten', '0.0000000001', '99999999']) {
      expect(parseMoney(text, usd), text).toHaveProperty('fault');
    }
  });

  it('shortens amounts for axes, and shows none as nothing that is something', () => {
    expect(formatMoneyShort(0, usd)).toBe('$0');
    expect(formatMoneyShort(350_000, usd)).toBe('$0.00035');
    expect(formatMoneyShort(12_340_000_000, usd)).toBe('$12.34');
    expect(formatMoneyShort(1_250_000_000_000, usd)).toBe('$1.2k');
    expect(formatMoneyShort(2_500_000_000_000_000, usd)).toBe('$2.5M');
  });

  it('shows integers in groups of three', () => {
    expect(formatUnits(4_384_800)).toBe('4\u202f384\u202f800');
    expect(formatUnits(-12)).toBe('−12');
  });

  it('turns a price per token into one per million', () => {
    expect(perMillion('0.00000015')).toBe('0.15');
    expect(perMillion('0.0000006')).toBe('0.60');
    expect(perMillion('0.000000125')).toBe('0.125');
    expect(perMillion('1')).toBe('1,000,000.00');
    expect(perMillion('0')).toBe('0.00');
  });
});
