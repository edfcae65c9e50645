/** A message of the assistant goes back once, wherever its entries claim to be. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../server/model-runs/providers/index.ts';
import { piecesOf } from '../../../server/model-runs/providers/native.ts';

const FORMAT = 'a-format';
const number = fc.oneof(
  fc.integer({ min: -5, max: 30 }),
  fc.double(),
  fc.constantFrom<JsonValue>(null, '1', { valueOf: 1, toString: 1 }, 1e300),
);
const entry = fc.record({
  format: fc.constantFrom(FORMAT, 'another'),
  after: fc.oneof(fc.constant(null), fc.record({ text: number, calls: number })),
});

test('the pieces have each character, each call and each own entry once and in order', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(5), fc.array(entry), (content, count, details) => {
      const calls = Array.from({ length: count }, (_, i) => ({
        ...{ id: `c${i}`, type: 'function' as const, function: { name: 'f', arguments: '{}' } },
      }));
      const message = { role: 'assistant' as const, content, tool_calls: calls };
      const pieces = piecesOf({ ...message, reasoning_details: details as JsonValue[] }, FORMAT);
      const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ''));
      expect(texts.join('')).toBe(content);
      expect(pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []))).toEqual(calls);
      expect(pieces.flatMap((piece) => (piece.kind === 'entry' ? [piece.entry] : []))).toEqual(
        details.filter(({ format }) => format === FORMAT),
      );
    }),
  );
});
