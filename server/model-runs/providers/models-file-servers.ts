/**
 * The providers of a models file: what an entry may say, its keys, and how its provider is reached. A provider has
 * chat completions, which a preset describes, or an API of its own. Each key is in a variable, in a file, or printed by
 * a command, and never in the models file itself; the process reads a file and runs a command again while it runs, so
 * that a key can be replaced. A model that promises what one of its providers cannot do is a fault.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type KeyNow, keyOf, type ProviderKey } from './key-ring.ts';
import { LACKS, type Lack, type Model, type ReasoningTaken } from './model-provider.ts';
import { positive } from './model-schema.ts';
import type { Auth, ModelSettings } from './native.ts';
import {
  type Abilities,
  NATIVE_KIND_NAMES,
  NATIVE_KINDS,
  type NativeKind,
  type NativeKindName,
} from './native-kinds.ts';
import {
  GENERIC,
  PRESET_NAMES,
  PRESETS,
  settingsIn,
  type WireForm,
  wireFormMembers,
} from './openai-compatible/presets.ts';

export interface FileProvider {
  name: string;
  /** Absent for an OpenAI-compatible server. */
  native?: NativeAccess;
  baseUrl: string;
  apiKey?: KeyNow;
  /** Replaces that one if there are several. */
  apiKeys?: ProviderKey[];
  /** Of an OpenAI-compatible server. */
  form?: WireForm;
  formsByModel?: ReadonlyMap<string, WireForm>;
  maxInFlight?: number;
}

/** How to reach a provider with an API of its own. */
interface NativeAccess {
  kind: NativeKindName;
  auth?: Auth;
  region?: string;
  models: ReadonlyMap<string, ModelSettings>;
}

type Secret = (name: string) => string | undefined;
type SecretNow = (name: string) => KeyNow | undefined;

const NAME = z
  .string()
  .regex(/^[\w.-]{1,40}$/, { error: 'must be up to 40 letters, digits, -, _ and .' })
  .exactOptional();

const keysSchema = z
  .array(
    z.union([
      z.strictObject({ name: NAME, env: z.string().min(1) }),
      z.strictObject({ name: NAME, file: z.string().min(1) }),
      z.strictObject({
        name: NAME,
        command: z.array(z.string()).min(1, { error: 'must have a program' }),
        everySeconds: z.int().min(10, { error: 'must be at least 10' }).exactOptional(),
      }),
    ]),
  )
  .min(1, { error: 'must have a key' });

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** The members of every provider. */
const anyProvider = {
  apiKeyEnv: z.string().min(1).exactOptional(),
  apiKeys: keysSchema.exactOptional(),
  maxInFlight: positive.exactOptional(),
};

const compatibleServer = z.strictObject({
  ...{ kind: z.literal('openai-compatible'), baseUrl: address.exactOptional(), ...anyProvider },
  preset: z
    .enum(PRESET_NAMES, { error: `must be one of ${PRESET_NAMES.join(', ')}` })
    .exactOptional(),
  ...wireFormMembers,
  /** By the provider's names of the models. */
  perModel: z.record(z.string(), z.strictObject(wireFormMembers)).exactOptional(),
});

