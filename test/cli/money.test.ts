import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration, parseMoment, parseMoney } from '../../server/cli/arguments.ts';
import { table } from '../../server/cli/output.ts';
import { formatMoney, inMoney, MAX_AMOUNT } from '../../server/platform/lib/money.ts';
import { Problem } from '../../server/platform/lib/problem.ts';

const unit = { currency: 'USD', scale: 9 };

test('every amount is written and read back exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_AMOUNT }), (amount) => {
      const [text = ''] = formatMoney(amount, unit).split(' ');
      expect(text).toMatch(/^\d+\.\d{2,9}$/);
      expect(parseMoney(text, unit)).toBe(amount);
    }),
  );
});

test.each(['', '0', '0.00', '-5', '1e3', '1,50', '0.0000000001', '9007199.254740992', 'ten', ' 1'])(
  'an amount of %j is refused, never rounded',
  (text) => {
    expect(() => parseMoney(text, unit)).toThrow(Problem);
  },
);

test('refusals that count in units are shown in money', () => {
  const shown = inMoney(new Problem('insufficient_credit', 'Has 10000000 units of 1 units.'), unit);
  expect(shown).toMatchObject({ detail: 'Has 0.01 USD of 0.000000001 USD.' });
  const other = new Error('5 units');
  expect(inMoney(other, unit)).toBe(other);
});

test('durations and moments have one meaning, or are refused', () => {
  expect(['90s', '30m', '24h', '7d', '0s'].map(parseDuration)).toEqual([
    90_000, 1_800_000, 86_400_000, 604_800_000, 0,
  ]);
  for (const text of ['', '1', '1.5h', '-1h', '1w', 'h']) {
    expect(() => parseDuration(text), text).toThrow('Write 90s');
  }
  expect(parseMoment('2027-01-31')).toEqual(new Date('2027-01-31T00:00:00Z'));
  expect(parseMoment('2027-01-31T12:00:00+02:00')).toEqual(new Date('2027-01-31T10:00:00Z'));
  for (const text of ['', '1', '31.1.2027', '2027-13-01', '2027-01-31T12:00', 'tomorrow']) {
    expect(() => parseMoment(text), text).toThrow('Write a day');
  }
});

test('the columns of a table are as wide as their widest cell', () => {
  const rows = [
    { a: 'x', name: 'key \u{1f511}', last: '1' },
    { a: 'long', name: 'y', last: '' },
  ];
  expect(table(rows)).toBe('A     NAME   LAST\nx     key \u{1f511}  1\nlong  y');
});
