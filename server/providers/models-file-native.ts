/** What a models file says of providers with APIs of their own, and what it promises that these APIs cannot do. */
import { z } from 'zod';
import type { Lack, Model } from './model-provider.ts';
import { positive } from './model-schema.ts';
import { keysSchema } from './models-file-keys.ts';
import type { Auth, ModelSettings } from './native/index.ts';
import {
  type Abilities,
  NATIVE_KIND_NAMES,
  NATIVE_KINDS,
  type NativeKind,
  type NativeKindName,
} from './native-kinds.ts';

/** How to reach such a provider. */
export interface NativeAccess {
  kind: NativeKindName;
  auth?: Auth;
  models: ReadonlyMap<string, ModelSettings>;
}

export const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** The members of every provider. */
export const anyProvider = {
  apiKeyEnv: z.string().min(1).exactOptional(),
  apiKeys: keysSchema.exactOptional(),
  maxInFlight: positive.exactOptional(),
};

export const nativeProvider = z.strictObject({
  kind: z.enum(NATIVE_KIND_NAMES),
  ...{ baseUrl: address.exactOptional(), ...anyProvider },
  auth: z.enum(['key', 'token'], { error: 'must be key or token' }).exactOptional(),
  apiVersion: z.string().min(1).exactOptional(),
});

/** The members of a model of such a provider. */
export const nativeModel = {
  thinking: z.enum(['effort', 'budget'], { error: 'must be effort or budget' }).exactOptional(),
  api: z
    .enum(['responses', 'chat-completions'], { error: 'must be responses or chat-completions' })
    .exactOptional(),
};

type Server = z.output<typeof nativeProvider> | { kind: 'openai-compatible' };

/** What is relevant here of a model of the file. */
type Entry = Partial<Pick<Model, 'supportedParameters' | 'inputModalities' | 'providerModel'>> &
  Pick<ModelSettings, 'thinking' | 'api'> & {
    id: string;
    provider: string;
    fallbacks?: { provider: string; providerModel?: string }[];
  };

export function faultsOfNative(server: Server): string[] {
  if (server.kind === 'openai-compatible') return [];
  const { baseUrl, tokens, versions }: NativeKind = NATIVE_KINDS[server.kind];
  const isVersioned = server.apiVersion !== undefined && !versions;
  return [
    ...(server.baseUrl === undefined && baseUrl === undefined ? ['baseUrl is missing'] : []),
    ...(server.auth === 'token' && !tokens ? [`auth is token, but ${server.kind} takes keys`] : []),
    ...(isVersioned ? [`apiVersion is of addresses that ${server.kind} does not have`] : []),
  ];
}

/** What the model promises and the API of one of its providers cannot do. */
export function impossible(entry: Entry, servers: Record<string, Server>): string[] {
  const { supportedParameters: parameters = [], inputModalities: inputs = [] } = entry;
  const kinds = nativeKindsOf(entry, servers);
  const settings = (['thinking', 'api'] as const).filter((name) => entry[name] !== undefined);
  return [
    ...(kinds.length > 0
      ? []
      : settings.map((name) => `${name} needs a provider with an API of its own`)),
    ...kinds.flatMap(([name, kind]) => [
      ...parameters
        .filter((parameter) => kind.without.includes(parameter))
        .map((parameter) => `supportedParameters has ${parameter}, which ${name} does not take`),
      ...inputs
        .filter((input) => !kind.inputs.includes(input))
        .map((input) => `inputModalities has ${input}, which ${name} does not take`),
    ]),
  ];
}

export function lacksOf(entry: Entry, servers: Record<string, Server>): Lack[] {
  return [...new Set(nativeKindsOf(entry, servers).flatMap(([, kind]) => kind.lacks))];
}

/** By the API that the model is reached by. */
function nativeKindsOf(entry: Entry, servers: Record<string, Server>): [string, Abilities][] {
  return [entry, ...(entry.fallbacks ?? [])].flatMap(({ provider }): [string, Abilities][] => {
    const name = servers[provider]?.kind ?? 'openai-compatible';
    if (name === 'openai-compatible') return [];
    const kind: NativeKind = NATIVE_KINDS[name];
    return [[name, (entry.api === 'chat-completions' && kind.chat) || kind]];
  });
}

/** The settings of its models are by its own names of them; of several entries with one name, the last one applies. */
export function nativeOf(
  name: string,
  { kind, auth, apiVersion }: z.output<typeof nativeProvider>,
  entries: readonly Entry[],
): NativeAccess {
  const models = new Map<string, ModelSettings>();
  for (const entry of entries) {
    const { id, thinking, api, supportedParameters: parameters = [], fallbacks = [] } = entry;
    for (const { provider, providerModel } of [...fallbacks, entry]) {
      if (provider !== name) continue;
      models.set(providerModel ?? entry.providerModel ?? id, {
        canThink: parameters.includes('reasoning'),
        ...(thinking !== undefined && { thinking }),
        ...(api !== undefined && { api }),
        ...(apiVersion !== undefined && { apiVersion }),
      });
    }
  }
  return { kind, ...(auth !== undefined && { auth }), models };
}
