/**
 * The price list that comes with the service: a package of public prices, with its version, in our prices. Only commands
 * and starts without a models file load it, since loading takes longer than most commands run. It knows prices and
 * contexts, but neither what a model can do nor whether its provider still has it, and it is as old as its date.
 */
import type { ModelInfo, ModelPrice } from '@pydantic/genai-prices';
import { distance } from 'fastest-levenshtein';
import { type Decimal, eachOfTenTo, largestOf, parseDecimal } from '../../platform/lib/money.ts';
import type { Pricing } from './model-provider.ts';

/** A test compares the version with that of the package; the date is that of its publication. */
export const PRICE_LIST = {
  name: '@pydantic/genai-prices',
  version: '0.1.8',
  date: '2026-09-23',
} as const;

export type Listed = Read & {
  /** The entry, as the list names it. */
  entry: string;
  contextLength?: number;
  /** What the list says of its prices. */
  comment?: string;
};

export interface PriceList {
  /** The list's name of the provider at this address. */
  providerAt(url: string): string | undefined;
  /** Undefined if the list does not know the model. */
  find(provider: string, model: string, when: When): Listed | undefined;
  /** The names that are most like it. */
  near(provider: string, model: string): string[];
  /** Names of models that answer in text, for which the list has a price and a context, in order. */
  chatModels(provider: string): string[];
}

