import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePoints } from '../../server/kernel/code-points.ts';

const ofLibrary = ucs2length.default;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '\ud83d', '\ude00', '😀'), maxLength: 100 }),
);

it('counts as the validator of schemas does, halves of pairs included', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(codePoints(given)).toBe(ofLibrary(given));
    }),
    { numRuns: 2_000 },
  );
});
