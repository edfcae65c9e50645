/** OpenRouter's catalog: the service takes only models with bounded cost, at exactly the listed prices. */
import { describe, expect, test } from 'vitest';
import {
  fetchOpenRouterCatalog,
  type OpenRouterCatalog,
} from '../../server/model-runs/providers/index.ts';
import { freePort } from '../support/free-port.ts';
import { json, startUpstream } from './upstream.ts';

const signal = new AbortController().signal;
const LISTED = {
  id: 'maker/model',
  name: 'Maker: Model',
  context_length: 200_000,
  architecture: { input_modalities: ['image', 'text'], output_modalities: ['text'] },
  pricing: { prompt: '0.000003', completion: '0.000015' },
  top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: false },
  supported_parameters: ['max_tokens', 'tools', 'tool_choice', 'seed', 'top_k', 'temperature'],
};

async function catalogOf(...data: object[]): Promise<OpenRouterCatalog> {
  const upstream = await startUpstream((response) => {
    json(response, 200, { data, links: { next: null }, total_count: data.length });
  });
  return fetchOpenRouterCatalog({ baseUrl: upstream.url, signal });
}

const priced = async (pricing: object, more: object = {}) =>
  catalogOf({ ...LISTED, ...more, pricing: { ...LISTED.pricing, ...pricing } });

const pricingOf = async (pricing: object) => {
  const { models, skipped } = await priced(pricing);
  expect(skipped).toEqual([]);
  return models[0]?.pricing;
};

const reasonOf = async (pricing: object, more: object = {}) => {
  const { models, skipped } = await priced(pricing, more);
  expect(models).toEqual([]);
  expect(skipped).toHaveLength(1);
  return skipped[0]?.reason;
};

test('a model is taken with what the list says of it', async () => {
  const { models, skipped } = await catalogOf(LISTED);
  expect(skipped).toEqual([]);
  expect(models).toEqual([
    {
      id: 'maker/model',
      provider: 'openrouter',
      providerModel: 'maker/model',
      name: 'Maker: Model',
      contextLength: 200_000,
      maxOutputTokens: 64_000,
      minOutputTokens: 16,
      capabilities: { tools: true, reasoning: 'entries' },
      supportedParameters: ['temperature', 'seed'],
      inputModalities: ['text', 'image'],
      pricing: { prompt: '0.000003', completion: '0.000015' },
      templateTokens: { perRequest: 1_024, perMessage: 16 },
    },
  ]);
});

test('what the list does not say is left out', async () => {
  const { models } = await catalogOf({
    id: 'm',
    pricing: LISTED.pricing,
    context_length: null,
    top_provider: { max_completion_tokens: null },
    supported_parameters: ['max_completion_tokens'],
  });
  expect(models[0]).toMatchObject({ name: 'm', capabilities: { tools: false } });
  expect(models[0]).not.toHaveProperty('contextLength');
  expect(models[0]).not.toHaveProperty('maxOutputTokens');
});

