import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePoints } from '../../server/platform/lib/text.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '\ud83d', '\ude00', '😀'), maxLength: 100 }),
);

it('counts what the iterator of a text gives, half of a surrogate pair included', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(codePoints(given)).toBe(Array.from(given).length);
    }),
    { numRuns: 2_000 },
  );
});
