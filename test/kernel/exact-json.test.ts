import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHash, exactHash } from '../../server/platform/lib/canonical-hash.ts';
import { parseExact, surveyJson, toPlain, writeJson } from '../../server/platform/lib/json.ts';

const digits = fc.stringMatching(/^\d{1,30}$/);
/** A JSON number in any spelling. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E+', 'e-'), fc.nat(250)), { nil: undefined }),
  )
  .map(([sign, whole, fraction, power]) =>
    [sign, whole, fraction && `.${fraction}`, power?.join('')].join(''),
  );
const name = fc.oneof(
  fc.constantFrom('__proto__', 'toJSON', 'rawJSON', '', '0', '1', '10', '01', '4294967295', '"'),
  fc.string({ unit: 'binary' }),
);
/** Texts spelled as JSON.stringify spells strings, so that they come back letter for letter. */
const { text: jsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberText,
    fc.constantFrom('null', 'true', 'false'),
    fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('text')), { maxLength: 5, selector: ([each]) => each })
      .map((all) => `{${all.map(([each, text]) => `${JSON.stringify(each)}:${text}`).join(',')}}`),
  ),
}));

describe('exact JSON', () => {
  it('is written as it was read: names in their order, and numbers digit for digit', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(writeJson(parseExact(text).value)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the value that JSON.parse gives where it is made plain', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const plain = toPlain(parseExact(text).value);
        expect(JSON.stringify(plain)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is distinguished from text that JSON.parse reads without loss', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        if (surveyJson(text).isPlain) expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read from no text that JSON.parse refuses, and from all others', () => {
    const token = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-', '0', '.', 'e', '+', 'null'],
      ...['tru', ' ', '\n', '\v', '\u00a0', '\ufeff', '//', '/*', '*/', '"\\u0061"', '"\\u12"'],
      ...['"\\x"', '"\u0001"', '"\n"', '"\u2028"', '01', '1.', '.5'],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 7 }), (tokens) => {
        const text = tokens.join('');
        const refuses = (read: (input: string) => unknown) => {
          try {
            read(text);
            return false;
          } catch (error) {
            expect(error).toBeInstanceOf(SyntaxError);
            return true;
          }
        };
        expect(refuses(parseExact)).toBe(refuses(JSON.parse));
      }),
      { numRuns: 20_000 },
    );
  });

  it('says where the first member is that its object has twice', () => {
    const text = '{"a":[{"b":1},{"b":1,"c":2,"\\u0062":3}],"a":1}';
    expect(parseExact(text).duplicate).toEqual(['a', '1', 'b']);
    expect(parseExact('{"1":1,"a":{"1":1}}').duplicate).toBeUndefined();
  });
});

describe('the hash of exact JSON', () => {
  const hash = (text: string) => exactHash(parseExact(text).value).toString('hex');

  // Saved with runs, so they stay as they are for good.
  it.each([
    [
      '{"metadata":{"10":"a","2":"b","-":1}}',
      '55908d0018b3f95632c587bd5d7b52e96d4e361ae2e13a3c12d93fea20db9da8',
    ],
    [
      '{"b":1.50,"a":[1e400,-0,12345678901234567890123]}',
      'db370e279633e4b4a6249529305b63ecefb1073379d71cf99dc6c4f73dfa3b28',
    ],
  ])('of %s is %s', (text, expected) => {
    expect(hash(text)).toBe(expected);
  });

  it('is that of RFC 8785 for what JSON.parse reads, whatever the names', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value: unknown = JSON.parse(text);
        expect(exactHash(value)).toEqual(canonicalHash(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"b":1,"a":[1,2]}', '{ "a": [1.0, 20e-1], "b": 1e0 }'],
    ['{"2":1,"1":2}', '{"1":2,"2":1}'],
    ['100', '1e2'],
    ['12345678901234567890123', '1.2345678901234567890123e22'],
    ['"\\u00e9"', '"é"'],
  ])('is the same for %s and %s', (one, other) => {
    expect(hash(one)).toBe(hash(other));
  });

  it.each([
    ['12345678901234567890123', '12345678901234567890124'],
    ['1', '1.00000000000000000000001'],
    ['1e-400', '0'],
    ['1e-400', '1e-401'],
    ['0', '-0'],
    ['1', '"1"'],
    ['{"a":null}', '{}'],
    ['[1,2]', '[2,1]'],
    ['{"1":{}}', '{"2":{}}'],
  ])('differs for %s and %s', (one, other) => {
    expect(hash(one)).not.toBe(hash(other));
  });
});
