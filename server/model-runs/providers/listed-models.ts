/**
 * Entries of a models file that come from the price list: one model for `models add`, and the models that a start
 * without a models file sells for each provider whose key it finds.
 */

import { invariant } from '../../platform/lib/errors.ts';
import { timesTenTo } from '../../platform/lib/money.ts';
import type { Pricing, SupportedParameter } from './model-provider.ts';
import { PRESETS, type PresetName } from './openai-compatible/presets.ts';
import type { Listed, PriceList } from './price-list.ts';

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

export interface KnownProvider {
  /** The variables that usually hold its key; the first one that is set counts. */
  keyVariables: readonly [string, ...string[]];
  /** Where the provider itself is, by which the price list knows it. */
  baseUrl: string;
  /** Its entry in a models file, without the key. */
  entry: { kind: string; preset?: string; baseUrl?: string };
  /** What the address in the variable of its SDK leaves out, such as ANTHROPIC_BASE_URL. */
  sdkPath?: string;
  /** Further variables without which it cannot be used. It finds all of them, and its key, by their usual names. */
  needs?: readonly string[];
  /** The variables that usually name the region, if it is in regions. */
  regionVariables?: readonly string[];
  parameters: readonly SupportedParameter[];
  /** The names of models that also take an effort of reasoning. */
  thinking?: RegExp;
}

/**
 * The providers that the service can sell by the price list: the name of each, the variables in which its keys usually
 * are, and how the models file names it. The list knows no capabilities: here is what the API of a provider takes for
 * every chat model that it has now. If a model takes less, its provider refuses the request, which costs nothing.
 */
export const KNOWN_PROVIDERS: Record<string, KnownProvider> = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    baseUrl: 'https://api.anthropic.com/v1',
    entry: { kind: 'anthropic' },
    sdkPath: '/v1',
    parameters: ['stop'],
    thinking: /^claude-(3-7|(haiku|sonnet|opus|fable|mythos)-)/,
  },
  bedrock: {
    keyVariables: ['AWS_ACCESS_KEY_ID'],
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    entry: { kind: 'bedrock' },
    needs: ['AWS_SECRET_ACCESS_KEY'],
    regionVariables: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    parameters: ['stop'],
    thinking: /anthropic\.claude-(3-7|(haiku|sonnet|opus|fable|mythos)-)|amazon\.nova-2/,
  },
  deepseek: compatible('deepseek', [
    ...(['temperature', 'top_p', 'stop', 'response_format'] as const),
  ]),
  google: {
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    entry: { kind: 'google' },
    sdkPath: '/v1beta',
    parameters: ['temperature', 'top_p', 'stop', 'seed'],
    thinking: /^gemini-(2\.5|[3-9])/,
  },
  groq: compatible('groq', [...(['temperature', 'top_p', 'stop', 'seed'] as const)]),
  mistral: compatible('mistral', [
    ...(['temperature', 'top_p', 'stop', 'response_format', 'structured_outputs'] as const),
  ]),
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    baseUrl: 'https://api.openai.com/v1',
    entry: { kind: 'openai' },
    parameters: [],
    thinking: /^(o[1-9]|gpt-[5-9])/,
  },
  xai: compatible('xai', ['temperature', 'top_p', 'seed']),
};

function compatible(preset: PresetName, parameters: readonly SupportedParameter[]): KnownProvider {
  const { baseUrl, keyVariable } = PRESETS[preset];
  invariant(baseUrl !== undefined && keyVariable !== undefined, `${preset} is at one address`);
  return {
    ...{ keyVariables: [keyVariable], baseUrl, parameters },
    entry: { kind: 'openai-compatible', preset },
  };
}
