/** `prompts` on the command line, with files as operators have them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  folder = await mkdtemp(join(tmpdir(), 'prompts-'));
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const cli = (...args: string[]) => run(['prompts', ...args], environment);

async function file(name: string, content: string | object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a prompt is saved from files, shown, labelled and rendered', async () => {
  expect((await cli('list', 'acme')).stdout).toBe('It has no prompt.\n');
  const text = await file('prompt.txt', 'Say {{what}}.\n');
  const first = await cli('save', 'acme', 'greeting', text, '--label', 'production', 'staging');
  expect(first.stdout).toBe('greeting has version 1 now, as production, staging.\n');
  const content = await file('prompt.json', {
    messages: [{ role: 'system', content: 'Be {{how}}.' }],
    config: { model: 'sandbox/echo' },
  });
  const save = ['save', 'acme', 'greeting', content, '--comment', 'Be it.', '--request-key', 'a'];
  expect((await cli(...save, '--parent', '1')).stdout).toBe('greeting has version 2 now.\n');
  const again = await json(['prompts', ...save, '--parent', '1'], environment);
  expect(again).toMatchObject({ version: 2, replayed: true, comment: 'Be it.' });
  const stale = await cli('save', 'acme', 'greeting', text, '--parent', '1');
  expect(stale).toMatchObject({
    code: 1,
    stderr: 'error: The latest version is 2, and the save was made from version 1.\n',
  });
  const moved = await cli('label', 'acme', 'greeting', 'staging', '2');
  expect(moved.stdout).toBe('staging is on version 2 of greeting now.\n');
  const listed = (await cli('list', 'acme')).stdout;
  expect(listed).toMatch(/greeting\s+2\s+production=1 staging=2/);
  const shown = (await cli('show', 'acme', 'greeting')).stdout;
  expect(shown).toContain('[system]\nBe {{how}}.');
  expect(shown).toContain('Be it.');
  const rendered = await cli('render', 'acme', 'greeting', '--set', 'what={{x}}=y');
  expect(rendered.stdout).toBe('[user]\nSay {{x}}=y.\n\n');
  const missing = await cli('render', 'acme', 'greeting', '--label', 'staging');
  expect(missing).toMatchObject({ code: 1, stderr: 'error: #/variables/how is missing.\n' });
});

test('a configuration keeps every digit and name, from a file and from an export', async () => {
  const config = '{"b":1.0,"7":12345678901234567890}';
  const content = await file('digits.json', `{"text":"x","config":${config}}`);
  await cli('save', 'acme', 'digits', content, '--label', 'production');
  expect((await cli('show', 'acme', 'digits')).stdout).toContain(config);
  const exported = await file(
    'digits-export.json',
    `{"name":"digits","prompt":"y","config":${config}}`,
  );
  await cli('import', 'acme', exported, '--from', 'langfuse');
  expect((await cli('show', 'acme', 'digits')).stdout).toContain(config);
  for (const command of ['show', 'render']) {
    const { stdout } = await cli(command, 'acme', 'digits', '--json');
    expect(stdout.replaceAll(/\s/g, '')).toContain('"config":{"7":12345678901234567890,"b":1.0}');
  }
});

test('a missing prompt or an invalid argument is reported in one line', async () => {
  const text = await file('plain.txt', 'Plain.');
  const refusals = [
    [['show', 'acme', 'none'], 'There is no such prompt none, version or label.'],
    [['label', 'acme', 'none', 'latest', '1'], 'latest is always on the newest version.'],
    [['save', 'acme', 'a b', text], 'name: is no name of a prompt.'],
    [['save', 'acme', 'a', join(folder, 'none')], /^The file .* cannot be read \(ENOENT\)\.$/],
    [['render', 'acme', 'none', '--set', 'x'], 'x is not name=text.'],
  ] as const;
  for (const [args, words] of refusals) {
    const refused = await cli(...args);
    expect(refused.code).toBe(1);
    expect(refused.stderr.replace(/^error: |\n$/g, '')).toMatch(words);
  }
});

test('a protected label is listed, and moved by the operator all the same', async () => {
  const text = await file('kept.txt', 'Kept.');
  await cli('save', 'acme', 'kept', text);
  expect((await cli('protect', 'acme', 'stable')).stdout).toBe('Protected: stable\n');
  expect((await cli('label', 'acme', 'kept', 'stable', '1')).code).toBe(0);
  expect(await json(['prompts', 'protect', 'acme'], environment)).toEqual({ labels: ['stable'] });
  expect((await cli('protect', 'acme', 'stable', '--off')).stdout).toBe('No label is protected.\n');
});

test('an export of Langfuse is imported once, with labels, comments and references', async () => {
  const base = { type: 'text', config: {}, tags: ['a'], labels: [] };
  const exported = await file('langfuse.json', [
    {
      ...{ name: 'main prompt', version: 4, type: 'chat', labels: ['latest', 'production'] },
      ...{ config: { model: 'gpt-5.1', temperature: 0.2 }, commitMessage: 'Kinder.', tags: [] },
      prompt: [
        {
          type: 'chatmessage',
          role: 'developer',
          content: 'x @@@langfusePrompt:name=tone|version=7@@@',
        },
        { role: 'user', content: '{{ question }} @@@langfusePrompt:name=tone|label=production@@@' },
      ],
    },
    { ...base, name: 'tone', version: 9, prompt: 'Be brief.' },
    { ...base, name: 'tone', version: 7, prompt: 'Be kind.', labels: ['production'] },
    { ...base, name: 'looped', version: 1, prompt: '{{#each}}x{{/each}}' },
    {
      ...{ ...base, name: 'history', version: 1, type: 'chat' },
      prompt: [{ type: 'placeholder', name: 'chat' }],
    },
  ]);
  const args = ['prompts', 'import', 'acme', exported, '--from', 'langfuse', '--json'];
  const first = await run(args, environment);
  expect(first.code).toBe(1);
  const { imported } = JSON.parse(first.stdout) as { imported: object[] };
  expect(imported).toMatchObject([
    { name: 'history', from: 1, fault: expect.stringContaining('has a placeholder for messages') },
    { name: 'looped', from: 1, fault: expect.stringContaining('has a section') },
    { name: 'tone', from: 7, version: 1, replayed: false },
    { name: 'tone', from: 9, version: 2, replayed: false },
    { name: 'main-prompt', from: 4, version: 1, replayed: false },
  ]);
  const main = await json<object>(
    ['prompts', 'show', 'acme', 'main-prompt', '--label', 'production'],
    environment,
  );
  expect(main).toMatchObject({
    ...{ labels: ['production'], comment: 'Kinder.', references: [{ name: 'tone', version: 1 }] },
    ...{ config: { model: 'gpt-5.1', temperature: 0.2 }, variableNames: ['question'] },
    messages: [
      { role: 'system', content: 'x {{> tone@1}}' },
      { role: 'user', content: '{{ question }} {{> tone@production}}' },
    ],
  });
  const again = JSON.parse((await run(args, environment)).stdout) as typeof first & {
    imported: { replayed: boolean; version?: number }[];
  };
  expect(again.imported.map(({ replayed }) => replayed)).toEqual([false, false, true, true, true]);
});

test('a version of Langfuse is saved without a label or a configuration that is refused, which the command names with exit code 1', async () => {
  const base = { name: 'kept parts', type: 'text', prompt: 'Keep me.', config: {} };
  const large = { text: 'x'.repeat(70_000) };
  const exported = await file('parts.json', [
    { ...base, version: 1, labels: ['production', 'Not A Label', 'latest'], config: { a: 1 } },
    { ...base, version: 2, labels: Array.from({ length: 17 }, (_, i) => `l${i}`) },
    { ...base, version: 3, labels: ['staging'], config: large },
    { ...base, version: 4, labels: Array.from({ length: 16 }, (_, i) => `m${i}`) },
    { ...base, version: 7, labels: Array.from({ length: 16 }, (_, i) => `n${i}`) },
    { ...base, version: 8, labels: ['beyond'], config: large },
    { ...base, version: 5, config: [1], commitMessage: 'y'.repeat(1_001) },
    { ...base, version: 6, prompt: '@@@langfusePrompt:name=nowhere|label=production@@@' },
  ]);
  const args = ['prompts', 'import', 'acme', exported, '--from', 'langfuse'];
  const first = await run([...args, '--json'], environment);
  expect(first.code).toBe(1);
  const { imported } = JSON.parse(first.stdout) as {
    imported: { version?: number; leftOut?: string[]; fault?: string }[];
  };
  expect(imported.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, undefined, 6, 7]);
  const leftOut = imported.map((one) => one.leftOut?.map((part) => part.split(':')[0]));
  expect(leftOut[0]).toEqual(['label Not A Label']);
  expect(leftOut[1]).toEqual(['label l16']);
  expect(leftOut[2]).toEqual(['config']);
  expect(leftOut[3]).toBeUndefined();
  // A prompt has 50 labels at the most.
  expect(leftOut[6]).toBeUndefined();
  expect(leftOut[7]).toEqual(['label beyond', 'config']);
  expect(leftOut[4]).toEqual(['config', 'commitMessage']);
  expect(imported[5]?.fault).toContain('nowhere');
  const show = (label: string) =>
    json<object>(['prompts', 'show', 'acme', 'kept-parts', '--label', label], environment);
  expect(await show('production')).toMatchObject({ version: 1, config: { a: 1 } });
  expect(await show('staging')).toMatchObject({ version: 3, labels: ['staging'] });
  const again = await run(args, environment);
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(/was there, without label Not A Label: not a label/);
  expect(again.stdout).not.toContain('saved');
});

test('a prompt object of OpenAI is imported as messages, with the rest as its configuration', async () => {
  const object = await file('openai.json', {
    ...{ id: 'pmpt_123', version: '3', model: 'gpt-5.1', instructions: 'Help {{customer_name}}.' },
    ...{ variables: { customer_name: 'Acme' }, reasoning: { effort: 'low' } },
    input: [
      { role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
      { role: 'user', content: '{{issue}}' },
    ],
  });
  const result = await cli('import', 'acme', object, '--from', 'openai');
  expect(result.stdout).toMatch(/pmpt_123\s+3\s+1\s+saved/);
  const shown = await json<object>(['prompts', 'show', 'acme', 'pmpt_123'], environment);
  expect(shown).toMatchObject({
    messages: [
      { role: 'system', content: 'Help {{customer_name}}.' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '{{issue}}' },
    ],
    config: { model: 'gpt-5.1', reasoning: { effort: 'low' } },
    ...{ labels: [], variableNames: ['customer_name', 'issue'] },
  });
  const wrong = await file('wrong.json', [{ name: 1 }]);
  const refused = await cli('import', 'acme', wrong, '--from', 'langfuse');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not an export of'),
  });
});
