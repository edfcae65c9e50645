/**
 * Converts a catalog entry's prices, or says why it cannot: a price is absent, negative or not a decimal, or something
 * billed has no known bound. Conditional prices become tiers; prices that depend on the time of day count at their
 * maximum, because nobody knows when a run will be sent.
 *
 * Left out are prices of features that the service never requests, and prices per token of an image or of sound: the
 * service sends a model nothing that these make more expensive, see `pricedApart`. Zero for cache or reasoning means that
 * it has no price of its own, and so the price of prompt or completion.
 */
import Big from 'big.js';
import type { Decimal } from '../../../platform/lib/money.ts';
import { asList, asObject, type JsonObject, readDecimal } from '../chat-completions/index.ts';
import type { InputModality, JsonValue, Pricing } from '../model-provider.ts';

export type ReadPricing =
  | { kind: 'priced'; pricing: Pricing }
  | { kind: 'unsupported'; reason: string };

type Rates = Partial<Omit<Pricing, 'tiers'>>;
type Rate = keyof Rates;

export function readPricing(value: JsonValue | undefined): ReadPricing {
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
export function pricedApart(value: JsonValue | undefined): ReadonlySet<InputModality> {
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