const nativeServer = z.strictObject({
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

const KINDS = ['openai-compatible', ...NATIVE_KIND_NAMES];

export const server = z.discriminatedUnion('kind', [compatibleServer, nativeServer], {
  error: (issue) =>
    issue.code === 'invalid_union' ? `must be one of ${KINDS.join(', ')}` : undefined,
});

type CompatibleServer = z.output<typeof compatibleServer>;
type NativeServer = z.output<typeof nativeServer>;
type Server = z.output<typeof server>;
export type Servers = Record<string, Server>;

/** The members of a model of a provider with an API of its own. */
export const nativeModel = {
  thinking: z.enum(['effort', 'budget'], { error: 'must be effort or budget' }).exactOptional(),
  api: z
    .enum(['responses', 'chat-completions'], { error: 'must be responses or chat-completions' })
    .exactOptional(),
};

/** What is relevant here of a model of the file. */
type Entry = Partial<Pick<Model, 'supportedParameters' | 'inputModalities' | 'providerModel'>> &
  Pick<ModelSettings, 'thinking' | 'api'> & {
    id: string;
    provider: string;
    fallbacks?: { provider: string; providerModel?: string }[];
  };

export function toProvider(
  { name, entry, models }: { name: string; entry: Server; models: readonly Entry[] },
  secretNow: SecretNow,
  apiKeys: ProviderKey[] | undefined,
): FileProvider {
  const { maxInFlight } = entry;
  const isNative = isNativeServer(entry);
  const apiKeyEnv = isNative ? entry.apiKeyEnv : keyVariableOf(entry);
  const named = apiKeyEnv === undefined ? undefined : secretNow(apiKeyEnv);
  const apiKey = named ?? (isNative && !apiKeys ? awsKey(entry, secretNow) : undefined);
  const baseUrl = isNative ? nativeAddressOf(entry) : addressOf(entry);
  return {
    name,
    ...(isNative && { native: nativeOf(name, entry, models) }),
    baseUrl: baseUrl!.replace(/\/+$/, ''),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(apiKeys === undefined ? {} : { apiKeys }),
    ...(isNative ? {} : { form: formOf(entry), formsByModel: formsByModelOf(entry) }),
    ...(maxInFlight === undefined ? {} : { maxInFlight }),
  };
}

function isNativeServer(entry: Server): entry is NativeServer {
  return entry.kind !== 'openai-compatible';
}

export function faultsOfServer(entry: Server, secret: Secret): string[] {
  return isNativeServer(entry) ? faultsOfNative(entry, secret) : faultsOfCompatible(entry, secret);
}

/** What the model promises and one of its providers cannot do. */
export function faultsOfModel(entry: Entry, servers: Servers): string[] {
  return [...impossible(entry, servers), ...lackingAt(entry, servers)];
}

export function lacksOf(entry: Entry, servers: Servers): Lack[] {
  const native = nativeKindsOf(entry, servers).flatMap(([, kind]) => kind.lacks);
  const compatible = new Set<string>(formsAt(entry, servers).flatMap(({ form }) => form.lacks));
  return [...new Set([...native, ...LACKS.filter((lack) => compatible.has(lack))])];
}

/** What a provider gets of the reasoning of earlier turns: built-in ones and those with an API of their own, all of it. */
export function takenBy(entry: Server | undefined, model: string): ReasoningTaken {
  if (!entry || isNativeServer(entry)) return 'entries';
  const { reasoning, extraContent } = formOf(entry, model);
  if (extraContent || reasoning === 'reasoning_details') return 'entries';
  return reasoning === 'none' ? 'nothing' : 'text';
}

function presetOf({ preset = 'generic' }: CompatibleServer) {
  return PRESETS[preset];
}

function addressOf(server: CompatibleServer): string | undefined {
  return server.baseUrl ?? presetOf(server).baseUrl;
}

/** The variable of the key. That of a preset holds only for the address of the preset. */
function keyVariableOf(server: CompatibleServer): string | undefined {
  if (server.apiKeyEnv !== undefined || server.apiKeys !== undefined) return server.apiKeyEnv;
  const { baseUrl, keyVariable } = presetOf(server);
  return server.baseUrl === undefined || baseUrl === undefined ? keyVariable : undefined;
}

function formOf(server: CompatibleServer, model?: string): WireForm {
  const own = model === undefined ? undefined : server.perModel?.[model];
  return { ...GENERIC, ...presetOf(server).form, ...settingsIn(server), ...own };
}

function formsByModelOf(server: CompatibleServer): ReadonlyMap<string, WireForm> {
  const models = Object.keys(server.perModel ?? {});
  return new Map(models.map((model) => [model, formOf(server, model)]));
}

function faultsOfCompatible(server: CompatibleServer, secret: Secret): string[] {
  const { preset = 'generic' } = server;
  const { baseUrlForm } = PRESETS[preset];
  const variable = server.apiKeyEnv === undefined ? keyVariableOf(server) : undefined;
  const form = baseUrlForm === undefined ? '' : `, such as ${baseUrlForm}`;
  return [
    ...(addressOf(server) === undefined ? [`baseUrl is missing${form}`] : []),
    ...(variable !== undefined && secret(variable) === undefined
      ? [`apiKeyEnv is missing, and ${variable} is not set`]
      : []),
  ];
}

function lackingAt(entry: Entry, servers: Servers): string[] {
  return formsAt(entry, servers).flatMap(({ provider, form }) =>
    (entry.supportedParameters ?? [])
      .filter((parameter) => form.lacks.includes(parameter))
      .map((parameter) => `supportedParameters has ${parameter}, which ${provider} does not take`),
  );
}

/** Of the chat completions among its providers. */
function formsAt(entry: Entry, servers: Servers) {
  const { providerModel = entry.id } = entry;
  return [entry, ...(entry.fallbacks ?? [])].flatMap((each) => {
    const server = servers[each.provider];
    if (!server || isNativeServer(server)) return [];
    const form = formOf(server, each.providerModel ?? providerModel);
    return [{ provider: each.provider, form }];
  });
}

function faultsOfNative(server: NativeServer, secret: Secret): string[] {
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

/** The usual names of AWS credentials. */
const AWS = {
  accessKeyIdEnv: 'AWS_ACCESS_KEY_ID',
  secretAccessKeyEnv: 'AWS_SECRET_ACCESS_KEY',
  sessionTokenEnv: 'AWS_SESSION_TOKEN',
};

/** A key of Bedrock, or credentials: the named ones, or those with the usual names. */
function faultsOfAws(
  { region, auth, apiVersion, apiKeyEnv, apiKeys, credentials }: NativeServer,
  secret: Secret,
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

function nativeAddressOf({ kind, region, baseUrl: given }: NativeServer): string {
  const { baseUrl, regions }: NativeKind = NATIVE_KINDS[kind];
  if (given !== undefined) return given;
  return (regions ? `https://bedrock-runtime.${region}.amazonaws.com` : baseUrl) ?? '';
}

/** The AWS credentials as a key, read for each request. */
function awsKey(
  { kind, credentials = AWS }: NativeServer,
  secretNow: SecretNow,
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

function impossible(entry: Entry, servers: Servers): string[] {
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

/** By the API that the model is reached by. */
function nativeKindsOf(entry: Entry, servers: Servers): [string, Abilities][] {
  return [entry, ...(entry.fallbacks ?? [])].flatMap(({ provider }): [string, Abilities][] => {
    const name = servers[provider]?.kind ?? 'openai-compatible';
    if (name === 'openai-compatible') return [];
    const kind: NativeKind = NATIVE_KINDS[name];
    return [[name, (entry.api === 'chat-completions' && kind.chat) || kind]];
  });
}

/** The settings of its models are by its own names of them; of several entries with one name, the last one applies. */
function nativeOf(
  name: string,
  { kind, auth, apiVersion, region }: NativeServer,
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

type Given = z.output<typeof keysSchema>;

/** By the name of the server. An unreadable key is a fault, and is never quoted. */
export async function readKeys(
  providers: Record<string, { apiKeyEnv?: string; apiKeys?: Given }>,
  secretNow: SecretNow,
  faults: string[],
): Promise<Record<string, ProviderKey[]>> {
  const found: Record<string, ProviderKey[]> = {};
  for (const [provider, { apiKeyEnv, apiKeys }] of Object.entries(providers)) {
    if (!apiKeys) continue;
    const at = `providers.${provider}`;
    if (apiKeyEnv !== undefined) faults.push(`${at} has both apiKeyEnv and apiKeys`);
    const keys: ProviderKey[] = [];
    for (const [i, given] of apiKeys.entries()) {
      const key = await readKey(given, secretNow).catch((error: Error) => {
        faults.push(`${at}.apiKeys[${i}] ${error.message}`);
      });
      if (key && keys.some(({ name }) => name === key.name)) {
        faults.push(`${at}.apiKeys[${i}] is called ${key.name}, like another one`);
      }
      if (key) keys.push(key);
    }
    found[provider] = keys;
  }
  return found;
}

async function readKey(given: Given[number], secretNow: SecretNow): Promise<ProviderKey> {
  if ('env' in given) {
    const now = secretNow(given.env);
    const value = keyOf(now);
    if (value === undefined) throw new Error(`names ${given.env}, which is not set`);
    // Its value may be in a file, which can change.
    return { name: given.name ?? given.env, value, reload: async () => keyOf(now) ?? value };
  }
  if ('command' in given) return readCommand(given);
  const { file, name = basename(file) } = given;
  const reload = async () => (await readFile(file, 'utf8')).trim();
  const value = await reload().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`names ${file}, which cannot be read (${error.code})`);
  });
  if (value === '') throw new Error(`names ${file}, which is empty`);
  return { name, value, reload };
}

/** Access tokens are valid for about an hour. */
const COMMAND_EVERY_S = 600;
const COMMAND_WITHIN_MS = 30_000;

async function readCommand({
  command: [program = '', ...args],
  name = basename(program),
  everySeconds = COMMAND_EVERY_S,
}: Extract<Given[number], { command: string[] }>): Promise<ProviderKey> {
  let value = '';
  let dueAt = 0;
  async function reload(): Promise<string> {
    if (performance.now() < dueAt) return value;
    // While it runs, and after a failure.
    dueAt = performance.now() + COMMAND_WITHIN_MS;
    const { stdout } = await promisify(execFile)(program, args, { timeout: COMMAND_WITHIN_MS });
    const printed = stdout.trim();
    if (printed === '') return value;
    value = printed;
    dueAt = performance.now() + everySeconds * 1_000;
    return value;
  }
  await reload().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`runs ${program}, which failed (${error.code ?? 'no reason'})`);
  });
  if (value === '') throw new Error(`runs ${program}, which prints nothing`);
  return { name, value, reload };
}