export async function openPriceList(): Promise<PriceList> {
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const modelsOf = (provider: string) => findProvider({ providerId: provider })?.models ?? [];
  return {
    providerAt: (url) => findProvider({ providerApiUrl: url })?.id,
    find(provider, model, when) {
      const found = calcPrice({}, model, { providerId: provider, timestamp: when.at });
      if (!found) return undefined;
      const { context_window: contextLength, price_comments: comment } = found.model;
      return {
        ...readPrices(found.model, when),
        entry: `${found.provider.id}/${found.model.id}`,
        ...(contextLength !== undefined && { contextLength }),
        ...(comment !== undefined && { comment }),
      };
    },
    near: (provider, model) =>
      modelsOf(provider)
        .map(({ id }) => ({ id, distance: distance(model, id) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, NEAR)
        .map(({ id }) => id),
    chatModels: (provider) =>
      modelsOf(provider)
        .filter((model) => isChatModel(model) && belongsTo(provider, model.id))
        .map(({ id }) => id)
        .sort(),
  };

  /** Some providers also list models that others make, under names that they do not have there. */
  function belongsTo(provider: string, model: string): boolean {
    if (!findProvider({ providerId: provider })?.model_match) return true;
    const maker = findProvider({ modelId: model });
    return maker === undefined || maker.id === provider;
  }
}

const NEAR = 3;

/** Models of these names have other inputs or outputs, or search by themselves; the list does not say so. */
const OTHER_THAN_CHAT =
  /embed|whisper|tts|transcri|realtime|audio|voice|image|vision|sonic|voxtral|ocr|moderation|guard|search|research|computer-use|multi-agent|instruct$|^ft:|\.ft-|:free|-maas$/;
/** The list has these prices from elsewhere, or keeps them for the books. */
const NOT_FROM_PROVIDER = /imported from|seen on|trusting|retired/i;

function isChatModel({ id, deprecated, context_window, price_comments, match }: ModelInfo) {
  const isName = JSON.stringify(match).includes(`"${id}"`);
  return (
    !deprecated &&
    context_window !== undefined &&
    isName &&
    !OTHER_THAN_CHAT.test(id) &&
    !NOT_FROM_PROVIDER.test(price_comments ?? '')
  );
}

type Read =
  | {
      kind: 'priced';
      pricing: Pricing;
      /** What has prices of its own, and no run of the service can buy. */
      apart: string[];
      /** The day from which the list has other prices. */
      changesOn?: string;
    }
  | { kind: 'unfit'; reasons: string[] };

interface When {
  at: Date;
  /** If prices differ by the time of day, takes the highest, if one is the highest in every respect. */
  dearestTime?: boolean;
}

type Rate = Exclude<keyof Pricing, 'tiers' | 'image'>;

/** The names of the list, and for which power of ten of what they are prices. */
const RATES: Record<string, { rate: Rate; power: number }> = {
  input_mtok: { rate: 'prompt', power: 6 },
  output_mtok: { rate: 'completion', power: 6 },
  cache_read_mtok: { rate: 'cacheRead', power: 6 },
  cache_write_mtok: { rate: 'cacheWrite', power: 6 },
  cache_write_1h_mtok: { rate: 'cacheWrite1h', power: 6 },
  output_reasoning_mtok: { rate: 'reasoning', power: 6 },
  requests_kcount: { rate: 'request', power: 3 },
};

/** Inputs and tools that the service does not send to a model that it sells by this list. */
const NOT_CAUSED: Record<string, string> = {
  input_audio_mtok: 'sound as input',
  cache_audio_read_mtok: 'cached sound',
  input_image_mtok: 'images as input',
  cache_image_read_mtok: 'cached images',
  input_video_mtok: 'video as input',
  web_searches_kcount: 'web searches',
  storage_searches_kcount: 'file searches',
};

/**
 * What an entry of the price list costs, in our prices. Decimals stay exact: the point of a price per million is moved,
 * and nothing is multiplied. An entry with a price that a run can cause and that we cannot express is unfit.
 */
export function readPrices({ prices }: Pick<ModelInfo, 'prices'>, when: When): Read {
  const { inForce, changesOn } = pricesAt(prices, when.at);
  const reads = inForce.map(readOne);
  const reasons = reads.flatMap((read) => (read.kind === 'unfit' ? read.reasons : []));
  if (reasons.length > 0) return { kind: 'unfit', reasons: [...new Set(reasons)] };
  const priced = reads.filter((read) => read.kind === 'priced');
  if (priced.length > 1 && !when.dearestTime) return unfit('its prices differ by the time of day');
  const dearest = priced.find(({ pricing }) =>
    priced.every((other) => isAtLeast(pricing, other.pricing)),
  );
  if (!dearest) {
    return unfit('its prices differ by the time of day, and none is the highest in every respect');
  }
  return { ...dearest, ...(changesOn !== undefined && { changesOn }) };
}

function unfit(...reasons: string[]): Read & { kind: 'unfit' } {
  return { kind: 'unfit', reasons };
}

/** The last one whose condition is met applies. All that apply at some time of the day are in force. */
function pricesAt(
  prices: ModelInfo['prices'],
  at: Date,
): { inForce: ModelPrice[]; changesOn?: string } {
  if (!Array.isArray(prices)) return { inForce: [prices] };
  const inForce: ModelPrice[] = [];
  let changesOn: string | undefined;
  for (const { constraint, prices: each } of prices.toReversed()) {
    if (constraint?.type === 'start_date' && new Date(constraint.start_date) > at) {
      changesOn = constraint.start_date;
      continue;
    }
    inForce.push(each);
    if (constraint?.type !== 'time_of_date') break;
  }
  return {
    inForce: inForce.length > 0 ? inForce : prices.slice(0, 1).map((first) => first.prices),
    ...(changesOn !== undefined && { changesOn }),
  };
}

function readOne(prices: ModelPrice): Read {
  const reasons: string[] = [];
  const apart: string[] = [];
  const base: Partial<Record<Rate, Decimal>> = {};
  const tiers = new Map<number, Partial<Record<Rate, Decimal>>>();
  for (const [name, price] of Object.entries(prices)) {
    if (price === undefined) continue;
    const known = Object.hasOwn(RATES, name) ? RATES[name] : undefined;
    if (!known) {
      if (Object.hasOwn(NOT_CAUSED, name)) apart.push(NOT_CAUSED[name]!);
      else reasons.push(`it has a price that the service cannot charge (${name})`);
      continue;
    }
    const read = (value: number) => {
      const decimal = parseDecimal(value);
      const each = decimal && eachOfTenTo(known.power, decimal);
      if (each === undefined) reasons.push(`its price ${name} is not an amount`);
      return each ?? '0';
    };
    base[known.rate] = read(typeof price === 'number' ? price : price.base);
    for (const tier of typeof price === 'number' ? [] : price.tiers) {
      tiers.set(tier.start, { ...tiers.get(tier.start), [known.rate]: read(tier.price) });
    }
  }
  const { prompt, completion } = base;
  if (prompt === undefined) reasons.push('it has no price per token of input');
  if (completion === undefined) reasons.push('it has no price per token of output');
  if (prompt === undefined || completion === undefined || reasons.length > 0) {
    return unfit(...reasons);
  }
  const sorted = [...tiers].sort(([a], [b]) => a - b);
  const pricing = {
    ...{ ...base, prompt, completion },
    ...(sorted.length > 0 && {
      tiers: sorted.map(([abovePromptTokens, rates]) => ({ abovePromptTokens, ...rates })),
    }),
  };
  return { kind: 'priced', pricing, apart };
}

/** With tiers, only if both are the same. */
function isAtLeast(pricing: Pricing, other: Pricing): boolean {
  if (pricing.tiers || other.tiers) return JSON.stringify(pricing) === JSON.stringify(other);
  return Object.values(RATES).every(({ rate }) => {
    const mine = rateOf(pricing, rate);
    return largestOf([mine, rateOf(other, rate)]) === mine;
  });
}

/** As it is charged if the list leaves it out. */
function rateOf(pricing: Pricing, rate: Rate): Decimal {
  const given = pricing[rate];
  if (given !== undefined) return given;
  if (rate === 'request') return '0';
  if (rate === 'reasoning') return pricing.completion;
  return (rate === 'cacheWrite1h' ? pricing.cacheWrite : undefined) ?? pricing.prompt;
}
