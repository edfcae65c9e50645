/**
 * Converts OpenRouter's list of models. Accepts a model only if its cost is bounded: prices for everything billed, and
 * a limit of output that it honors. Names the others with the reason.
 */

import Big from 'big.js';
import type { Decimal } from '../../../platform/lib/money.ts';
import { asList, asObject, asText, type JsonObject, parseJson } from '../../../providers/json.ts';
import { createConnections, getText } from '../../../providers/transport.ts';
import { readDecimal } from '../chat-completions/answer.ts';
import {
  INPUT_MODALITIES,
  type InputModality,
  type JsonValue,
  type Model,
  type Pricing,
  SUPPORTED_PARAMETERS,
} from '../model-provider.ts';

export interface OpenRouterCatalog {
  models: Model[];
  skipped: { id: string; reason: string }[];
}

interface CatalogOptions {
  /** The registry's name of the provider that runs the models. */
  provider?: string;
  baseUrl: string;
  apiKey?: string;
  signal: AbortSignal;
}

/** Throws if the list is unavailable or incomplete. */
export async function fetchOpenRouterCatalog(options: CatalogOptions): Promise<OpenRouterCatalog> {
  const connections = createConnections(TIMEOUT_MS);
  try {
    const fetched = await getText(connections, {
      url: new URL(`${options.baseUrl}/models`),
      headers: {
        accept: 'application/json',
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal: options.signal,
    });
    if (fetched.kind === 'failed')
      throw new Error(`The catalog could not be read: ${fetched.reason}`);
    if (fetched.status !== 200) {
      throw new Error(`The catalog could not be read: the provider answered ${fetched.status}.`);
    }
    return readCatalog(parseJson(fetched.text), options.provider ?? 'openrouter');
  } finally {
    await connections.destroy();
  }
}

function readCatalog(value: JsonValue | undefined, provider: string): OpenRouterCatalog {
  const listed = asList(asObject(value)?.data);
  if (!listed) throw new Error('The catalog could not be read: it is not a list of models.');
  const total = asObject(value)?.total_count;
  if (typeof total === 'number' && total > listed.length) {
    throw new Error(`The catalog came with ${listed.length} of ${total} models.`);
  }
  const models = new Map<string, Model>();
  const skipped: OpenRouterCatalog['skipped'] = [];
  for (const entry of listed) {
    const model = readModel(asObject(entry) ?? {}, provider);
    if ('reason' in model) skipped.push(model);
    else if (models.has(model.id)) skipped.push({ id: model.id, reason: 'is listed twice' });
    else models.set(model.id, model);
  }
  return { models: [...models.values()], skipped };
}

function readModel(entry: JsonObject, provider: string): Model | { id: string; reason: string } {
  const id = asText(entry.id);
  if (id === undefined || !MODEL_ID.test(id)) return { id: '', reason: 'has no usable identifier' };
  const parameters = asList(entry.supported_parameters) ?? [];
  const unfit = reasonUnfit(entry, parameters);
  if (unfit !== undefined) return { id, reason: unfit };
  const pricing = readPricing(entry.pricing);
  if (pricing.kind === 'unsupported') return { id, reason: pricing.reason };
  const contextLength = positive(entry.context_length);
  const maxOutputTokens = positive(asObject(entry.top_provider)?.max_completion_tokens);
  return {
    id,
    provider,
    providerModel: id,
    name: asText(entry.name) ?? id,
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    minOutputTokens: MIN_OUTPUT_TOKENS,
    capabilities: { tools: parameters.includes('tools'), reasoning: 'entries' },
    supportedParameters: SUPPORTED_PARAMETERS.filter((name) => parameters.includes(name)),
    inputModalities: inputsOf(entry),
    pricing: pricing.pricing,
    templateTokens: TEMPLATE_TOKENS,
  };
}

function reasonUnfit(entry: JsonObject, parameters: JsonValue[]): string | undefined {
  const architecture = asObject(entry.architecture);
  const output = asList(architecture?.output_modalities) ?? ['text'];
  const input = asList(architecture?.input_modalities) ?? ['text'];
  if (output.some((modality) => modality !== 'text')) return 'answers with more than text';
  if (!input.includes('text')) return 'takes no text';
  if (!parameters.includes('max_tokens') && !parameters.includes('max_completion_tokens')) {
    return 'takes no limit of output tokens';
  }
  const searchPrice = asObject(entry.pricing)?.web_search;
  if (parameters.includes('web_search_options') && Number(searchPrice ?? 0) !== 0) {
    return 'may search the web of its own accord, which is billed per search';
  }
  return undefined;
}

/** Leaves out what costs more than the hold would count: the service refuses it instead. */
function inputsOf(entry: JsonObject): InputModality[] {
  const listed = asList(asObject(entry.architecture)?.input_modalities) ?? [];
  const apart = pricedApart(entry.pricing);
  return INPUT_MODALITIES.filter(
    (name) => name === 'text' || (listed.includes(name) && !apart.has(name)),
  );
}

function positive(value: JsonValue | undefined): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

const MODEL_ID = /^[\x21-\x7e]{1,256}$/;

/** Some of its providers raise smaller limits to this, and bill it. */
const MIN_OUTPUT_TOKENS = 16;

/**
 * The list does not describe chat templates: generous, also because the instructions that some models get with tools
 * are hundreds of tokens long.
 */
const TEMPLATE_TOKENS = { perRequest: 1_024, perMessage: 16 };

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 33_554_432;

type ReadPricing = { kind: 'priced'; pricing: Pricing } | { kind: 'unsupported'; reason: string };

type Rates = Partial<Omit<Pricing, 'tiers'>>;
type Rate = keyof Rates;

/**
 * Converts a catalog entry's prices, or says why it cannot: a price is absent, negative or not a decimal, or something
 * billed has no known bound. Conditional prices become tiers; prices that depend on the time of day count at their
 * maximum, because nobody knows when a run will be sent.
 *
 * Left out are prices of features that the service never requests, and prices per token of an image or of sound: the
 * service sends a model nothing that these make more expensive, see `pricedApart`. Zero for cache or reasoning means
 * that it has no price of its own, and so the price of prompt or completion.
 */
function readPricing(value: JsonValue | undefined): ReadPricing {
  const listed = asObject(value);
  if (!listed) return unsupported('has no prices');
  const base = readRates(listed, BASE_MEMBERS);
  if (typeof base === 'string') return unsupported(base);
  const overrides = readOverrides(listed.overrides);
  if (typeof overrides === 'string') return unsupported(overrides);

  const { prompt, completion, ...rest } = base;
  if (prompt === undefined || completion === undefined) {
    return unsupported('has no price for prompt or completion tokens');
  }
  if (Number(listed.discount ?? 0) < 0) return unsupported('has a discount that raises its prices');

  const timed = overrides.filter((one) => one.isTimed).map((one) => one.rates);
  const pricing = { prompt, completion, ...rest };
  // If the cache has no price of its own, it has the prompt's.
  raise(pricing, timed, {
    cacheRead: prompt,
    cacheWrite: prompt,
    cacheWrite1h: rest.cacheWrite ?? prompt,
  });
  const tiers = tiersOf(overrides);
  for (const tier of tiers) raise(tier, timed, {});
  return { kind: 'priced', pricing: tiers.length > 0 ? { ...pricing, tiers } : pricing };
}

/** OpenRouter's names, and ours; `undefined` for prices of features that the service never requests. */
const TOKEN_MEMBERS: readonly [string, Rate | undefined][] = [
  ['prompt', 'prompt'],
  ['completion', 'completion'],
  ['input_cache_read', 'cacheRead'],
  ['input_cache_write', 'cacheWrite'],
  ['input_cache_write_1h', 'cacheWrite1h'],
  ['audio', undefined],
  ['input_audio_cache', undefined],
];
const BASE_MEMBERS = new Map<string, Rate | undefined>([
  ...TOKEN_MEMBERS,
  ['internal_reasoning', 'reasoning'],
  ['request', 'request'],
  ['image', 'image'],
  ...['audio_output', 'discount', 'image_output', 'image_token', 'overrides', 'web_search'].map(
    (name): [string, undefined] => [name, undefined],
  ),
]);
const OVERRIDE_MEMBERS = new Map<string, Rate | undefined>([
  ...TOKEN_MEMBERS,
  ['min_prompt_tokens', undefined],
  ['utc_start', undefined],
  ['utc_end', undefined],
]);

/** The rates in a list of prices, or what is wrong with it. */
function readRates(listed: JsonObject, members: Map<string, Rate | undefined>): Rates | string {
  const rates: Rates = {};
  for (const [name, value] of Object.entries(listed)) {
    if (value === null) continue;
    const rate = members.get(name);
    const price = readDecimal(value);
    if (!members.has(name) && price !== '0')
      return `bills ${quoted(name)}, which has no known bound`;
    if (rate === undefined) continue;
    if (price === undefined) return `has no usable price for ${quoted(name)}`;
    if (price !== '0' || rate === 'prompt' || rate === 'completion') rates[rate] = price;
  }
  return rates;
}

/** The inputs whose tokens have a separate price above the prompt's, at any time. */
function pricedApart(value: JsonValue | undefined): ReadonlySet<InputModality> {
  const listed = asObject(value) ?? {};
  const all = [listed, ...(asList(listed.overrides) ?? []).map((entry) => asObject(entry) ?? {})];
  const isAbove = (name: string) =>
    all.some((rates) => {
      const price = readDecimal(rates[name] ?? '0');
      const prompt = readDecimal(rates.prompt ?? listed.prompt);
      return price === undefined || prompt === undefined || new Big(price).gt(prompt);
    });
  const apart = new Set<InputModality>();
  if (isAbove('image_token')) apart.add('image');
  if (isAbove('audio') || isAbove('input_audio_cache')) apart.add('audio');
  return apart;
}

interface Override {
  rates: Rates;
  abovePromptTokens: number;
  isTimed: boolean;
}

function readOverrides(value: JsonValue | undefined): Override[] | string {
  const overrides: Override[] = [];
  for (const entry of asList(value ?? []) ?? [null]) {
    const listed = asObject(entry);
    if (!listed) return 'has conditional prices that are not understood';
    const rates = readRates(listed, OVERRIDE_MEMBERS);
    if (typeof rates === 'string') return rates;
    const threshold = listed.min_prompt_tokens ?? 0;
    if (typeof threshold !== 'number' || !(threshold >= 0 && threshold < Number.MAX_SAFE_INTEGER)) {
      return 'has conditional prices that are not understood';
    }
    const isTimed =
      listed.utc_start !== undefined || listed.utc_end !== undefined || threshold === 0;
    overrides.push({ rates, abovePromptTokens: Math.floor(threshold), isTimed });
  }
  return overrides;
}

/** One tier per threshold, in ascending order, each with everything that applies above it: later entries win. */
function tiersOf(overrides: Override[]): NonNullable<Pricing['tiers']> {
  const plain = overrides.filter((one) => !one.isTimed);
  const thresholds = [...new Set(plain.map((one) => one.abovePromptTokens))].sort((a, b) => a - b);
  return thresholds.map((abovePromptTokens) => {
    const applicable = plain.filter((one) => one.abovePromptTokens <= abovePromptTokens);
    return Object.assign({ abovePromptTokens }, ...applicable.map((one) => one.rates));
  });
}

/** Raises rates to the maximum of the others; a missing rate stays missing unless a rate exceeds its default. */
function raise(rates: Rates, others: Rates[], defaults: Rates): void {
  for (const [rate, price] of others.flatMap((one) => Object.entries(one) as [Rate, Decimal][])) {
    const present = rates[rate] ?? defaults[rate];
    if (present !== undefined && new Big(price).gt(present)) rates[rate] = price;
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}

function unsupported(reason: string): ReadPricing {
  return { kind: 'unsupported', reason };
}
