import { describe, expect, it } from 'vitest';
import { canonicalHash } from '../../server/platform/lib/canonical-hash.ts';
import { createCursors } from '../../server/platform/lib/cursor.ts';
import { idToUuid, newId, newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { amountOf, feeOf, parseDecimal } from '../../server/platform/lib/money.ts';

describe('identifiers', () => {
  it('name the same thing as their UUID', () => {
    const uuid = newUuid();
    const id = uuidToId('run', uuid);
    expect([idToUuid('run', id), idToUuid('run', id)]).toEqual([uuid, uuid]);
    expect(idToUuid('key', id)).toBeUndefined();
    expect(idToUuid('ru', id)).toBeUndefined();
  });
  it('rise with time', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('run'));
    expect([...ids].sort()).toEqual(ids);
  });
  for (const id of [
    '',
    'run_',
    'run_0',
    'key_01jd0000000000000000000000',
    'run_81jd0000000000000000000000',
    'run_01jdl000000000000000000000',
    `${newId('run')}x`,
    newId('run').toUpperCase(),
  ]) {
    it(`are not made of ${JSON.stringify(id)}`, () => {
      expect(idToUuid('run', id)).toBeUndefined();
    });
  }
});

describe('the canonical hash', () => {
  it('does not see the order of members or white space', () => {
    const a = JSON.parse('{"b":1,"a":{"y":[1,2],"x":"é"}}');
    const b = JSON.parse('{ "a": {"x":"\\u00e9","y":[1.0,2]}, "b":1e0 }');
    expect(canonicalHash(a)).toEqual(canonicalHash(b));
  });
  it('sees the order of items and a member more', () => {
    expect(canonicalHash({ a: [1, 2] })).not.toEqual(canonicalHash({ a: [2, 1] }));
    expect(canonicalHash({ a: 1 })).not.toEqual(canonicalHash({ a: 1, b: null }));
  });
});

describe('money', () => {
  it('rounds up once, at the end of the sum', () => {
    const terms = [
      { price: '0.0000000001', count: 3 },
      { price: '0.0000000001', count: 3 },
    ];
    expect(amountOf(terms, 9)).toBe(1);
    expect(amountOf([{ price: '0.0000000075', count: 3 }], 9)).toBe(23);
  });
  it('ends where integers end', () => {
    expect(amountOf([{ price: '9007199.254740991', count: 1 }], 9)).toBe(Number.MAX_SAFE_INTEGER);
    expect(amountOf([{ price: '9007199.254740992', count: 1 }], 9)).toBeUndefined();
  });
  it('takes the fee rounded up, exactly', () => {
    expect(feeOf(1, 1)).toBe(1);
    expect(feeOf(10_000, 500)).toBe(500);
    expect(feeOf(9_007_199_254_740_991, 500)).toBe(450_359_962_737_050);
  });
  it.each([
    ['0.00000015', '0.00000015'],
    [1.5e-7, '0.00000015'],
    [0, '0'],
    ['1e3', '1000'],
    ['-1', undefined],
    [-0.1, undefined],
    ['', undefined],
    ['free', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e300, undefined],
    ['1e-20000000', undefined],
    ['.5', undefined],
    [null, undefined],
  ])('reads the decimal %j as %j', (value, expected) => {
    expect(parseDecimal(value)).toBe(expected);
  });
});

describe('cursors', () => {
  const secret = Buffer.alloc(32, 7);
  const cursors = createCursors(secret);
  const list = {
    operation: 'listRuns',
    workspace: 'w',
    filters: { model: 'm', state: ['a', 'b'] },
  };
  const cursor = cursors.give(list, 'place');

  it('are read as they were given, also by another process of the deployment', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(createCursors(Buffer.from(secret)).take(list, cursor)).toBe('place');
  });
  it('do not mind the order of filters and states, and filters that were not given', () => {
    const filters = { other: undefined, state: ['b', 'a', 'b'], model: 'm' };
    expect(cursors.take({ ...list, filters }, cursor)).toBe('place');
  });
  it.each([
    ['operation', { operation: 'listKeys' }],
    ['workspace', { workspace: 'x' }],
    ['workspace, of none', { workspace: undefined }],
    ['value of a filter', { filters: { ...list.filters, model: 'n' } }],
    ['set of states', { filters: { ...list.filters, state: ['a'] } }],
    ['text where a list was', { filters: { ...list.filters, state: 'a,b' } }],
    ['filter less', { filters: { model: 'm' } }],
    ['filter more', { filters: { ...list.filters, keyId: 'k' } }],
  ])('are refused by another list: another %s', (_, change) => {
    const { workspace, ...rest } = { ...list, ...change };
    const other = { ...rest, ...(workspace !== undefined && { workspace }) };
    expect(() => cursors.take(other, cursor)).toThrow('invalid_cursor');
  });
  it('are refused by another deployment', () => {
    const other = createCursors(Buffer.alloc(32, 8));
    expect(() => other.take(list, cursor)).toThrow('invalid_cursor');
  });
  it('are refused with any character changed, left out or added', () => {
    for (let i = 0; i < cursor.length; i += 1) {
      const [before, after] = [cursor.slice(0, i), cursor.slice(i + 1)];
      const swapped = cursor[i] === 'A' ? 'B' : 'A';
      for (const changed of [`${before}${swapped}${after}`, before + after, `${before}=${after}`]) {
        expect(() => cursors.take(list, changed)).toThrow('invalid_cursor');
      }
    }
    expect(() => cursors.take(list, `${cursor}A`)).toThrow('invalid_cursor');
  });
  it.each(['', '!!', 'YWJj', 'place', Buffer.from('place').toString('base64url')])(
    'refuse the made up %j',
    (made) => {
      expect(() => cursors.take(list, made)).toThrow('invalid_cursor');
    },
  );
});
