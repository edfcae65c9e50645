/** A version while it is written: what is sent of the fields of the form. */
import { expect, it } from 'vitest';
import {
  contentOf,
  labelsOf,
  readObject,
  typedValueOf,
  writtenOf,
} from '../../client/dashboard/src/pages/prompts/draft.ts';

const EMPTY = writtenOf(undefined);

it('sends nothing before anything is written, and no message without a text', () => {
  expect(contentOf(EMPTY)).toBeUndefined();
  expect(contentOf({ ...EMPTY, text: 'Hello' })).toEqual({ text: 'Hello' });
  const messages = [
    { id: 0, role: 'system' as const, content: '' },
    { id: 1, role: 'user' as const, content: 'Hello' },
  ];
  expect(contentOf({ ...EMPTY, kind: 'messages', messages })).toEqual({
    messages: [{ role: 'user', content: 'Hello' }],
  });
});

it('takes objects as JSON, and names what is not one', () => {
  expect(readObject('  ')).toEqual({ value: undefined });
  expect(readObject('{"a": 1}')).toEqual({ value: { a: 1 } });
  for (const text of ['[]', 'null', '1', '{']) expect(readObject(text)).toHaveProperty('fault');
});

it('splits labels at commas and blanks, each once', () => {
  expect(labelsOf(' production, staging production\n')).toEqual(['production', 'staging']);
});

it('sends a value as JSON where the schema wants something else than text', () => {
  const schema = { properties: { count: { type: 'integer' }, name: { type: 'string' } } };
  expect(typedValueOf('3', schema, 'count')).toBe(3);
  expect(typedValueOf('three', schema, 'count')).toBe('three');
  expect(typedValueOf('3', schema, 'name')).toBe('3');
  expect(typedValueOf('3', undefined, 'other')).toBe('3');
});
