/** Rendering: strict about names, indifferent to the content of values, and like other engines for plain templates. */
import fc from 'fast-check';
import { TextPromptClient } from 'langfuse-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderedPrompt } from '../../openapi/generated/developer.ts';
import { compile } from '../../server/prompts/compiling.ts';
import { render as renderHere } from '../../server/prompts/rendering.ts';
import { render, saved, textPrompt } from '../support/prompts.ts';
import {
  jsonOf,
  MAX_PROMPT_CHARS,
  problemOf,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

async function rendered(name: string, body: object): Promise<RenderedPrompt> {
  const answer = await render(tenant, name, body);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return jsonOf(answer) as RenderedPrompt;
}

async function refused(name: string, body: object | string) {
  const answer = await tenant.send({
    path: `/v1/developer/observability/prompts/${name}/render`,
    body,
  });
  expect(answer.status, answer.text).toBe(422);
  return problemOf(answer, 'invalid_variables').errors?.map(({ pointer, code }) => [pointer, code]);
}

describe('a rendering', () => {
  it('has messages that a model run takes, and what attributes the run (200)', async () => {
    const config = { maxOutputTokens: 50, model: 'sandbox/echo' };
    const prompt = await saved(tenant, {
      ...{ name: unique('prompt'), labels: ['production'], config },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Say {{what}}.' },
        { role: 'assistant', content: 'Really {{what}}?' },
        { role: 'user', content: 'Yes, {{what}}.' },
      ],
    });
    const { messages, attribution, ...rest } = await rendered(prompt.name, {
      variables: { what: 'hello' },
    });
    expect(messages.map(({ content }) => content)).toEqual([
      ...['Be brief.', 'Say hello.', 'Really hello?', 'Yes, hello.'],
    ]);
    expect(attribution).toEqual({ promptId: prompt.name, promptVersion: '1' });
    const { name, contentHash } = prompt;
    expect(rest).toEqual({ name, version: 1, config, contentHash, references: [] });
    const run = runOf(await tenant.create({ ...config, messages, attribution }));
    expect(run.attribution).toEqual(attribution);
  });

  it('puts texts in as they are, and anything else as JSON with every digit (200)', async () => {
    const { name } = await textPrompt(tenant, '{{a}}|{{b}}|{{c}}|{{d}}|{{e}}|{{f}}');
    const answer = await tenant.send({
      path: `/v1/developer/observability/prompts/${name}/render`,
      body: '{"variables":{"a":"<b>&\\"","b":12345678901234567890123,"c":1.0,"d":false,"e":["x",{"z":1,"7":2}],"f":""}}',
    });
    expect((jsonOf(answer) as RenderedPrompt).messages[0]?.content).toBe(
      '<b>&"|12345678901234567890123|1.0|false|["x",{"z":1,"7":2}]|',
    );
  });

  it('names what it does not know as it was written (422)', async () => {
    const { name } = await textPrompt(tenant, 'a');
    const body = '{"variables":{"7":1,"__proto__":2}}';
    expect(await refused(name, body)).toEqual([
      ['#/variables/7', 'additional_properties'],
      ['#/variables/__proto__', 'additional_properties'],
    ]);
  });

  it('is of production, another label, the latest version or a number (200), and of one of them (400)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    await saved(tenant, { name, text: 'two', labels: ['staging'] });
    await saved(tenant, { name, text: 'three' });
    const texts = [];
    for (const which of [
      {},
      { label: 'staging' },
      { label: 'latest' },
      { version: 2, label: null },
    ])
      texts.push((await rendered(name, which)).messages[0]?.content);
    expect(texts).toEqual(['one', 'two', 'three', 'two']);
    const both = await render(tenant, name, { version: 1, label: 'staging' });
    expect(both.status).toBe(400);
    expect(problemOf(both, 'invalid_request').errors).toMatchObject([{ pointer: '#/label' }]);
  });

  it('is refused if there is no such prompt, version or label (404)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    const other = await service.tenant();
    const answers = [
      await render(tenant, 'unknown', {}),
      await render(tenant, name, { version: 2 }),
      await render(tenant, name, { label: 'staging' }),
      await render(other, name, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is refused for values that are missing, null or unknown (422 invalid_variables)', async () => {
    const { name } = await textPrompt(tenant, '{{a}} {{b}} {{toString}} {{__proto__}}');
    expect(await refused(name, {})).toHaveLength(4);
    const payload = '{"variables":{"a":null,"toString":"t","__proto__":"p","c":1,"constructor":2}}';
    expect(await refused(name, payload)).toEqual([
      ['#/variables/a', 'required'],
      ['#/variables/b', 'required'],
      ['#/variables/c', 'additional_properties'],
      ['#/variables/constructor', 'additional_properties'],
    ]);
  });

  it('is refused for values that break the schema (422 invalid_variables)', async () => {
    const { name } = await textPrompt(tenant, '{{a}}{{b}}', {
      variables: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'string', pattern: '^(x+x+)+$' } },
      },
    });
    expect(await refused(name, { variables: { a: '1', b: 'xx' } })).toEqual([
      ['#/variables/a', 'type'],
    ]);
    expect(await refused(name, { variables: { a: 1, b: `${'x'.repeat(4_000)}y` } })).toEqual([
      ['#/variables/b', 'pattern'],
    ]);
    expect((await rendered(name, { variables: { a: 1, b: 'xx' } })).messages[0]?.content).toBe(
      '1xx',
    );
  });

  it('is refused where it leaves a message without text (422 invalid_variables)', async () => {
    const { name } = await textPrompt(tenant, '{{a}}');
    expect(await refused(name, { variables: { a: '' } })).toEqual([['#/variables', 'min_length']]);
  });

  it('is refused where it would be longer than a run may be (422 prompt_too_large)', async () => {
    const { name } = await textPrompt(tenant, '{{a}}'.repeat(2_000));
    const answer = await render(tenant, name, { variables: { a: '😀'.repeat(4) } });
    expect(answer.status).toBe(422);
    expect(problemOf(answer, 'prompt_too_large')).toMatchObject({
      promptChars: 8_000,
      maxPromptChars: MAX_PROMPT_CHARS,
    });
    expect((await render(tenant, name, { variables: { a: '😀😀' } })).status).toBe(200);
  });
});

