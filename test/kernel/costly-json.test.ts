/**
 * The cost of reading a large text exactly. The tests measure memory: a reader that makes an object for each blank or
 * letter needs many times the text, and spends most of its time on that.
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const MOST = 33_554_432;
/** Each is an expression that makes the text. */
const LARGE = {
  '32 MiB of blanks behind a number that is kept': `'{"a":1.0' + ' '.repeat(${MOST}) + '}'`,
  '32 MiB of line ends before a name': `'{' + '\\n'.repeat(${MOST}) + '"a":1.0}'`,
  '32 MiB as a string of escapes': `'{"a":1.0,"b":"' + '\\\\n'.repeat(${MOST / 2}) + '"}'`,
  '32 MiB as a name of escapes': `'{"' + '\\\\n'.repeat(${MOST / 2}) + '":1.0}'`,
  '32 MiB as a number of digits': `'[' + '1'.repeat(${MOST}) + ']'`,
  '300,000 names like indexes, in reverse': `'{' + Array.from({ length: 300_000 }, (_, i) => '"' + (300_000 - i) + '":1.0').join() + '}'`,
};

describe('a process of 256 MB reads', () => {
  test.each(Object.entries(LARGE))('%s', async (_, text) => {
    const script = `
      import { readJson } from './server/platform/lib/json.ts';
      console.log(typeof readJson(${text}).plain);
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--max-old-space-size=256', '--input-type=module', '--eval', script],
      { cwd: resolve(import.meta.dirname, '../..') },
    );
    expect(stdout.trim()).toBe('object');
  });
});
