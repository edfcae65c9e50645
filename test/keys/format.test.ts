import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasChecksum, hashOf, hasKeyShape, makeKeyText } from '../../server/keys/format.ts';
import { checkScopes, SCOPES } from '../../server/keys/principal.ts';
import { operations } from '../support/contract.ts';

const isWellFormed = (text: string) => hasKeyShape(text) && hasChecksum(text);

test('a new key is well formed, unlike every other, and kept as its hash', () => {
  const keys = Array.from({ length: 200 }, makeKeyText);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(200);
  for (const { key, hash, prefix, last4 } of keys) {
    expect(key).toMatch(/^mrk_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(key)).toBe(true);
    expect(hash).toEqual(hashOf(key));
    expect(key.startsWith(prefix) && key.endsWith(last4)).toBe(true);
    expect(prefix.length + last4.length).toBe(12);
  }
});

test('the checksum is the CRC32 of the text before it, in six base62 digits', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const { key } = makeKeyText();
  const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
  expect(value).toBe(crc32(key.slice(0, -6)));
});

test('one wrong character, or two swapped ones, is found without a query', () => {
  const { key } = makeKeyText();
  fc.assert(
    fc.property(fc.nat(37), fc.constantFrom(...'0aZz9'), (at, character) => {
      const changed = key.slice(0, 4 + at) + character + key.slice(5 + at);
      expect(isWellFormed(changed)).toBe(changed === key);
    }),
  );
  for (let i = 4; i < 41; i += 1) {
    const swapped = key.slice(0, i) + key[i + 1] + key[i] + key.slice(i + 2);
    expect(isWellFormed(swapped)).toBe(swapped === key);
  }
});

test('whatever text is presented, looking at it never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isWellFormed(text)).toBe(false);
    }),
  );
});

test('the scopes are those that some operation of the contract asks for', () => {
  const required = operations.flatMap(({ scopes = [] }) => scopes);
  expect([...SCOPES].sort()).toEqual([...new Set(required)].sort());
});

test('scopes are kept once and in order; an unknown one is refused with the list of all', () => {
  expect(checkScopes(['models:run', 'models:read', 'models:run'])).toEqual([
    'models:read',
    'models:run',
  ]);
  expect(() => checkScopes(['models:write', 'all'])).toThrow(
    `models:write, all are not permissions; the permissions are ${SCOPES.join(', ')}`,
  );
  expect(() => checkScopes(['files:run'])).toThrow(
    `files:run is not a permission; the permissions are ${SCOPES.join(', ')}`,
  );
  expect(() => checkScopes([])).toThrow('A key has at least one permission');
});
