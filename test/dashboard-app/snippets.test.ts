import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/dashboard/src/api/contract.ts';
import { fieldsOf, inputOf } from '../../client/dashboard/src/pages/tools/schema.ts';
import {
  clientOfTool,
  curlOfPrompt,
  curlOfRun,
  curlOfTool,
  firstCurl,
  quote,
} from '../../client/dashboard/src/snippets/index.ts';

/** What the shell hands to `curl`, one argument a line. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\nMODEL_RUN_KEY=mrk_test\n${command}`;
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

  it('send the request of a run again as it was, with the key of the person who runs them', () => {
    const content = 'It\'s $HOME, `ls` and \\n "quoted"\n';
    const request = { messages: [{ role: 'user', content }], maxOutputTokens: 5 };
    const sent = argumentsOf(curlOfRun(run, request, 'http://localhost:8080', 'again-1'));
    expect(sent).toContain('Authorization: Bearer mrk_test');
    expect(sent).toContain('Idempotency-Key: again-1');
    expect(JSON.parse(sent.at(-1)!)).toEqual({ model: run.model, ...request });
  });

  it('call a tool with its input as it was, in a shell and in the client', () => {
    const input = { text: 'It\'s $HOME, `ls` and \n "quoted"\n' };
    const call = { baseUrl: 'http://localhost:8080', tool: 'sandbox/echo', input };
    const sent = argumentsOf(curlOfTool({ ...call, requestKey: 'call-1' }));
    expect(sent[1]).toBe('http://localhost:8080/v1/developer/tool-runs');
    expect(sent).toContain('Idempotency-Key: call-1');
    expect(JSON.parse(sent.at(-1)!)).toEqual({ tool: call.tool, input });
    expect(clientOfTool(call)).toContain("tool: 'sandbox/echo',");
  });

  it('save the next version of a prompt, and of a long one only how', () => {
    const text = 'It\'s {{name}}, `ls` and \n "quoted"\n';
    const prompt = { baseUrl: 'http://localhost:8080', name: 'a/b.c', parentVersion: 7 };
    const sentOf = (content: { text: string }) =>
      argumentsOf(curlOfPrompt({ ...prompt, content, requestKey: 'save-1' }));
    const sent = sentOf({ text });
    expect(sent[1]).toBe('http://localhost:8080/v1/developer/observability/prompts');
    expect(sent).toContain('Idempotency-Key: save-1');
    expect(JSON.parse(sent.at(-1)!)).toMatchObject({ name: 'a/b.c', text, parentVersion: 7 });
    expect(sentOf({ text: 'x'.repeat(200_000) }).join('').length).toBeLessThan(1_000);
  });

  it('have the key in them where it was just made', () => {
    const first = {
      ...{ baseUrl: 'http://localhost:8080', secret: 'mrk_secret' },
      ...{ model: 'sandbox/echo', requestKey: 'first-run-1' },
    };
    expect(argumentsOf(firstCurl(first))).toContain('Authorization: Bearer mrk_secret');
  });
});

describe('the schema of a tool', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Where' },
      unit: { enum: ['C', 'F'] },
      days: { type: 'integer', minimum: 3 },
      tags: { type: 'array', items: { type: 'string' } },
      at: { type: ['string', 'null'], default: 'now' },
      odd: 'nonsense',
    },
    required: ['city', 'unit', 'days', 'tags', 'at', 7],
  };

  it('is described by its members', () => {
    expect(fieldsOf(schema).map(({ name, type }) => [name, type])).toEqual([
      ...[['city', 'string'] as const, ['unit', '"C" or "F"'] as const],
      ...[['days', 'integer'] as const, ['tags', 'array of string'] as const],
      ...[['at', 'string or null'] as const, ['odd', ''] as const],
    ]);
    expect(fieldsOf(schema)[0]).toMatchObject({ isRequired: true, description: 'Where' });
    expect(fieldsOf({ properties: [] })).toEqual([]);
  });

  it('gives an input to begin with: its own example, or what it requires', () => {
    expect(inputOf(schema)).toEqual({ city: 'text', unit: 'C', days: 3, tags: [], at: 'now' });
    expect(inputOf({ ...schema, examples: [{ city: 'Bonn' }] })).toEqual({ city: 'Bonn' });
    expect(inputOf({})).toEqual({});
  });
});
