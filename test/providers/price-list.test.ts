/** The price list that comes with the service: what it says becomes our prices exactly, or is refused by name. */
import { readFileSync } from 'node:fs';
import { TieredPrices } from '@pydantic/genai-prices';
import { expect, test } from 'vitest';
import {
  fileOf,
  KNOWN_PROVIDERS,
  offersOf,
  perMillion,
} from '../../server/model-runs/providers/listed-models.ts';

import { parseModelsFile } from '../../server/model-runs/providers/models-file.ts';
import {
  openPriceList,
  PRICE_LIST,
  readPrices,
} from '../../server/model-runs/providers/price-list.ts';

const AT = new Date('2026-09-23T12:00:00Z');
const list = await openPriceList();

test('the version that commands name is the version of the package', () => {
  const path = new URL('../../node_modules/@pydantic/genai-prices/package.json', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
  expect({ name, version }).toEqual({ name: PRICE_LIST.name, version: PRICE_LIST.version });
});

test('a price per million tokens is the same price per token, without a float', () => {
  const prices = {
    ...{ input_mtok: 0.003625, output_mtok: 1e-7, cache_read_mtok: 0.1, cache_write_mtok: 12.5 },
    ...{ cache_write_1h_mtok: 20, output_reasoning_mtok: 0.3, requests_kcount: 5 },
  };
  expect(readPrices({ prices }, { at: AT })).toEqual({
    kind: 'priced',
    pricing: {
      ...{ prompt: '0.000000003625', completion: '0.0000000000001', cacheRead: '0.0000001' },
      ...{ cacheWrite: '0.0000125', cacheWrite1h: '0.00002', reasoning: '0.0000003' },
      request: '0.005',
    },
    apart: [],
  });
});

test('rates for long prompts become tiers, each with the rates that change there', () => {
  const tiered = (base: number, ...tiers: [number, number][]) =>
    new TieredPrices({ base, tiers: tiers.map(([start, price]) => ({ start, price })) });
  const prices = {
    input_mtok: tiered(1, [272_000, 3], [128_000, 2]),
    output_mtok: tiered(4, [128_000, 6]),
    cache_read_mtok: 0.1,
  };
  const read = readPrices({ prices }, { at: AT });
  expect(read.kind === 'priced' && perMillion(read.pricing)).toEqual({
    ...{ prompt: '1', completion: '4', cacheRead: '0.1' },
    tiers: [
      { abovePromptTokens: 128_000, prompt: '2', completion: '6' },
      { abovePromptTokens: 272_000, prompt: '3' },
    ],
  });
});

test('of prices with dates, those of the day apply, and the next change is named', () => {
  const prices = [
    { prices: { input_mtok: 1, output_mtok: 1 } },
    {
      constraint: { type: 'start_date' as const, start_date: '2026-08-01' },
      prices: { input_mtok: 2, output_mtok: 2 },
    },
    {
      constraint: { type: 'start_date' as const, start_date: '2027-01-01' },
      prices: { input_mtok: 3, output_mtok: 3 },
    },
  ];
  const at = (day: string) => readPrices({ prices }, { at: new Date(day) });
  const per = (price: number) => ({ prompt: `0.00000${price}`, completion: `0.00000${price}` });
  expect(at('2026-07-31')).toMatchObject({ pricing: per(1), changesOn: '2026-08-01' });
  expect(at('2026-08-01')).toMatchObject({ pricing: per(2), changesOn: '2027-01-01' });
  expect(at('2027-01-01')).toEqual({ kind: 'priced', pricing: per(3), apart: [] });
});

test('prices that differ by the time of day are refused, unless the highest is wanted and there is one', () => {
  const night = { type: 'time_of_date' as const, start_time: '16:30:00Z', end_time: '00:30:00Z' };
  const hours = (price: number) => ({
    prices: [
      { prices: { input_mtok: 2, output_mtok: 8 } },
      { constraint: night, prices: { input_mtok: 1, output_mtok: price } },
    ],
  });
  const reasons = ['its prices differ by the time of day'];
  expect(readPrices(hours(4), { at: AT })).toEqual({ kind: 'unfit', reasons });
  expect(readPrices(hours(4), { at: AT, dearestTime: true })).toMatchObject({
    pricing: { prompt: '0.000002', completion: '0.000008' },
  });
  expect(readPrices(hours(9), { at: AT, dearestTime: true })).toMatchObject({ kind: 'unfit' });
});

test('a price that a run can cause and the service cannot charge is refused by its name', () => {
  const tokens = { input_mtok: 1, output_mtok: 2 };
  const read = (more: object) => readPrices({ prices: { ...tokens, ...more } }, { at: AT });
  for (const name of [
    'output_audio_mtok',
    'output_image_mtok',
    'output_citation_mtok',
    'new_mtok',
  ]) {
    const reasons = [`it has a price that the service cannot charge (${name})`];
    expect(read({ [name]: 1 })).toEqual({ kind: 'unfit', reasons });
  }
  expect(readPrices({ prices: {} }, { at: AT })).toEqual({
    kind: 'unfit',
    reasons: ['it has no price per token of input', 'it has no price per token of output'],
  });
  expect(read({ web_searches_kcount: 10, input_audio_mtok: 3 })).toMatchObject({
    kind: 'priced',
    apart: ['web searches', 'sound as input'],
  });
});

test('a model that the list does not know has no price, and near names are told', () => {
  expect(list.find('anthropic', 'gpt-5', { at: AT })).toBeUndefined();
  expect(list.near('anthropic', 'claude-opus-47')).toContain('claude-opus-4-7');
});

test('the models of every known provider make a valid models file of bounded length, in order', async () => {
  const secret = (name: string) => (/_API_KEY$|^AWS_/.test(name) ? 'us-east-1' : undefined);
  const offers = offersOf(list, secret, AT);
  expect(offers.map(({ provider }) => provider)).toEqual(Object.keys(KNOWN_PROVIDERS));
  for (const { provider, models } of offers) {
    const ids = models.map(({ id }) => id);
    expect(ids.length, provider).toBeGreaterThan(0);
    expect(ids.length, provider).toBeLessThanOrEqual(100);
    expect(ids).toEqual(ids.toSorted());
    expect(ids.every((id) => id.startsWith(`${provider}/`))).toBe(true);
  }
  const text = JSON.stringify(fileOf(offers, secret));
  const file = await parseModelsFile(text, { path: 'the list', secret, builtIn: [] });
  expect(file.models).toHaveLength(offers.flatMap(({ models }) => models).length);
  const ids = file.models.map(({ id }) => id).join(' ');
  expect(ids).not.toMatch(/embed|whisper|tts|transcri|realtime|audio|image|moderation|ocr/);
});

test('the address that the variable of a provider’s SDK names is where its runs go', () => {
  const variables: Record<string, string> = {
    ...{ ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/' },
    ...{ GROQ_API_KEY: 'b', GROQ_BASE_URL: 'http://127.0.0.1:2/openai/v1' },
  };
  const secret = (name: string) => variables[name];
  expect(fileOf(offersOf(list, secret, AT), secret)).toMatchObject({
    providers: {
      anthropic: { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'ANTHROPIC_API_KEY' },
      groq: { baseUrl: 'http://127.0.0.1:2/openai/v1', apiKeyEnv: 'GROQ_API_KEY' },
    },
  });
});

test('Amazon Bedrock is sold only with a whole credential and a region, which its entry names', () => {
  const all: Record<string, string> = {
    ...{
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_DEFAULT_REGION: 'eu-west-1',
    },
  };
  const offered = (without?: string) =>
    offersOf(list, (name) => (name === without ? undefined : all[name]), AT).length;
  expect(Object.keys(all).map(offered)).toEqual([0, 0, 0]);
  expect(offered()).toBe(1);
  const secret = (name: string) => all[name];
  expect(fileOf(offersOf(list, secret, AT), secret)).toMatchObject({
    providers: { bedrock: { kind: 'bedrock', region: 'eu-west-1' } },
  });
});
