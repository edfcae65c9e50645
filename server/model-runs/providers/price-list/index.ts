/**
 * The price list that comes with the service: a package of public prices, with its version. Only commands and starts
 * without a models file load it, since loading takes longer than most commands run. It knows prices and contexts, but
 * neither what a model can do nor whether its provider still has it, and it is as old as its date.
 */
import type { ModelInfo } from '@pydantic/genai-prices';
import { distance } from 'fastest-levenshtein';
import { type Read, readPrices, type When } from './pricing.ts';

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
