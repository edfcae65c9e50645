/** How the service fails an answer that is not what its tool promises. */
import { expect, it } from 'vitest';
import { compileSchema } from '../../server/platform/lib/input-schema.ts';
import { failureOf, type Terms } from '../../server/tool-runs/pricing.ts';

const terms: Terms = {
  ...{ version: '', pricing: { perCall: '1' }, timeoutMs: 1 },
  ...{ isIdempotent: false, errorsAreAnswers: false },
};
const messageOf = (schema: object, structured: object) =>
  failureOf(
    { content: [], structured: structured as never, durationMs: 1 },
    terms,
    compileSchema(schema as never),
  )?.message;

it('says what of an output is at fault, as invalid_output', () => {
  const schema = { properties: { count: { type: 'integer' } } };
  expect(messageOf(schema, { count: 1 })).toBeUndefined();
  expect(messageOf(schema, { count: 'many' })).toMatch(/ \/count must be integer\.$/);
});

it.each([
  [
    'the name of a member',
    { additionalProperties: false },
    { [`\0\ud800${'a'.repeat(100_000)}`]: 1 },
  ],
  ['a pattern', { properties: { a: { pattern: `a${'b'.repeat(60_000)}` } } }, { a: '' }],
])('quotes no more of %s than a message of a run may have', (_what, schema, structured) => {
  const message = messageOf(schema, structured)!;
  expect(message.length).toBeLessThan(4_096);
  expect(message.isWellFormed() && !message.includes('\0')).toBe(true);
});