describe('prices', () => {
  test('of all that is billed are taken exactly', async () => {
    const pricing = await pricingOf({
      request: '0.005',
      input_cache_read: '0.0000003',
      input_cache_write: '3.75e-6',
      internal_reasoning: '0.00002',
    });
    expect(pricing).toEqual({
      ...LISTED.pricing,
      request: '0.005',
      cacheRead: '0.0000003',
      cacheWrite: '0.00000375',
      reasoning: '0.00002',
    });
  });

  test('of zero are prices', async () => {
    expect(await pricingOf({ prompt: '0', completion: '0' })).toEqual({
      prompt: '0',
      completion: '0',
    });
  });

  test('of zero for cache or reasoning mean no price of their own', async () => {
    const zero = '0';
    const pricing = { input_cache_read: zero, internal_reasoning: zero, request: zero };
    expect(await pricingOf(pricing)).toEqual(LISTED.pricing);
  });

  test('of what is never asked for don t matter', async () => {
    const pricing = {
      audio: '0.1',
      web_search: '0.01',
      discount: 0.1,
      image_output: '1',
    };
    expect(await pricingOf(pricing)).toEqual(LISTED.pricing);
  });

  test('of an hour in the cache are kept together with those of five minutes', async () => {
    const pricing = { input_cache_write: '0.00000375', input_cache_write_1h: '0.000006' };
    const { cacheWrite, cacheWrite1h } = (await pricingOf(pricing))!;
    expect({ cacheWrite, cacheWrite1h }).toEqual({
      cacheWrite: '0.00000375',
      cacheWrite1h: '0.000006',
    });
  });

  test('for long prompts become tiers, rising, each with all that holds above it', async () => {
    const pricing = await pricingOf({
      overrides: [
        { min_prompt_tokens: 200_000, prompt: '0.000006', completion: '0.0000225' },
        { min_prompt_tokens: 100_000, prompt: '0.000004', input_cache_read: '0.0000004' },
      ],
    });
    expect(pricing?.tiers).toEqual([
      { abovePromptTokens: 100_000, prompt: '0.000004', cacheRead: '0.0000004' },
      {
        abovePromptTokens: 200_000,
        prompt: '0.000004',
        cacheRead: '0.0000004',
        completion: '0.0000225',
      },
    ]);
  });

  test('that depend on the time of day count at their dearest, in tiers too', async () => {
    const pricing = await pricingOf({
      overrides: [
        { utc_start: 100, utc_end: 900, prompt: '0.000009', completion: '0.000001' },
        { min_prompt_tokens: 1_000, prompt: '0.000005', completion: '0.00002' },
      ],
    });
    expect(pricing).toEqual({
      prompt: '0.000009',
      completion: '0.000015',
      tiers: [{ abovePromptTokens: 1_000, prompt: '0.000009', completion: '0.00002' }],
    });
  });

  test('of a cache that are dear at times only are kept', async () => {
    const overrides = [
      { utc_start: 0, utc_end: 1, input_cache_write: '0.1', input_cache_read: '0' },
    ];
    expect(await pricingOf({ overrides })).toEqual({ ...LISTED.pricing, cacheWrite: '0.1' });
  });
});

describe('a model takes', () => {
  const architecture = {
    input_modalities: ['video', 'audio', 'file', 'image', 'text'],
    output_modalities: ['text'],
  };
  const inputsOf = async (pricing: object) =>
    (await priced(pricing, { architecture })).models[0]?.inputModalities;

  test('what it is listed with and the service knows', async () => {
    const alike = { image_token: '0.000003', audio: '0.000001', image: '0.01' };
    expect(await inputsOf({})).toEqual(['text', 'image', 'file', 'audio']);
    expect(await inputsOf(alike)).toEqual(['text', 'image', 'file', 'audio']);
    expect((await priced({ image: '0.01' })).models[0]?.pricing.image).toBe('0.01');
    expect((await priced({ image: '0' })).models[0]?.pricing).not.toHaveProperty('image');
  });

  test.each<[object, string[]]>([
    [{ image_token: '0.000004' }, ['text', 'file', 'audio']],
    [{ audio: '0.000004' }, ['text', 'image', 'file']],
    [{ audio: 'dear' }, ['text', 'image', 'file']],
    [{ input_audio_cache: '0.1' }, ['text', 'image', 'file']],
    [{ overrides: [{ min_prompt_tokens: 9, audio: '0.1' }] }, ['text', 'image', 'file']],
    [
      { overrides: [{ utc_start: 1, utc_end: 2, audio: '0.000003' }] },
      architecture.input_modalities,
    ],
  ])('nothing whose tokens are dearer than others: %j', async (pricing, expected) => {
    const known = expected.filter((name) => name !== 'video').sort();
    expect([...((await inputsOf(pricing)) ?? [])].sort()).toEqual(known.sort());
  });
});

