/** The commands that add, check and compare models, with real files and a real server in place of the provider. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import type { Model } from '../../server/model-runs/providers/model-provider.ts';
import { PRICE_LIST } from '../../server/model-runs/providers/price-list.ts';
import { replaceSyncedModels } from '../../server/model-runs/providers/store.ts';
import { ANSWER, type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, launch, run } from '../support/program.ts';

let folder: string;
let path: string;
let upstream: AnsweringServer;
let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-command-'));
  path = join(folder, 'models.json');
  [upstream, database] = await Promise.all([startAnsweringServer(), createTestDatabase()]);
  environment = { DATABASE_URL: database.url, MODELS_FILE: path, ANTHROPIC_API_KEY: 'a-key' };
});
afterAll(async () => {
  await Promise.all([upstream.close(), database.drop()]);
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) => run(['models', ...args], environment);
const read = async () => JSON.parse(await readFile(path, 'utf8'));

/** Saves it as `models sync` does, as the only one. */
async function saveSynced(
  model: Pick<Model, 'id' | 'providerModel'> & Partial<Model>,
): Promise<void> {
  await replaceSyncedModels(database.db, 'openrouter', [
    {
      ...{ provider: 'openrouter', name: 'Synced' },
      ...{ capabilities: { tools: true, reasoning: 'entries' } },
      ...{ supportedParameters: [], inputModalities: ['text'] },
      pricing: { prompt: '0.000001', completion: '0.000002' },
      templateTokens: { perRequest: 0, perMessage: 0 },
      ...model,
    },
  ]);
}

describe('models add', () => {
  it('writes a file that is not there yet, with the provider, the prices of the list and a fee', async () => {
    await rm(path, { force: true });
    const { stdout, code } = await cli('add', 'anthropic/claude-opus-4-7', '--margin', '12.5%');
    expect(code).toBe(0);
    expect(stdout).toContain(`${PRICE_LIST.name} ${PRICE_LIST.version} of ${PRICE_LIST.date}`);
    expect(stdout).toContain('12.5 % (of this model)');
    expect(stdout).toContain('Not sold, with prices of its own: web searches.');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await read()).toEqual({
      providers: { anthropic: { kind: 'anthropic', apiKeyEnv: 'ANTHROPIC_API_KEY' } },
      models: [
        {
          ...{ id: 'anthropic/claude-opus-4-7', provider: 'anthropic' },
          ...{ providerModel: 'claude-opus-4-7', contextLength: 1_000_000 },
          ...{ tools: true, supportedParameters: ['stop', 'reasoning'] },
          pricingPerMillionTokens: {
            ...{ prompt: '5', cacheWrite: '6.25', cacheRead: '0.5' },
            ...{ completion: '25', cacheWrite1h: '10' },
          },
          feeBasisPoints: 1_250,
        },
      ],
    });
    const listed = await json<{ id: string; pricing: object }[]>(['models', 'list'], environment);
    expect(listed.find(({ id }) => id === 'anthropic/claude-opus-4-7')?.pricing).toMatchObject({
      ...{ prompt: '0.000005', completion: '0.000025', cacheWrite1h: '0.00001' },
    });
  });

  it('leaves the rest of the text as somebody wrote it', async () => {
    const server = '"local": {"kind":"openai-compatible",   "baseUrl": "http://127.0.0.1:9/v1"}';
    const model =
      '{ "id": "mine", "provider": "local",\t"pricing": { "prompt": 1.50e-7, "completion": "0" } }';
    await writeFile(path, `{\n "providers": { ${server} },\n "models": [\n    ${model}\n  ]\n}\n`);
    expect((await cli('add', 'groq/openai/gpt-oss-120b')).code).toBe(0);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(server);
    expect(text).toContain(model);
    const { providers, models } = await read();
    expect(Object.keys(providers)).toEqual(['local', 'groq']);
    expect(providers.groq).toEqual({
      ...{ kind: 'openai-compatible', preset: 'groq', apiKeyEnv: 'GROQ_API_KEY' },
    });
    expect(models.map(({ id }: { id: string }) => id)).toEqual([
      'mine',
      'groq/openai/gpt-oss-120b',
    ]);
    expect(models[1].feeBasisPoints).toBeUndefined();
  });

  it('takes the price of a provider that the file has under another name and at another address', async () => {
    const eu = { kind: 'anthropic', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'ANY_KEY' };
    await writeFile(path, JSON.stringify({ providers: { eu }, models: [] }));
    const { stdout } = await cli('add', 'eu/claude-haiku-4-5-20251001', '--id', 'haiku');
    expect(stdout).toContain('Set ANY_KEY before the next start');
    const { providers, models } = await read();
    expect(providers).toEqual({ eu });
    expect(models).toMatchObject([
      { id: 'haiku', provider: 'eu', providerModel: 'claude-haiku-4-5-20251001' },
    ]);
  });

  it('changes prices only with --replace, and then keeps what the file says besides', async () => {
    await rm(path, { force: true });
    const name = 'anthropic/claude-haiku-4-5';
    await cli('add', name, '--margin', '10%', '--parameters', 'temperature', '--no-tools');
    const file = await read();
    const old = { ...file.models[0], pricingPerMillionTokens: undefined, maxOutputTokens: 64_000 };
    const pricing = { prompt: '0.1', completion: '0.2' };
    await writeFile(path, JSON.stringify({ ...file, models: [{ ...old, pricing }] }));
    const refused = await cli('add', name);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`has ${name} already: see --replace`);
    expect((await read()).models[0].pricing).toEqual(pricing);
    expect((await cli('add', name, '--replace')).code).toBe(0);
    expect((await read()).models).toEqual([{ ...file.models[0], maxOutputTokens: 64_000 }]);
  });

  it.each([
    [
      'the list does not know',
      'anthropic/claude-opus-47',
      ['has no price', 'anthropic/claude-opus-4-7', 'by hand'],
    ],
    ['differs by the time of day', 'deepseek/deepseek-chat', ['time of day', '--dearest-time']],
    [
      'has output that is not tokens of text',
      'google/gemini-2.5-flash-image',
      ['output_image_mtok'],
    ],
    ['is of a provider that nobody knows', 'nobody/x', ['does not know the provider nobody']],
    ['has no provider in its name', 'gpt-5', ['write provider/model']],
  ])('refuses a model that %s, and leaves the file alone', async (_, name, words) => {
    await rm(path, { force: true });
    const { code, stderr } = await cli('add', name);
    expect(code).toBe(1);
    for (const word of words) expect(stderr).toContain(word);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('refuses to change a file that is not valid, and a margin that is none', async () => {
    await writeFile(path, '{ "models": [{ "id": "x", "provider": "y" }] }');
    expect((await cli('add', 'groq/openai/gpt-oss-20b')).stderr).toContain('a model has prices');
    expect((await cli('add', 'groq/openai/gpt-oss-20b', '--margin', 'ten')).stderr).toContain(
      '10%',
    );
  });
});

