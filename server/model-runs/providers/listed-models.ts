/**
 * Entries of a models file that come from the price list: one model for `models add`, and the models that a start
 * without a models file sells for each provider whose key it finds.
 */
import { timesTenTo } from '../../platform/lib/money.ts';
import { KNOWN_PROVIDERS, type KnownProvider } from './known-providers.ts';
import type { Pricing } from './model-provider.ts';
import { PRESETS, type PresetName } from './openai-compatible/index.ts';
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
  const urls = inFile
    ? [inFile.baseUrl, kin?.baseUrl, PRESETS[inFile.preset as PresetName]?.baseUrl]
    : [KNOWN_PROVIDERS[name]?.baseUrl];
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

type Secret = (name: string) => string | undefined;

/** Its entry in a models file, with the variables that are set or usual. */
export function serverOf(known: KnownProvider, secret: Secret): FileServer {
  const region = known.regionVariables?.map(secret).find((each) => each !== undefined);
  return {
    ...known.entry,
    ...(region !== undefined && { region }),
    ...(!known.needs && { apiKeyEnv: keyVariableOf(known, secret) }),
  };
}

/** The one that is set, or the usual one. */
function keyVariableOf({ keyVariables }: KnownProvider, secret: Secret): string {
  return keyVariables.find((name) => secret(name) !== undefined) ?? keyVariables[0];
}

function isUsable(known: KnownProvider, secret: Secret): boolean {
  const { needs = [], regionVariables } = known;
  const isSet = (name: string) => secret(name) !== undefined;
  return (
    [keyVariableOf(known, secret), ...needs].every(isSet) && (regionVariables?.some(isSet) ?? true)
  );
}

/** Where the variable of the provider's SDK says that it is. */
function sdkAddressOf(known: KnownProvider, secret: Secret): string | undefined {
  const { sdkPath = '' } = known;
  const variable = keyVariableOf(known, secret).replace(/_API_KEY$/, '_BASE_URL');
  const given = variable.endsWith('_BASE_URL') ? secret(variable)?.replace(/\/+$/, '') : undefined;
  return given && (given.endsWith(sdkPath) ? given : given + sdkPath);
}

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
export function offersOf(list: PriceList, secret: Secret, at: Date): Offered[] {
  return Object.entries(KNOWN_PROVIDERS).flatMap(([provider, known]) => {
    const variable = keyVariableOf(known, secret);
    const listName = list.providerAt(known.baseUrl);
    if (!isUsable(known, secret) || listName === undefined) return [];
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
export function fileOf(offers: readonly Offered[], secret: Secret): object {
  const providers = offers.map(({ provider }) => {
    const known = KNOWN_PROVIDERS[provider]!;
    const baseUrl = sdkAddressOf(known, secret);
    return [provider, { ...serverOf(known, secret), ...(baseUrl && { baseUrl }) }];
  });
  return {
    providers: Object.fromEntries(providers),
    models: offers.flatMap(({ models }) => models),
  };
}
