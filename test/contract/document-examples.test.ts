/** The examples keep the rules that a schema cannot express. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { feeOf } from '../../server/platform/lib/money.ts';
import { at, examplesOf, isNode, type Node, operation } from './document.ts';

const runs = ['200', '202'].flatMap((status) => examplesOf(operation('createModelRun'), status));
const charged = runs.filter(({ value }) => value.chargedAmount !== undefined);

describe('the money of the examples', () => {
  test.each(charged)('$name is charged its cost and fee, and never above the hold', ({ value }) => {
    const cost = Number(value.providerAmount ?? value.listAmount);
    const held = Number(value.reservedAmount);
    const fee = feeOf(cost, Number(value.feeBasisPoints));
    expect(value.chargedAmount).toBe(Math.min(cost + fee, held));
    expect(value.feeAmount).toBe(
      Number(value.chargedAmount) - Math.min(cost, Number(value.chargedAmount)),
    );
    expect(value.absorbedAmount ?? 0).toBe(Math.max(0, cost - held));
    expect(value.providerAmount === undefined || value.listAmount === undefined).toBe(true);
  });

  test('a run that did not complete has no amount but its hold', () => {
    const names = [
      'providerAmount',
      'listAmount',
      'feeAmount',
      'chargedAmount',
      'absorbedAmount',
      'usage',
    ];
    const others = runs.filter(({ value }) => value.state !== 'completed');
    for (const { value } of others)
      expect(Object.keys(value)).not.toContainEqual(expect.toBeOneOf(names));
  });
});

const OPEN = ['received', 'needs_reconciliation'];
const UNSENT = ['reserved', 'queued'];

describe('the life of the examples', () => {
  test.each(runs)('$name has what its state has', ({ value }) => {
    const { state } = value;
    expect('error' in value).toBe(state === 'failed');
    expect('reconciliation' in value).toBe(OPEN.includes(state as string));
    expect('expiresAt' in value).toBe(UNSENT.includes(state as string));
    expect('queue' in value).toBe(state === 'queued');
    expect('finishedAt' in value).toBe(state === 'completed' || state === 'failed');
    expect('text' in value || 'message' in value).toBe(state === 'completed');
  });
});

describe('the conversation of the examples', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
  const schema = { $id: 'contract', components: at('components') };
  ajv.addSchema(schema);
  const messages = runs.map(({ value }) => value.message).filter(isNode);

  test.each(messages.map((message) => [message]))(
    'an answered message is accepted back: %j',
    (message) => {
      expect(ajv.validate('contract#/components/schemas/Message', message)).toBe(true);
    },
  );

  test('the second turn carries the message and the call of the first', () => {
    const first = runs.find(({ name }) => name === 'run-completed-tool-calls')?.value;
    const second = examplesOf(operation('createModelRun')).find(
      ({ name }) => name === 'request-tool-results',
    );
    expect(second?.value.messages).toContainEqual(first?.message);
  });
});

describe('the request key', () => {
  const parameter = at('components', 'parameters', 'IdempotencyKey');
  const ajv = new Ajv2020({ strict: false });
  const accepts = ajv.compile(parameter.schema as Node);

  test.each([
    'a',
    'k'.repeat(255),
    '!#~',
    'a"b',
    '"quoted"',
    String.raw`"a\"b\\c"`,
    `"${'k'.repeat(255)}"`,
  ])('may be %s', (key) => {
    expect(accepts(key)).toBe(true);
  });

  test.each([
    '',
    'k'.repeat(256),
    'two words',
    'a, b',
    'ü',
    'a\u0000b',
    '"',
    '""',
    '"open',
    '"shut"after',
    '"two words"',
    String.raw`"bad \n escape"`,
    `"${'k'.repeat(256)}"`,
  ])('may not be %j', (key) => {
    expect(accepts(key)).toBe(false);
  });
});
