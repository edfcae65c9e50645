import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/dashboard/src/api/contract.ts';
import { curlOfRun, firstCurl, quote } from '../../client/dashboard/src/snippets/index.ts';

/** What the shell hands to `curl`, one argument a line. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\nAPI_KEY=mrk_test\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const run = { model: "o'neil/$(touch x)" } as ModelRun;

describe('commands to copy', () => {
  it('are one word to a shell, whatever text is in them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 20 }), (texts) => {
        const words = texts.map((text) => text.replaceAll('\0', ''));
        expect(argumentsOf(`curl ${words.map(quote).join(' ')}`)).toEqual(words);
      }),
      { numRuns: 5 },
    );
  });

  it('send the request of a run again as it was, with the key of whoever runs them', () => {
    const content = 'It\'s $HOME, `ls` and \\n "quoted"\n';
    const request = { messages: [{ role: 'user', content }], maxOutputTokens: 5 };
    const sent = argumentsOf(curlOfRun(run, request, 'http://localhost:8080', 'again-1'));
    expect(sent).toContain('Authorization: Bearer mrk_test');
    expect(sent).toContain('Idempotency-Key: again-1');
    expect(JSON.parse(sent.at(-1)!)).toEqual({ model: run.model, ...request });
  });

  it('have the key in them where it was just made', () => {
    const first = {
      ...{ baseUrl: 'http://localhost:8080', secret: 'mrk_secret' },
      ...{ model: 'sandbox/echo', requestKey: 'first-run-1' },
    };
    expect(argumentsOf(firstCurl(first))).toContain('Authorization: Bearer mrk_secret');
  });
});
