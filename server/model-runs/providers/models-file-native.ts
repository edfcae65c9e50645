/** What a models file says of providers with APIs of their own, and what it promises that these APIs cannot do. */
import { z } from 'zod';
import { type KeyNow, keyOf } from './key-now.ts';
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
  region?: string;
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
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: 'must be a region' })
    .exactOptional(),
  credentials: z
    .strictObject({
      accessKeyIdEnv: z.string().min(1),
      secretAccessKeyEnv: z.string().min(1),
      sessionTokenEnv: z.string().min(1).exactOptional(),
    })
    .exactOptional(),
});

/** The usual names of AWS credentials. */
const AWS = {
  accessKeyIdEnv: 'AWS_ACCESS_KEY_ID',
  secretAccessKeyEnv: 'AWS_SECRET_ACCESS_KEY',
  sessionTokenEnv: 'AWS_SESSION_TOKEN',
};

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

export function faultsOfNative(
  server: Server,
  secret: (name: string) => string | undefined,
): string[] {
  if (server.kind === 'openai-compatible') return [];
  const { baseUrl, tokens, versions, regions }: NativeKind = NATIVE_KINDS[server.kind];
  if (regions) return faultsOfAws(server, secret);
  const isVersioned = server.apiVersion !== undefined && !versions;
  return [
    ...(server.baseUrl === undefined && baseUrl === undefined ? ['baseUrl is missing'] : []),
    ...(server.auth === 'token' && !tokens ? [`auth is token, but ${server.kind} takes keys`] : []),
    ...(server.region === undefined ? [] : [`region is of AWS, and not of ${server.kind}`]),
    ...(server.credentials ? [`credentials are of AWS, and not of ${server.kind}`] : []),
    ...(isVersioned ? [`apiVersion is of addresses that ${server.kind} does not have`] : []),
  ];
}

/** A key of Bedrock, or credentials: the named ones, or those with the usual names. */
function faultsOfAws(
  { region, auth, apiVersion, apiKeyEnv, apiKeys, credentials }: z.output<typeof nativeProvider>,
  secret: (name: string) => string | undefined,
): string[] {
  const hasKeys = apiKeyEnv !== undefined || apiKeys !== undefined;
  const { accessKeyIdEnv, secretAccessKeyEnv } = credentials ?? AWS;
  const missing = hasKeys
    ? []
    : [accessKeyIdEnv, secretAccessKeyEnv].filter((name) => !secret(name));
  return [
    ...(region === undefined ? ['region is missing'] : []),
    ...(auth === undefined ? [] : ['auth is not of bedrock']),
    ...(apiVersion === undefined ? [] : ['apiVersion is not of bedrock']),
    ...(hasKeys && credentials ? ['has both keys and credentials'] : []),
    ...missing.map((name) => `credentials need ${name}, which is not set`),
  ];
}

/** Where the provider is. */
export function addressAt({
  kind,
  region,
  baseUrl: given,
}: z.output<typeof nativeProvider>): string {
  const { baseUrl, regions }: NativeKind = NATIVE_KINDS[kind];
  if (given !== undefined) return given;
  return (regions ? `https://bedrock-runtime.${region}.amazonaws.com` : baseUrl) ?? '';
}

/** The AWS credentials as a key, read for each request. */
export function awsKey(
  { kind, credentials = AWS }: z.output<typeof nativeProvider>,
  secretNow: (name: string) => KeyNow | undefined,
): KeyNow | undefined {
  if (!(NATIVE_KINDS[kind] as NativeKind).regions) return undefined;
  const { accessKeyIdEnv, secretAccessKeyEnv, sessionTokenEnv } = credentials;
  const names = [accessKeyIdEnv, secretAccessKeyEnv, sessionTokenEnv];
  const values = names.map((name) => (name === undefined ? undefined : secretNow(name)));
  return () =>
    values
      .map(keyOf)
      .filter((value) => value !== undefined)
      .join('\n');
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
  { kind, auth, apiVersion, region }: z.output<typeof nativeProvider>,
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
  return {
    kind,
    ...(auth !== undefined && { auth }),
    ...(region !== undefined && { region }),
    models,
  };
}