describe('models check', () => {
  it('says what it costs at most, makes one call for each model, and shows what came and what it cost', async () => {
    const file = JSON.parse(await readFile(upstream.modelsFile, 'utf8'));
    await writeFile(path, JSON.stringify(file));
    upstream.received.length = 0;
    const { stdout, stderr, code } = await cli('check', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/One call for each of 1 models.* cost at most 0\.\d+ USD/);
    expect(upstream.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { model: 'parrot', max_tokens: 64 },
    ]);
    const [checked] = JSON.parse(stdout);
    expect(checked).toMatchObject({ id: 'local/parrot', outcome: 'answered', text: ANSWER });
    const { promptTokens, completionTokens } = checked.usage;
    expect(checked.listAmount).toBe(promptTokens * 1_000 + completionTokens * 2_000);
    expect(checked.atMost).toBeGreaterThan(checked.listAmount);
  });

  it('fails if a model does not answer, with the status and the words of its provider', async () => {
    upstream.answerWith(400);
    const { stdout, code } = await cli('check', 'local/parrot');
    expect(code).toBe(1);
    expect(stdout).toMatch(/local\/parrot +local +refused +.*no/);
    upstream.answerWith(200);
    const { stderr } = await cli('check', 'local/none');
    expect(stderr).toContain('No model has the id local/none');
  });
});

