import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModelsFile } from '../../server/model-runs/providers/models-file.ts';
import {
  GENERIC,
  PRESET_NAMES,
  PRESETS,
} from '../../server/model-runs/providers/openai-compatible/presets.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: unknown, secrets: Record<string, string> = {}) {
  const path = join(folder, 'models.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readModelsFile({ path, secret: (name) => secrets[name], builtIn: ['openrouter'] });
}

const server = { kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1/' };
const free = { prompt: '0', completion: '0' };

test('servers and models are read, with what is left out filled in', async () => {
  const file = await read(
    {
      providers: { local: { ...server, apiKeyEnv: 'LOCAL_KEY', maxInFlight: 4 } },
      models: [
        { id: 'llama', provider: 'local', pricing: { prompt: '1.50e-7', completion: 0.0000006 } },
        {
          ...{
            id: 'big',
            provider: 'openrouter',
            providerModel: 'x/big',
            name: 'Big',
            tools: true,
            contextLength: 8_192,
            maxCharsPerToken: 128,
            supportedParameters: ['seed', 'stop'],
            ...{ inputModalities: ['text', 'image', 'audio'], maxImageTokens: 1_500 },
          },
          pricing: { ...free, tiers: [{ abovePromptTokens: 1000, prompt: '0.001' }] },
        },
      ],
    },
    { LOCAL_KEY: 'secret' },
  );
  expect(file.providers).toEqual([
    {
      ...{ name: 'local', baseUrl: 'http://localhost:11434/v1', apiKey: 'secret', maxInFlight: 4 },
      ...{ form: GENERIC, formsByModel: new Map() },
    },
  ]);
  expect(file.models).toEqual([
    {
      ...{ id: 'llama', provider: 'local', providerModel: 'llama', name: 'llama' },
      ...{ capabilities: { tools: false, reasoning: 'nothing' }, supportedParameters: [] },
      inputModalities: ['text'],
      pricing: { prompt: '0.00000015', completion: '0.0000006' },
      templateTokens: { perRequest: 256, perMessage: 16 },
    },
    {
      ...{ id: 'big', provider: 'openrouter', providerModel: 'x/big', name: 'Big' },
      ...{ contextLength: 8_192, maxCharsPerToken: 128 },
      capabilities: { tools: true, reasoning: 'entries' },
      supportedParameters: ['seed', 'stop'],
      ...{ inputModalities: ['text', 'image', 'audio'], maxImageTokens: 1_500 },
      pricing: { ...free, tiers: [{ abovePromptTokens: 1000, prompt: '0.001' }] },
      templateTokens: { perRequest: 256, perMessage: 16 },
    },
  ]);
});

test('inputs without anything that bounds their tokens are named, and those that are not known', async () => {
  const entry = { provider: 'openrouter', pricing: free };
  const unbounded = read({
    models: [
      { ...entry, id: 'a', inputModalities: ['text', 'image', 'file'] },
      { ...entry, id: 'b', inputModalities: ['text', 'image', 'audio'], maxImageTokens: 1_000 },
      { ...entry, id: 'c', inputModalities: ['text', 'image', 'file'], contextLength: 1_000 },
    ],
  });
  for (const fault of [
    'models[0].inputModalities has image, which needs maxImageTokens or contextLength',
    'models[0].inputModalities has file, which needs contextLength',
    'models[1].inputModalities has audio, which needs contextLength',
  ]) {
    await expect(unbounded).rejects.toThrow(fault);
  }
  await expect(unbounded).rejects.not.toThrow(/models\[2]|models\[1]\.inputModalities has image/);
  const unknown = read({ models: [{ ...entry, id: 'd', inputModalities: ['image', 'video'] }] });
  await expect(unknown).rejects.toThrow('models[0].inputModalities[1] must be one of text, image');
  const textless = read({ models: [{ ...entry, id: 'd', inputModalities: ['image'] }] });
  await expect(textless).rejects.toThrow('models[0].inputModalities must have text');
});

test('every fault is named at once, with its path', async () => {
  const broken = read({
    providers: { local: { kind: 'ollama' }, near: { ...server, baseUrl: 'localhost' } },
    models: [
      { id: 'two words', provider: 'local', pricing: free, maxTokens: 5 },
      { id: 'bare', provider: 'local', supportedParameters: ['top_k'] },
    ],
  });
  for (const fault of [
    'providers.local.kind must be one of openai-compatible, anthropic',
    'providers.near.baseUrl must be an http or https URL',
    'models[0].id must be 1 to 256 printable characters without spaces',
    'models[0] has a member that is not known: maxTokens',
    'models[1].pricing is missing: a model has prices',
    'models[1].supportedParameters[0] must be one of temperature, top_p, stop, seed, reasoning',
  ]) {
    await expect(broken).rejects.toThrow(fault);
  }
});

test.each([
  [{ prompt: '0.1' }, 'completion is missing: what the model costs has no bound'],
  [{ ...free, prompt: '-0.1' }, 'prompt is negative: a price is zero or more'],
  [{ ...free, prompt: -1 }, 'prompt is negative: a price is zero or more'],
  [{ ...free, completion: 'cheap' }, 'completion is not a decimal'],
  [{ ...free, request: null }, 'request is missing'],
  [{ ...free, reasoning: 'Infinity' }, 'reasoning is not a decimal'],
  [{ ...free, tiers: [{ abovePromptTokens: 5, prompt: '-1' }] }, 'tiers[0].prompt is negative'],
])('a model priced %j is refused with the reason', async (pricing, reason) => {
  const models = [{ id: 'm', provider: 'openrouter', pricing }];
  await expect(read({ models })).rejects.toThrow(`models[0].pricing.${reason}`);
});

test('names that lead nowhere, or to two things, are refused', async () => {
  const model = { id: 'm', provider: 'local', pricing: free };
  const broken = read({
    providers: { local: { ...server, apiKeyEnv: 'NOT_SET' }, sandbox: server, 'a b': server },
    models: [model, model, { ...model, id: 'n', provider: 'elsewhere' }],
  });
  for (const fault of [
    'providers.local.apiKeyEnv names NOT_SET, which is not set',
    'providers.sandbox is the name of a built-in provider',
    'must be named with up to 40 of a-z, 0-9 and -',
    'models[1].id is m, like models[0].id',
    'models[2].provider is elsewhere, but the providers are local, sandbox, a b, openrouter',
  ]) {
    await expect(broken).rejects.toThrow(fault);
  }
});

test('a file that is not there, or not JSON, is one clear line', async () => {
  const path = join(folder, 'nowhere.json');
  await expect(readModelsFile({ path, secret: () => undefined, builtIn: [] })).rejects.toThrow(
    `The models file ${path} cannot be read (ENOENT).`,
  );
  await expect(read('{"models": [')).rejects.toThrow('is not JSON');
  await expect(read([])).rejects.toThrow('the file must be an object');
});

test.each([
  ['reasoning_details', 'entries'],
  ['reasoning_content', 'text'],
  ['reasoning', 'text'],
  [undefined, 'nothing'],
])('a server of %s is given %s of the reasoning', async (reasoning, taken) => {
  const named = reasoning === undefined ? server : { ...server, reasoning };
  const file = await read({
    providers: { local: named },
    models: [{ id: 'llama', provider: 'local', pricing: free }],
  });
  expect(file.providers[0]?.form?.reasoning).toBe(reasoning ?? 'none');
  expect(file.models[0]?.capabilities).toEqual({ tools: false, reasoning: taken });
});

test('a model that the file lists of a built-in provider is given the entries', async () => {
  const file = await read({ models: [{ id: 'x', provider: 'openrouter', pricing: free }] });
  expect(file.models[0]?.capabilities.reasoning).toBe('entries');
});

test('another name for reasoning is refused with its path', async () => {
  const providers = { local: { ...server, reasoning: 'thoughts' } };
  await expect(read({ providers })).rejects.toThrow(
    'providers.local.reasoning must be one of reasoning_details, reasoning_content, reasoning',
  );
});

test('prices per million tokens are the same prices, to the last decimal', async () => {
  const perMillion = {
    ...{
      prompt: 0.003625,
      completion: '15',
      cacheRead: '0.000000000000000001',
      cacheWrite: '3.75',
    },
    ...{ cacheWrite1h: 6, reasoning: '0', request: '0.005', image: '0.01' },
    tiers: [{ abovePromptTokens: 200_000, prompt: '0.1', request: 1 }],
  };
  const fallbacks = [{ provider: 'local', pricingPerMillionTokens: { prompt: 1, completion: 2 } }];
  const { models } = await read({
    providers: { local: server },
    models: [{ id: 'm', provider: 'openrouter', pricingPerMillionTokens: perMillion, fallbacks }],
  });
  expect(models[0]!.pricing).toEqual({
    ...{ prompt: '0.000000003625', completion: '0.000015', cacheWrite: '0.00000375' },
    ...{ cacheRead: '0.000000000000000000000001', cacheWrite1h: '0.000006', reasoning: '0' },
    ...{ request: '0.005', image: '0.01' },
    tiers: [{ abovePromptTokens: 200_000, prompt: '0.0000001', request: '1' }],
  });
  expect(models[0]!.fallbacks![0]!.pricing).toEqual({ prompt: '0.000001', completion: '0.000002' });
});

test('a model has exactly one list of prices, whatever else is wrong with it', async () => {
  const both = { pricing: free, pricingPerMillionTokens: free };
  const faulty = { prompt: '0.0000000000000000001', completion: '-1' };
  const message = await read({
    models: [
      { id: 'none', provider: 'openrouter', tools: 'yes' },
      {
        id: 'both',
        provider: 'openrouter',
        tools: 'yes',
        ...both,
        fallbacks: [{ provider: 'x', ...both }],
      },
      {
        id: 'fine',
        provider: 'openrouter',
        pricingPerMillionTokens: faulty,
        feeBasisPoints: 100_001,
      },
    ],
  }).catch((error: Error) => error.message);
  expect(message).toContain('models[0].pricing is missing: a model has prices');
  expect(message).toContain('models[0].tools must be of type boolean');
  const twice = 'pricingPerMillionTokens is in addition to pricing: write one of them';
  expect(message).toContain(`models[1].${twice}`);
  expect(message).toContain(`models[1].fallbacks[0].${twice}`);
  expect(message).toContain('models[2].pricingPerMillionTokens.prompt has more than 18 decimals');
  expect(message).toContain('models[2].pricingPerMillionTokens.completion is negative');
  expect(message).toContain('models[2].feeBasisPoints must be at most 100000');
});

describe('a preset', () => {
  const kind = 'openai-compatible';

  test.each(PRESET_NAMES)('%s has the address and the variable of the key', async (preset) => {
    const { baseUrl, baseUrlForm, keyVariable } = PRESETS[preset];
    const given = { kind, preset, ...(!baseUrl && { baseUrl: 'https://example.com/v1' }) };
    const providers = { one: given };
    const secrets = keyVariable ? { [keyVariable]: 'secret' } : {};
    expect((await read({ providers }, secrets)).providers).toEqual([
      {
        ...{ name: 'one', baseUrl: baseUrl ?? 'https://example.com/v1' },
        ...(keyVariable && { apiKey: 'secret' }),
        ...{ form: { ...GENERIC, ...PRESETS[preset].form }, formsByModel: new Map() },
      },
    ]);
    if (keyVariable) {
      const fault = `providers.one.apiKeyEnv is missing, and ${keyVariable} is not set`;
      await expect(read({ providers })).rejects.toThrow(fault);
    }
    if (baseUrl) return;
    const form = baseUrlForm === undefined ? '' : `, such as ${baseUrlForm}`;
    const fault = `providers.one.baseUrl is missing${form}`;
    await expect(read({ providers: { one: { kind, preset } } }, secrets)).rejects.toThrow(fault);
  });

  test('does not send its key to another address', async () => {
    const providers = { one: { kind, preset: 'openai', baseUrl: 'http://localhost:1/v1' } };
    const file = await read({ providers }, { OPENAI_API_KEY: 'secret' });
    expect(file.providers[0]).not.toHaveProperty('apiKey');
  });

  test('is replaced member by member, for the server and for one of its models', async () => {
    const own = {
      preset: 'openai',
      apiKeyEnv: 'KEY',
      outputLimit: 'max_tokens',
      reasoning: 'none',
    };
    const perModel = { 'o-1': { systemRole: 'developer', lacks: ['stop'] } };
    const file = await read({ providers: { one: { kind, ...own, perModel } } }, { KEY: 'k' });
    const form = { ...GENERIC, ...PRESETS.openai.form, outputLimit: 'max_tokens' };
    expect(file.providers[0]).toMatchObject({
      form,
      formsByModel: new Map([['o-1', { ...form, ...perModel['o-1'] }]]),
    });
  });

  test('refuses what its server lacks at the start, or tells the model', async () => {
    const one = { kind, preset: 'ollama', perModel: { 'b-1': { lacks: ['seed'] } } };
    const lists = { provider: 'one', pricing: free, supportedParameters: ['seed'] };
    const file = await read({ providers: { one }, models: [{ id: 'a', ...lists }] });
    expect(file.models[0]?.lacks).toEqual([
      ...['tool_choice_none', 'tool_choice_required', 'tool_choice_function'],
    ]);
    const models = [{ id: 'b', providerModel: 'b-1', ...lists }];
    await expect(read({ providers: { one }, models })).rejects.toThrow(
      'models[0].supportedParameters has seed, which one does not take',
    );
  });

  test('names faults of its members', async () => {
    const one = { kind, preset: 'nobody', outputLimit: 'limit', busyStatuses: [200], user: 'yes' };
    const broken = read({ providers: { one } });
    for (const fault of [
      'providers.one.preset must be one of openai, azure-openai,',
      'providers.one.outputLimit must be one of max_tokens, max_completion_tokens',
      'providers.one.busyStatuses[0]',
      'providers.one.user must be true or false',
    ]) {
      await expect(broken).rejects.toThrow(fault);
    }
  });
});
