/** References between prompts: resolved when a version is saved, bounded, and never circular. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { move, render, save, saved, textPrompt } from '../support/prompts.ts';
import {
  jsonOf,
  problemOf,
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

async function textOf(name: string, body: object): Promise<string> {
  const answer = await render(tenant, name, body);
  expect(answer.status, answer.text).toBe(200);
  return (jsonOf(answer) as { messages: { content: string }[] }).messages[0]!.content;
}

describe('a reference', () => {
  it('is replaced by the text of another prompt, with its variables and its line ends', async () => {
    const tone = await textPrompt(tenant, 'Be kind to {{who}}.');
    const prompt = await textPrompt(tenant, `A\n{{> ${tone.name}}}\nB {{what}}`);
    expect(prompt).toMatchObject({
      references: [{ name: tone.name, version: 1 }],
      variableNames: ['what', 'who'],
    });
    const variables = { who: 'Ada', what: 'C' };
    expect(await textOf(prompt.name, { variables })).toBe('A\nBe kind to Ada.\nB C');
  });

  it('is settled when the version is saved: a label that moves later changes nothing', async () => {
    const tone = await textPrompt(tenant, 'one');
    const prompt = await textPrompt(tenant, `{{> ${tone.name}}}`);
    await saved(tenant, { name: tone.name, text: 'two', labels: ['production'] });
    expect(await textOf(prompt.name, {})).toBe('one');
    const next = await saved(tenant, { name: prompt.name, text: `{{> ${tone.name}}}` });
    expect(next.references).toEqual([{ name: tone.name, version: 2 }]);
    expect(next.contentHash).not.toBe(prompt.contentHash);
    expect(await textOf(prompt.name, { version: 2 })).toBe('two');
  });

  it('names a version, a label or the latest one', async () => {
    const { name } = await textPrompt(tenant, 'one');
    await saved(tenant, { name, text: 'two', labels: ['staging'] });
    await saved(tenant, { name, text: 'three' });
    const prompt = await textPrompt(
      tenant,
      `{{> ${name}}} {{>${name}@1}} {{> ${name}@staging}} {{> ${name}@latest }}`,
    );
    expect(await textOf(prompt.name, {})).toBe('one one two three');
    expect(prompt.references.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it('to earlier versions of itself and of each other ends, because versions are there before', async () => {
    const a = await textPrompt(tenant, 'a');
    const b = await textPrompt(tenant, `b{{> ${a.name}}}`);
    const again = await saved(tenant, { name: a.name, text: `A{{> ${b.name}}}{{> ${a.name}@1}}` });
    await move(tenant, { name: a.name, label: 'production', version: 2 });
    expect(again.references).toHaveLength(2);
    expect(await textOf(a.name, {})).toBe('Abaa');
    expect(await textOf(b.name, {})).toBe('ba');
  });

  it('is refused after more than five others (422 invalid_prompt)', async () => {
    let { name } = await textPrompt(tenant, 'x');
    for (let depth = 1; depth <= 5; depth++) ({ name } = await textPrompt(tenant, `{{> ${name}}}`));
    expect(await textOf(name, {})).toBe('x');
    const answer = await save(tenant, { name: unique('prompt'), text: `{{> ${name}}}` });
    expect(answer.status).toBe(422);
    expect(problemOf(answer, 'invalid_prompt').errors).toMatchObject([
      { pointer: '#/text', detail: 'has 6 references behind each other, and the limit is 5' },
    ]);
  });

  it('is refused if it expands to too much text (422 invalid_prompt)', async () => {
    let { name } = await textPrompt(tenant, 'x'.repeat(1_000));
    for (let i = 0; i < 2; i++) ({ name } = await textPrompt(tenant, `{{> ${name}}}`.repeat(30)));
    const answer = await save(tenant, { name: unique('prompt'), text: `{{> ${name}}}`.repeat(2) });
    expect(answer.status).toBe(422);
    const [fault] = problemOf(answer, 'invalid_prompt').errors ?? [];
    expect(fault?.detail).toMatch(/^has \d+ characters with its references/);
  });

  it('is refused where one text names it thousands of times (422 invalid_prompt)', async () => {
    const { name } = await textPrompt(tenant, 'x'.repeat(150_000));
    const text = `{{>${name}}}`;
    const times = Math.floor(200_000 / text.length);
    const answer = await save(tenant, { name: unique('prompt'), text: text.repeat(times) });
    expect(answer.status, answer.text).toBe(422);
    expect(problemOf(answer, 'invalid_prompt').errors?.[0]?.detail).toBe(
      `has ${times * 150_000} characters with its references, and the limit is 1000000`,
    );
  });

  it('is refused before more is read than the longest version can have (422 invalid_prompt)', async () => {
    const long = await textPrompt(tenant, 'x'.repeat(100_000));
    const names = [];
    for (let i = 0; i < 12; i++) {
      names.push((await textPrompt(tenant, `{{> ${long.name}}}`.repeat(10))).name);
    }
    const text = names.map((name) => `{{> ${name}}}`).join('');
    const answer = await save(tenant, { name: unique('prompt'), text });
    expect(answer.status, answer.text).toBe(422);
    expect(problemOf(answer, 'invalid_prompt').errors).toMatchObject([
      {
        ...{ pointer: '#/text', code: 'max_length' },
        detail: 'has more characters with its references than the limit of 1000000',
      },
    ]);
  });

  it('to messages, to nothing and to prompts of others is refused (422 invalid_prompt)', async () => {
    const { name } = await saved(tenant, {
      ...{ name: unique('prompt'), labels: ['production'] },
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const foreign = await textPrompt(await service.tenant(), 'secret');
    const codes = [];
    for (const target of [name, foreign.name, `${name}@staging`, `${name}@7`]) {
      const answer = await save(tenant, { name: unique('prompt'), text: `{{> ${target}}}` });
      codes.push(problemOf(answer, 'invalid_prompt').errors?.[0]?.code);
    }
    expect(codes).toEqual(['template', 'unknown_prompt', 'unknown_prompt', 'unknown_prompt']);
  });

  it('joins no braces to a tag: an inserted text is not parsed again', async () => {
    const brace = await textPrompt(tenant, '{');
    const prompt = await textPrompt(tenant, `{{> ${brace.name}}}{{> ${brace.name}}}a}}`);
    expect(await textOf(prompt.name, {})).toBe('{{a}}');
  });
});
