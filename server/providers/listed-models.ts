/**
 * Entries of a models file that come from the price list: one model for `models add`, and the models that a start
 * without a models file sells for each provider whose key it finds.
 */
import { timesTenTo } from '../kernel/money.ts';
import { KNOWN_PROVIDERS, type KnownProvider } from './known-providers.ts';
import type { Pricing } from './model-provider.ts';
import type { Listed, PriceList } from './price-list/index.ts';

/** An entry of `models` in a models file. */
export interface ListedEntry {
  id: string;
  provider: string;
  providerModel: string;
  [member: string]: unknown;
}

export function entryOf(
  { id, provider, model }: { id: string; provider: string; model: string },
  listed: Listed & { kind: 'priced' },
  known: Pick<KnownProvider, 'parameters' | 'thinking'> | undefined,
): ListedEntry {
  const { contextLength, pricing } = listed;
  return {
    ...{ id, provider, providerModel: model },
    ...(contextLength !== undefined && { contextLength }),
    ...(known && {
      tools: true,
      supportedParameters: [
        ...known.parameters,
        ...(known.thinking?.test(model) ? ['reasoning'] : []),
      ],
    }),
    pricingPerMillionTokens: perMillion(pricing),
  };
}

/** A provider as a models file names it. */
export type FileServer = {
  kind: string;
  preset?: string;
  baseUrl?: string;
  [member: string]: unknown;
};

/** What the list calls the provider, and what is known of it. An entry of a file may be at an address of its own. */
export function homeOf(
  list: PriceList,
  name: string,
  inFile: FileServer | undefined,
): { listName?: string; known?: KnownProvider } {
  const kin = Object.values(KNOWN_PROVIDERS).find(
    ({ entry: { kind, preset } }) =>
      kind === inFile?.kind && preset === inFile.preset && (preset ?? kind) !== COMPATIBLE,
  );
  const urls = inFile ? [inFile.baseUrl, kin?.baseUrl] : [KNOWN_PROVIDERS[name]?.baseUrl];
  const listName = urls
    .map((url) => url && list.providerAt(url))
    .find((found) => found !== undefined && found !== '');
  const known = Object.values(KNOWN_PROVIDERS).find(
    ({ baseUrl }) => listName !== undefined && list.providerAt(baseUrl) === listName,
  );
  return { ...(listName && { listName }), ...(known && { known }) };
}

/** Any server may be of this kind. */
const COMPATIBLE = 'openai-compatible';

/** The form in which providers publish prices. */
export function perMillion({ tiers, ...rates }: Pricing): object {
  const scaled = (each: object) =>
    Object.fromEntries(
      Object.entries(each).map(([name, price]) => [
        name,
        PER_TOKEN.has(name) ? timesTenTo(6, price) : price,
      ]),
    );
  return { ...scaled(rates), ...(tiers && { tiers: tiers.map(scaled) }) };
}

const PER_TOKEN: ReadonlySet<string> = new Set([
  ...['prompt', 'completion', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'reasoning'],
]);

export interface Offered {
  provider: string;
  /** The variable that holds the key. */
  variable: string;
  models: ListedEntry[];
  /** Chat models that the list has and that cannot be sold by it, with the reason. */
  unfit: { model: string; reason: string }[];
}

/** For each known provider with a key, in order. */
export function offersOf(
  list: PriceList,
  secret: (name: string) => string | undefined,
  at: Date,
): Offered[] {
  return Object.entries(KNOWN_PROVIDERS).flatMap(([provider, known]) => {
    const variable = known.keyVariables.find((name) => secret(name) !== undefined);
    const listName = list.providerAt(known.baseUrl);
    if (variable === undefined || listName === undefined) return [];
    const models: ListedEntry[] = [];
    const unfit: Offered['unfit'] = [];
    for (const model of list.chatModels(listName).slice(0, MOST_MODELS)) {
      const listed = list.find(listName, model, { at, dearestTime: true });
      if (listed?.kind === 'priced') {
        models.push(entryOf({ id: `${provider}/${model}`, provider, model }, listed, known));
      } else if (listed) unfit.push({ model, reason: listed.reasons.join(', ') });
    }
    return [{ provider, variable, models, unfit }];
  });
}

/** Of one provider. */
const MOST_MODELS = 100;

/** A models file with all of these. */
export function fileOf(
  offers: readonly Offered[],
  secret: (name: string) => string | undefined,
): object {
  const providers = offers.map(({ provider, variable }) => {
    const { entry, sdkPath = '' } = KNOWN_PROVIDERS[provider]!;
    const elsewhere = secret(variable.replace(/_API_KEY$/, '_BASE_URL'))?.replace(/\/+$/, '');
    const baseUrl = elsewhere && elsewhere.replace(new RegExp(`${sdkPath}$`), '') + sdkPath;
    return [provider, { ...entry, ...(baseUrl && { baseUrl }), apiKeyEnv: variable }];
  });
  return {
    providers: Object.fromEntries(providers),
    models: offers.flatMap(({ models }) => models),
  };
}
