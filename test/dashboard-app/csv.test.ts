import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../client/dashboard/src/format/csv.ts';
import { csvLine } from '../../server/platform/lib/csv.ts';

const TEXT = fc.string({
  unit: fc.constantFrom(...';,|\t\r\n "\'=+-@＝＋－＠x1\u200b\u00a0'),
  maxLength: 8,
});

describe('exported tables', () => {
  it('are CSV as RFC 4180 has it', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['two\nlines', null],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",\r\n');
  });

  it('run nothing in a spreadsheet, whatever somebody called a model or an end user', () => {
    for (const text of [
      '=1+1',
      '+1+1',
      '@SUM(A1)',
      '-cmd',
      '\tx',
      '\r=1',
      '＝1',
      '＋1',
      '－1',
      '＠A1',
    ]) {
      const [, line] = toCsv(['a'], [[text]]).split('\r\n', 2);
      expect(line!.replace(/^"/, '').startsWith("'"), text).toBe(true);
    }
  });

  it('run nothing in a spreadsheet that takes a semicolon, a tab or a bar for the end of a cell', () => {
    expect(toCsv(['a'], [['x;=1+1']])).toBe(`a\r\n"x;'=1+1"\r\n`);
    const separators = [/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/];
    fc.assert(
      fc.property(TEXT, (text) => {
        const cells = separators.flatMap((each) =>
          toCsv([], [[`x${text}`, `${text}x`]]).split(each),
        );
        const formulas = cells.filter((each) => /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(each));
        expect(formulas).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are made by the rule of the files that the service makes', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const cells = [`x${text}`, `${text}x`];
        expect(toCsv(cells, [])).toBe(csvLine(cells));
      }),
      { numRuns: 2_000 },
    );
  });

  it('look at each sign of a cell once, however many separators it has', () => {
    const separators = '\n'.repeat(500_000);
    expect(toCsv([separators, `${separators}=1`], [])).toBe(
      `"${separators}","${separators}'=1"\r\n`,
    );
  });

  it('keep numbers numbers', () => {
    expect(toCsv(['a', 'b', 'c'], [[-5, '-0.000003938', 12]])).toBe(
      'a,b,c\r\n-5,-0.000003938,12\r\n',
    );
  });
});