/** Text that template engines, or `String.replace`, would interpret. */
const tempting = fc.constantFrom(
  ...['{{a}}', '{{{a}}}', '{{#a}}', '{{/a}}', '{{> a}}', '{{=<% %>=}}', '<%a%>', '}}', '{{', '{'],
  ...['$&', '$1', '$$', "$'", '$`', '&lt;', '<', '"', '\\', '\u2028', '\uD83D\uDE00', '\r\n', '%s'],
);
const value = fc
  .array(fc.oneof(tempting, fc.string({ unit: 'binary' })), { maxLength: 6 })
  .map((parts) => parts.join(''));
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
/** Any text without a tag: none of its braces meets another. */
const plain = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) => text.replaceAll(/[{}]/g, ''));

async function renderText(text: string, values: Record<string, string>): Promise<string> {
  const { messages, variableNames } = await compile({ text }, async () => []);
  const version = { compiled: messages, variableNames, variables: undefined };
  return renderHere(version, values, 1_000_000)[0]!.content;
}

describe('any rendering', () => {
  it('is the texts and values one after another, whatever they contain', async () => {
    const template = fc.array(fc.tuple(plain, name), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(template, fc.infiniteStream(value), plain, async (parts, stream, rest) => {
        const values = new Map(parts.map(([, one]) => [one, `v${stream.next().value}`]));
        const text = parts.map(([before, one]) => `${before}{{${one}}}`).join('') + rest;
        const expected = parts.map(([before, one]) => before + values.get(one)).join('') + rest;
        expect(await renderText(text, Object.fromEntries(values))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("is what Langfuse's own compile makes of plain variables", async () => {
    const tag = fc
      .tuple(name, fc.constantFrom(['{{', '}}'], ['{{ ', ' }}'], ['{{{', '}}}'], ['{{&', '}}']))
      .filter(([one]) => !(one in Object.prototype));
    const template = fc.array(fc.tuple(plain, tag), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(template, fc.infiniteStream(value), plain, async (parts, stream, rest) => {
        const values = Object.fromEntries(
          parts.map(([, [one]]) => [one, `v${stream.next().value}`]),
        );
        const text =
          parts.map(([before, [one, [open, close]]]) => before + open + one + close).join('') +
          rest;
        const judge = new TextPromptClient({
          ...{ name: 'judge', type: 'text', prompt: text, version: 1 },
          ...{ config: {}, labels: [], tags: [] },
        } as never);
        expect(await renderText(text, values)).toBe(judge.compile(values));
      }),
      { numRuns: 500 },
    );
  });
});
