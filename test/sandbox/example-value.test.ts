/** Arguments that the sandbox invents fit the schema that they were made for. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../server/model-runs/providers/index.ts';
import { exampleValue } from '../../server/sandbox/example-value.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test.each<[string, { [member: string]: JsonValue }]>([
  ['nothing', {}],
  ['text', { type: 'string' }],
  ['text of a length', { type: 'string', minLength: 30, maxLength: 31 }],
  ['short text', { type: 'string', maxLength: 3 }],
  ['a date', { type: 'string', format: 'date' }],
  ['a time', { type: 'string', format: 'date-time' }],
  ['an address', { type: 'string', format: 'email' }],
  ['a link', { type: 'string', format: 'uri' }],
  ['an integer from', { type: 'integer', minimum: 18 }],
  ['an integer above', { type: 'integer', exclusiveMinimum: 18 }],
  ['an integer up to', { type: 'integer', maximum: -4 }],
  ['a multiple', { type: 'number', minimum: 11, multipleOf: 5 }],
  ['a truth', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['one of two types', { type: ['integer', 'null'] }],
  ['a choice', { enum: ['celsius', 'fahrenheit'] }],
  ['a constant', { const: { a: [null] } }],
  ['a list', { type: 'array', items: { type: 'integer' }, minItems: 3 }],
  ['an empty list', { type: 'array', maxItems: 0, minItems: 0 }],
  ['alternatives', { oneOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] }],
  ['any of', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
  [
    'all of',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
        { properties: { b: { const: 'x' } }, required: ['b'] },
      ],
    },
  ],
  [
    'an object with a reference',
    {
      type: 'object',
      properties: { place: { $ref: '#/$defs/place~1of~0it' }, 'x y': {} },
      required: ['place', 'x y'],
      additionalProperties: false,
      $defs: { 'place/of~it': { type: 'object', properties: { lat: { type: 'number' } } } },
    },
  ],
  ['a required member that is not described', { type: 'object', required: ['a'] }],
])('%s', (_, schema) => {
  const value = exampleValue(schema);
  expect(ajv.validate(schema, value), JSON.stringify({ value, faults: ajv.errors })).toBe(true);
  expect(exampleValue(schema)).toEqual(value);
});

test('a schema that refers to itself comes to an end, however wide it is', () => {
  const names = Array.from({ length: 50 }, (_, i) => `m${i}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#' }]));
  const value = exampleValue({ type: 'object', properties, required: names });
  expect(JSON.stringify(value).length).toBeLessThan(100_000);
});

test.each<JsonValue>([
  { $ref: '#/nowhere' },
  { $ref: 'https://example.com/other' },
  { $ref: '#/__proto__/constructor' },
  { type: 'object', properties: 'none', required: 'all' },
  { type: 'array', minItems: 1e9 },
  { type: 'string', minLength: 1e9 },
  { allOf: [], oneOf: [], enum: [], type: 7 },
])('a schema that makes no sense (%j) still has a value', (schema) => {
  expect(JSON.stringify(exampleValue(schema)).length).toBeLessThan(10_000);
});
