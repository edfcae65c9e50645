import { describe, expect, it } from 'vitest';
import { keepingText, rawNumber, textOf } from '../../server/platform/lib/json.ts';

describe('the text of a value that keeps it', () => {
  it('is written once', () => {
    let writes = 0;
    const value = keepingText({
      toJSON() {
        writes += 1;
        return { state: 'completed' };
      },
    });
    expect(textOf(value)).toBe('{"state":"completed"}');
    expect(textOf(value)).toBe('{"state":"completed"}');
    expect(writes).toBe(1);
  });

  it('is that of any value, with numbers as they came', () => {
    expect(textOf(keepingText({ seed: rawNumber('1.0') }))).toBe('{"seed":1.0}');
  });

  it('is not a member of the value', () => {
    const value = keepingText({ state: 'completed' });
    textOf(value);
    expect(Object.keys(value)).toEqual(['state']);
    expect(textOf({ ...value, state: 'failed' })).toBe('{"state":"failed"}');
  });
});

it('writes every other value each time', () => {
  const value = { state: 'running' };
  textOf(value);
  value.state = 'completed';
  expect(textOf(value)).toBe('{"state":"completed"}');
  expect(textOf(null)).toBe('null');
  expect(textOf('text')).toBe('"text"');
});