describe('models diff', () => {
  it('agrees with what models add wrote', async () => {
    await rm(path, { force: true });
    for (const name of ['anthropic/claude-opus-4-6', 'groq/openai/gpt-oss-120b']) {
      await cli('add', name, '--margin', '10%');
    }
    const { stdout, code } = await cli('diff');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing differs.');
  });

  it('names each price and each context that differs, fails, and changes nothing', async () => {
    const file = await read();
    const [opus, oss] = file.models;
    opus.pricingPerMillionTokens.completion = '24';
    delete opus.pricingPerMillionTokens.cacheRead;
    oss.contextLength = 4_096;
    const own = { id: 'own', provider: 'groq', pricing: { prompt: '0', completion: '0' } };
    const text = JSON.stringify({ ...file, models: [opus, oss, own] });
    await writeFile(path, text);
    const { stdout, code } = await cli('diff', '--json');
    expect(code).toBe(1);
    const { differences, unknown } = JSON.parse(stdout);
    expect(differences).toMatchObject([
      { id: 'anthropic/claude-opus-4-6', what: 'completion', file: '24', list: '25' },
      { id: 'anthropic/claude-opus-4-6', what: 'cacheRead', file: '-', list: '0.5' },
      { id: 'groq/openai/gpt-oss-120b', what: 'contextLength', file: '4096', list: '131072' },
    ]);
    expect(unknown).toMatchObject([{ id: 'own', reason: 'the list has no own of groq' }]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('compares a model of OpenRouter with the synced catalog as well', async () => {
    const limits = { contextLength: 1_000, maxOutputTokens: 100 };
    await saveSynced({ id: 'x/big', providerModel: 'x/big', ...limits });
    const pricing = { prompt: '0.000001', completion: '0.000003' };
    const own = { id: 'mine', provider: 'openrouter', providerModel: 'x/big', pricing };
    await writeFile(path, JSON.stringify({ models: [{ ...own, contextLength: 2_000 }] }));
    const { stdout, code } = await run(['models', 'diff', '--json'], {
      ...environment,
      OPENROUTER_API_KEY: 'or-key',
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).differences).toEqual([
      { id: 'mine', provider: 'openrouter', what: 'completion', file: '3', list: '', catalog: '2' },
      {
        id: 'mine',
        provider: 'openrouter',
        what: 'contextLength',
        file: '2000',
        list: '',
        catalog: '1000',
      },
    ]);
  });
});

describe('without a models file', () => {
  const keyed = async () => {
    const { providers } = JSON.parse(await readFile(upstream.modelsFile, 'utf8'));
    const { MODELS_FILE: _, ...rest } = environment;
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const { baseUrl } = providers.local;
    return { ...rest, DATA_DIR: dataDir, GROQ_API_KEY: 'groq-key', GROQ_BASE_URL: baseUrl };
  };
  const idsIn = async (variables: Record<string, string>) =>
    (await json<{ id: string }[]>(['models', 'list'], variables)).map(({ id }) => id);

  it('a start sells the listed models of each provider with a key, says so, and charges their prices', async () => {
    const variables = await keyed();
    const program = launch(['start'], { ...variables, PORT: '0' });
    const output = await program.until(/Ctrl-C stops/);
    expect(output).toMatch(/groq: \d+ models, such as groq\/.* \(key: GROQ_API_KEY\)/);
    expect(output).toMatch(/anthropic: \d+ models, such as anthropic\//);
    expect(output).toContain(`${PRICE_LIST.version} of ${PRICE_LIST.date}`);
    const { key } = await json<{ key: string }>(
      ['keys', 'create', 'demo', '--name', 'k', '--scope', 'models:run'],
      variables,
    );
    upstream.received.length = 0;
    const url = /http:\/\/localhost:\d+/.exec(output)![0];
    const answer = await fetch(`${url}/v1/developer/model-runs`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...{ 'idempotency-key': 'first', prefer: 'wait=30' },
      },
      body: JSON.stringify({
        ...{ model: 'groq/openai/gpt-oss-120b', maxOutputTokens: 10 },
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    });
    const run = (await answer.json()) as ModelRun;
    expect(run).toMatchObject({ state: 'completed', text: ANSWER, feeBasisPoints: 500 });
    const { promptTokens = 0, completionTokens = 0 } = run.usage ?? {};
    expect(run.listAmount).toBe(promptTokens * 150 + completionTokens * 600);
    expect(upstream.received[0]?.headers.authorization).toBe('Bearer groq-key');
    program.process.kill('SIGINT');
    expect((await program.ended).code).toBe(0);
  });

  it('a process in production sells none of them, unless it is told to', async () => {
    const variables = { ...(await keyed()), NODE_ENV: 'production' };
    expect(await idsIn(variables)).toEqual([]);
    const sold = await idsIn({ ...variables, LISTED_MODELS: 'on' });
    expect(sold).toContain('groq/openai/gpt-oss-120b');
    expect(sold).toEqual(sold.toSorted());
  });

  it('a process sells none of them if the data folder has a file, and a synced model keeps its name', async () => {
    const variables = await keyed();
    const id = 'groq/openai/gpt-oss-120b';
    await saveSynced({ id, providerModel: 'other' });
    const all = await json<{ id: string; provider: string }[]>(['models', 'list'], {
      ...{ ...variables, OPENROUTER_API_KEY: 'or-key' },
    });
    expect(all.filter((model) => model.id === id)).toMatchObject([{ provider: 'openrouter' }]);
    expect(all.some(({ id }) => id.startsWith('anthropic/'))).toBe(true);
    await writeFile(join(variables.DATA_DIR, 'models.json'), '{}');
    expect((await idsIn(variables)).filter((id) => !id.startsWith('sandbox/'))).toEqual([]);
  });
});