describe('a model is left out, with the reason', () => {
  test.each<[object, string]>([
    [{ prompt: '-1', completion: '-1' }, 'prompt'],
    [{ completion: 'free' }, 'completion'],
    [{ prompt: null }, 'prompt'],
    [{ request: '-0.1' }, 'request'],
    [{ prompt: '1e-999999999' }, 'prompt'],
    [{ by_the_hour: '2' }, 'by_the_hour'],
    [{ overrides: 'none' }, 'conditional'],
    [{ overrides: [{ moon: 'full', prompt: '1' }] }, 'moon'],
    [{ overrides: [{ min_prompt_tokens: -5, prompt: '1' }] }, 'conditional'],
    [{ overrides: [{ min_prompt_tokens: 5, prompt: '-1' }] }, 'prompt'],
    [{ discount: -0.5 }, 'discount'],
  ])('for the prices %j', async (pricing, word) => {
    expect(await reasonOf(pricing)).toContain(word);
  });

  test.each<[string, object, string]>([
    ['no prices', { pricing: null }, 'prices'],
    ['no limit of output', { supported_parameters: ['tools'] }, 'limit'],
    ['pictures', { architecture: { output_modalities: ['text', 'image'] } }, 'more than text'],
    ['no text taken', { architecture: { input_modalities: ['audio'] } }, 'no text'],
    [
      'searching the web by itself',
      {
        pricing: { ...LISTED.pricing, web_search: '0.005' },
        supported_parameters: ['max_tokens', 'web_search_options'],
      },
      'search',
    ],
  ])('for %s', async (_, changes, word) => {
    const { models, skipped } = await catalogOf({ ...LISTED, ...changes });
    expect(models).toEqual([]);
    expect(skipped).toEqual([{ id: 'maker/model', reason: expect.stringContaining(word) }]);
  });

  test('for being listed twice', async () => {
    const { models, skipped } = await catalogOf(LISTED, LISTED);
    expect(models).toHaveLength(1);
    expect(skipped).toEqual([{ id: 'maker/model', reason: 'is listed twice' }]);
  });

  test('for having no usable identifier', async () => {
    const { skipped } = await catalogOf({ ...LISTED, id: 'with space' }, { ...LISTED, id: null });
    expect(skipped.map(({ id }) => id)).toEqual(['', '']);
  });
});

describe('a catalog that cannot be read changes nothing', () => {
  test.each([500, 401, 302])('for a status of %i', async (status) => {
    const upstream = await startUpstream((response) => json(response, status, {}));
    await expect(fetchOpenRouterCatalog({ baseUrl: upstream.url, signal })).rejects.toThrow(
      `${status}`,
    );
  });

  test.each(['', '{}', '{"data":{}}'])('for the body %j', async (body) => {
    const upstream = await startUpstream((response) => json(response, 200, body));
    await expect(fetchOpenRouterCatalog({ baseUrl: upstream.url, signal })).rejects.toThrow();
  });

  test('for a list that is not whole', async () => {
    const upstream = await startUpstream((response) => {
      json(response, 200, { data: [LISTED], total_count: 2 });
    });
    await expect(fetchOpenRouterCatalog({ baseUrl: upstream.url, signal })).rejects.toThrow(
      '1 of 2',
    );
  });

  test('for a server that is not there', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/api/v1`;
    await expect(fetchOpenRouterCatalog({ baseUrl, signal })).rejects.toThrow('refused');
  });
});

test('the key is sent where there is one', async () => {
  const upstream = await startUpstream((response) => json(response, 200, { data: [] }));
  await fetchOpenRouterCatalog({ baseUrl: upstream.url, apiKey: 'k', signal, provider: 'other' });
  await fetchOpenRouterCatalog({ baseUrl: upstream.url, signal });
  expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer k',
    undefined,
  ]);
});
