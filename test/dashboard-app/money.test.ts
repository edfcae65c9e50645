import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalOf,
  decimalsOf,
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

  it('shows a balance with two decimals, never more than there is, and never a positive one as zero', () => {
    const shown = (amount: number) => formatMoney(amount, usd, 'balance');
    expect(shown(9_998_535_552)).toBe('$9.99');
    expect(shown(20_000_000_000)).toBe('$20.00');
    expect(shown(10_000_000)).toBe('$0.01');
    expect(shown(9_999_999)).toBe('$0.00999');
    expect(shown(121_899)).toBe('$0.000121');
    expect(shown(3)).toBe('$0.000000003');
    expect(shown(0)).toBe('$0.00');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        const read = parseMoney(shown(amount), usd) as { amount: number };
        expect(read.amount).toBeLessThanOrEqual(amount);
        expect(read.amount).toBeGreaterThan(amount * 0.99);
      }),
    );
  });

  it('shows the cost of a run with four significant digits, to the cent at least', () => {
    const shown = (amount: number) => formatMoney(amount, usd, 'run');
    expect(shown(1_243_615)).toBe('$0.001244');
    expect(shown(3_938)).toBe('$0.000003938');
    expect(shown(999_950_000)).toBe('$1.00');
    expect(shown(12_345_678_901)).toBe('$12.35');
    expect(shown(1_234_567_890_123)).toBe('$1,234.57');
    expect(shown(0)).toBe('$0.00');
  });

  it('separates the significant digits from those before and after them', () => {
    const parts = (amount: number) => {
      const { lead, main, tail } = moneyParts(amount, usd);
      return [lead, main, tail];
    };
    expect(parts(1_243_615)).toEqual(['0.00', '1243', '615']);
    expect(parts(3_938)).toEqual(['0.00000', '3938', '']);
    expect(parts(9_998_535_552)).toEqual(['', '9.998', '535552']);
    expect(parts(1_234_567_890_123)).toEqual(['', '1,234.56', '7890123']);
    expect(parts(0)).toEqual(['', '0.00', '']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(`$${parts(amount).join('')}`).toBe(formatMoney(amount, usd));
      }),
    );
  });

  it('knows how many decimals a column needs for its decimal points to align', () => {
    expect(decimalsOf([20_000_000_000, 3_938], usd, 'exact')).toBe(9);
    expect(decimalsOf([20_000_000_000, 1_243_615], usd, 'run')).toBe(6);
    expect(decimalsOf([], usd, 'exact')).toBe(0);
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
    expect(parseMoney('1,234,567', usd)).toEqual({ amount: 1_234_567_000_000_000 });
    expect(parseMoney('1 250.5', usd)).toEqual({ amount: 1_250_500_000_000 });
    expect(parseMoney('1,250', { currency: 'JPY', scale: 0 })).toEqual({ amount: 1_250 });
    for (const text of ['', '.', '-1', '1e3', '0x10', '1.2.3', 'ten', '0.0000000001', '99999999']) {
      expect(parseMoney(text, usd), text).toHaveProperty('fault');
    }
  });

  it.each([
    ['12,5', '12.50'],
    ['12,50', '12.50'],
    ['1,250', '1250.00 or 1.250'],
    ['5,', '5.00'],
  ])('refuses %s, which may mean two amounts, and proposes %s', (text, proposed) => {
    const fault = `If the comma separates the cents, enter ${proposed}`;
    expect(parseMoney(text, usd)).toEqual({ fault });
  });

  it.each(['1,2345', '12,34,567', '1 2.5', '1.250,00', '1,250 000.5', "1'250.00", '１２'])(
    'refuses %s, whose groups are none',
    (text) => expect(parseMoney(text, usd)).toHaveProperty('fault'),
  );

  it('shortens amounts for axes, and never shows a positive amount as zero', () => {
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
