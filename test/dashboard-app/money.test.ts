import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOf } from '../../client/dashboard/src/charts/ticks.ts';
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

function readBack(text: string): number {
  const read = parseMoney(text, usd);
  return 'amount' in read ? read.amount : Number.NaN;
}

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

  it('rounds what was spent to the nearest, a half to the even digit, and what it costs at most up', () => {
    const shown = (amount: number) => formatMoney(amount, usd, 'spend');
    expect(shown(87_000_000)).toBe('$0.087');
    expect(shown(100_000_000)).toBe('$0.10');
    expect(shown(1_243_615)).toBe('$0.00124');
    expect(shown(3_938)).toBe('$0.00000394');
    expect(shown(999_950_000)).toBe('$1.00');
    expect(shown(12_345_000_000)).toBe('$12.34');
    expect(shown(12_355_000_000)).toBe('$12.36');
    expect(shown(12_345_000_001)).toBe('$12.35');
    expect(shown(0)).toBe('$0.00');
    expect(formatMoney(347_130, usd, 'most')).toBe('$0.000348');
    expect(formatMoney(-12_345_000_000, usd, 'balance')).toBe('−$12.35');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 52 }), (amount) => {
        const read = readBack(shown(amount));
        expect(Math.abs(read - amount)).toBeLessThanOrEqual(amount < 1e9 ? amount * 0.005 : 5e6);
        expect(readBack(formatMoney(amount, usd, 'most'))).toBeGreaterThanOrEqual(amount);
        expect(readBack(formatMoney(amount, usd, 'balance'))).toBeLessThanOrEqual(amount);
      }),
    );
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

  it('shows the amounts of a column with one precision, so that they add up as they are printed', () => {
    expect(decimalsOf([20_000_000_000, 3_938], usd)).toBe(9);
    expect(decimalsOf([20_000_000_000, 1_200_000], usd)).toBe(4);
    expect(decimalsOf([0, 0], usd)).toBe(2);
    expect(formatMoney(0, usd, 'exact', 4)).toBe('$0.0000');
    expect(formatMoney(1_234_500_000_000, usd, 'exact', 4)).toBe('$1,234.5000');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 1 }), (amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const decimals = decimalsOf([...amounts, total], usd);
        const printed = [...amounts, total].map((each) =>
          formatMoney(each, usd, 'exact', decimals),
        );
        expect(new Set(printed.map((text) => text.split('.')[1]!.length))).toEqual(
          new Set([decimals]),
        );
        const read = printed.map(readBack);
        expect(read.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(read.at(-1));
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

  it('gives the lines of an axis one precision, and an empty chart no line but zero', () => {
    const axis = (highest: number) => {
      const ticks = ticksOf(highest);
      return ticks.map((tick) => formatMoneyShort(tick, usd, ticks[1] ?? 1));
    };
    expect(axis(0)).toEqual(['$0']);
    expect(axis(190_000_000)).toEqual(['$0', '$0.05', '$0.10', '$0.15', '$0.20']);
    expect(axis(350_000)).toEqual(['$0', '$0.0001', '$0.0002', '$0.0003', '$0.0004']);
    expect(axis(1_900e9)).toEqual(['$0', '$500', '$1,000', '$1,500', '$2,000']);
    expect(axis(3_500e9)).toEqual(['$0', '$1k', '$2k', '$3k', '$4k']);
    expect(axis(2_500_000e9)).toEqual(['$0', '$1M', '$2M', '$3M']);
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
