import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../server/platform/lib/json.ts';

/** JSON text with every character of every string escaped. */
function escaped(text: string): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (token) => {
    const units = [...Array((JSON.parse(token) as string).length).keys()].map((i) =>
      (JSON.parse(token) as string).charCodeAt(i).toString(16).padStart(4, '0'),
    );
    return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
  });
}

describe('parseJson', () => {
  it('reads what JSON.stringify wrote, in order, however it is escaped', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
        expect(JSON.stringify(parseJson(escaped(text)))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps a name apart from one that was read before it', () => {
    parseJson('{"unheard":0,"\\\\u":1}');
    expect(parseJson('{"unheard":0,"\\u540d\\u524d":1}')).toEqual({ unheard: 0, 名前: 1 });
  });

  it('makes an own member of __proto__, escaped or not', () => {
    const value = parseJson('{"\\u005f_proto__":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });

  it('takes time that rises evenly with the text', () => {
    const many = `{"\\u0061":1,"list":[${Array(300_000).fill('"x"').join(',')}]}`;
    expect((parseJson(many) as { list: string[] }).list).toHaveLength(300_000);
  });

  it('takes a member that is there twice as JSON.parse does: the last one counts', () => {
    expect(parseJson('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 });
    expect(parseJson('{"a":1,"\\u0061":3}')).toEqual({ a: 3 });
  });

  it('refuses what is nested too deep before it parses it', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('nested too deep');
  });

  it.each(['', '{', '{"a\\', '"\\u12"', '{"a":1,}'])('refuses %j as JSON.parse does', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
