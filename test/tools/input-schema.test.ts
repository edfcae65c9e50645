/** Schemas from servers of tools: what they refuse, which of them the service refuses, and that none takes forever. */
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../server/platform/lib/input-schema.ts';
import { functionNameOf } from '../../server/tool-runs/catalog.ts';

describe('a schema', () => {
  it('names what breaks it, with a pointer', () => {
    const check = compileSchema({
      type: 'object',
      properties: { 'a/b': { type: 'array', items: { type: 'integer', minimum: 1 } } },
      required: ['a/b'],
      additionalProperties: false,
    });
    expect(check.faultsOf({ 'a/b': [1, 2] })).toEqual([]);
    expect(check.faultsOf({ 'a/b': [1, 0] })).toMatchObject([
      { pointer: '/a~1b/1', keyword: 'minimum', message: 'must be >= 1' },
    ]);
    expect(check.faultsOf({})).toMatchObject([{ pointer: '/a~1b', keyword: 'required' }]);
    expect(check.faultsOf({ 'a/b': [], more: 1 })).toMatchObject([
      { pointer: '/more', keyword: 'additional_properties' },
    ]);
  });
  it('is read as draft 07 where it says so', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const items = [{ type: 'integer' }];
    const check = compileSchema({ $schema, type: 'array', items, additionalItems: false });
    expect(check.faultsOf([1])).toEqual([]);
    expect(check.faultsOf([1, 2])).toHaveLength(1);
  });
  it('matches each of its patterns', () => {
    const check = compileSchema({
      type: 'array',
      items: { allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
    });
    expect(check.faultsOf(['ab'])).toEqual([]);
    expect(check.faultsOf(['ac'])).toHaveLength(1);
    expect(check.faultsOf(['cb'])).toHaveLength(1);
  });
  it('may refer to itself', () => {
    const check = compileSchema({
      type: 'object',
      properties: { child: { $ref: '#' }, id: { $ref: '#/$defs/id' } },
      $defs: { id: { type: 'string' } },
    });
    expect(check.faultsOf({ child: { child: { id: 'a' } } })).toEqual([]);
    expect(check.faultsOf({ child: { id: 1 } })).toMatchObject([{ pointer: '/child/id' }]);
  });
  it('stays apart from another one with the same name', () => {
    const named = (type: string) => ({ $id: 'https://example.com/same', type });
    expect(compileSchema(named('object')).faultsOf({})).toEqual([]);
    expect(compileSchema(named('string')).faultsOf({})).toHaveLength(1);
  });
  it.each([
    ['refers to the network', { properties: { a: { $ref: 'http://169.254.169.254/' } } }],
    ['refers to a file', { $ref: 'file:///etc/passwd' }],
    ['is no schema', { type: 'nothing' }],
    ['has a pattern that is not matched in linear time', { pattern: '(a+)(?=b)' }],
    ['has a pattern that is none', { pattern: '(' }],
    ['is checked by a promise', { $async: true, type: 'object', required: ['a'] }],
    ['refers to itself without end', { allOf: [{ $ref: '#' }] }],
    ['doubles its work with every step', doubling(40)],
  ])('that %s is of no use', (_what, schema) => {
    expect(() => compileSchema(schema as never)).toThrow();
  });
  it('with a pattern that would never end elsewhere ends at once', () => {
    const check = compileSchema({ type: 'string', pattern: '^(a+)+$' });
    expect(check.faultsOf(`${'a'.repeat(50_000)}!`)).toMatchObject([{ keyword: 'pattern' }]);
  });
});

describe('a value that takes too long to check', () => {
  it.each([
    ['by its items', { uniqueItems: true }, Array.from({ length: 60_000 }, (_, i) => [i])],
    ['by its format', { format: 'url' }, `http://${':'.repeat(200_000)}`],
  ])('%s is not valid, and holds nothing else up for long', (_what, schema, value) => {
    const check = compileSchema(schema);
    expect(check.faultsOf(value)).toEqual([
      { pointer: '', keyword: 'schema', message: 'takes too long to check' },
    ]);
    expect(check.faultsOf([])).toEqual([]);
  });
});

/** Two paths lead from each definition to the next. */
function doubling(steps: number) {
  const both = (i: number) => ({ allOf: [{ $ref: `#/$defs/${i}` }, { $ref: `#/$defs/${i}` }] });
  const $defs = Object.fromEntries(Array.from({ length: steps }, (_, i) => [i, both(i + 1)]));
  return { ...both(0), $defs: { ...$defs, [steps]: { type: 'object' } } };
}

describe('the name of a function', () => {
  it.each([
    ['everything/echo', 'everything__echo'],
    ['a/b-c_d', 'a__b-c_d'],
    ['a/b.c', expect.stringMatching(/^a__b_c_[0-9a-f]{8}$/)],
    ['a/b:c', expect.stringMatching(/^a__b_c_[0-9a-f]{8}$/)],
    [`a/${'x'.repeat(80)}`, expect.stringMatching(/^a__x{52}_[0-9a-f]{8}$/)],
  ])('of %s', (id, name) => {
    expect(functionNameOf(id)).toEqual(name);
    expect(functionNameOf(id).length).toBeLessThanOrEqual(64);
  });
  it('differs where only what it loses differs', () => {
    expect(functionNameOf('a/b.c')).not.toBe(functionNameOf('a/b:c'));
  });
});
