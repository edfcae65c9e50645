/** What a models file says of OpenAI-compatible servers: the preset, and what differs from it. */
import { z } from 'zod';
import type { Lack, ReasoningTaken, SupportedParameter } from './model-provider.ts';
import { LACKS } from './model-provider.ts';
import {
  GENERIC,
  PRESET_NAMES,
  PRESETS,
  type PresetName,
  settingsIn,
  type WireForm,
  type WireSettings,
  wireFormMembers,
} from './openai-compatible/index.ts';

export const compatibleMembers = {
  preset: z
    .enum(PRESET_NAMES, { error: `must be one of ${PRESET_NAMES.join(', ')}` })
    .exactOptional(),
  ...wireFormMembers,
  /** By the provider's names of the models. */
  perModel: z.record(z.string(), z.strictObject(wireFormMembers)).exactOptional(),
};

export interface CompatibleServer extends WireSettings {
  kind: 'openai-compatible';
  preset?: PresetName;
  baseUrl?: string;
  apiKeyEnv?: string;
  apiKeys?: unknown;
  perModel?: Record<string, WireSettings>;
}

type Server = CompatibleServer | { kind: string };

function isCompatible(server: Server | undefined): server is CompatibleServer {
  return server?.kind === 'openai-compatible';
}

function presetOf({ preset = 'generic' }: CompatibleServer) {
  return PRESETS[preset];
}

export function addressOf(server: CompatibleServer): string | undefined {
  return server.baseUrl ?? presetOf(server).baseUrl;
}

/** The variable of the key. That of a preset holds only for the address of the preset. */
export function keyVariableOf(server: CompatibleServer): string | undefined {
  if (server.apiKeyEnv !== undefined || server.apiKeys !== undefined) return server.apiKeyEnv;
  const { baseUrl, keyVariable } = presetOf(server);
  return server.baseUrl === undefined || baseUrl === undefined ? keyVariable : undefined;
}

export function formOf(server: CompatibleServer, model?: string): WireForm {
  const own = model === undefined ? undefined : server.perModel?.[model];
  return { ...GENERIC, ...presetOf(server).form, ...settingsIn(server), ...own };
}

export function formsByModelOf(server: CompatibleServer): ReadonlyMap<string, WireForm> {
  const models = Object.keys(server.perModel ?? {});
  return new Map(models.map((model) => [model, formOf(server, model)]));
}

export function faultsOfCompatible(
  server: Server,
  { secret }: { secret: (name: string) => string | undefined },
): string[] {
  if (!isCompatible(server)) return [];
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

interface Entry {
  id: string;
  provider: string;
  providerModel?: string;
  supportedParameters?: readonly SupportedParameter[];
  fallbacks?: { provider: string; providerModel?: string }[];
}

/** What the model promises and one of its servers lacks. */
export function lackingAt(entry: Entry, servers: Record<string, Server>): string[] {
  return formsOf(entry, servers).flatMap(({ provider, form }) =>
    (entry.supportedParameters ?? [])
      .filter((parameter) => form.lacks.includes(parameter))
      .map((parameter) => `supportedParameters has ${parameter}, which ${provider} does not take`),
  );
}

export function lacksOfCompatible(entry: Entry, servers: Record<string, Server>): Lack[] {
  const lacks = new Set<string>(formsOf(entry, servers).flatMap(({ form }) => form.lacks));
  return LACKS.filter((lack) => lacks.has(lack));
}

function formsOf(entry: Entry, servers: Record<string, Server>) {
  const { providerModel = entry.id } = entry;
  return [entry, ...(entry.fallbacks ?? [])].flatMap((each) => {
    const server = servers[each.provider];
    if (!isCompatible(server)) return [];
    const form = formOf(server, each.providerModel ?? providerModel);
    return [{ provider: each.provider, form }];
  });
}

/** What the server gets of the reasoning of earlier turns. */
export function takenAt(server: CompatibleServer, model: string): ReasoningTaken {
  const { reasoning, extraContent } = formOf(server, model);
  if (extraContent || reasoning === 'reasoning_details') return 'entries';
  return reasoning === 'none' ? 'nothing' : 'text';
}
