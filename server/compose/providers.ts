/**
 * The configured providers and the models that the process sells: those of the models file, or without one, those of the
 * price list; OpenRouter if there is a key for it; and the sandbox.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Catalog, createCatalog, type ModelSource } from '../model-runs/providers/catalog.ts';
import {
  createKeyRing,
  createNativeProvider,
  createOpenAiCompatibleProvider,
  createOpenRouterProvider,
  createRegistry,
  type Provider,
  type ProviderKey,
  type Registry,
} from '../model-runs/providers/index.ts';
import type { Offered } from '../model-runs/providers/listed-models.ts';
import {
  type ModelsFile,
  type ModelsFileOptions,
  parseModelsFile,
  readModelsFile,
} from '../model-runs/providers/models-file.ts';
import { NATIVE_KINDS } from '../model-runs/providers/native-kinds.ts';
import type { Config } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { StartError } from '../platform/lib/errors.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { SERVED_BY, startSandbox } from '../sandbox/index.ts';

export interface Providers {
  registry: Registry;
  /** Reads the present models; `db` may be a transaction, to see what its changes would do to them. */
  openCatalog(options: {
    db: Queryable;
    onFault?: (message: string, error?: unknown) => void;
  }): Promise<Catalog>;
  close(): Promise<void>;
}

interface ProvidersOptions {
  sandboxPort?: number;
  log?: Log;
  meter?: Meter | undefined;
}

/** An answer is text; a longer one counts as broken. */
const MAX_ANSWER_BYTES = 33_554_432;
/** The sandbox is on loopback and has one caller. */
const SANDBOX_KEY = 'sandbox';

export async function composeProviders(
  whole: Config,
  { sandboxPort = whole.providers.sandbox.port, log, meter }: ProvidersOptions = {},
): Promise<Providers> {
  const { providers: config } = whole;
  const ringOf = (provider: string, keys: ProviderKey[]) =>
    createKeyRing(keys, {
      onRest(key, rest) {
        meter?.keyRests({ provider, key }, rest !== undefined);
        if (rest)
          log?.warn({ provider, key, ...rest }, 'a key of a provider was refused, and rests');
      },
    });
  const file = await readModels(whole);
  const limits = {
    connectTimeoutMs: config.connectTimeoutMs,
    requestTimeoutMs: config.requestTimeoutMs,
    maxInFlight: config.maxInFlight,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  };
  const providers = await Promise.all(
    file.providers.map(async ({ apiKeys, native, ...server }): Promise<Provider> => {
      const options = { ...limits, ...server, keys: apiKeys && ringOf(server.name, apiKeys) };
      if (!native) return createOpenAiCompatibleProvider(options);
      const { kind, ...access } = native;
      return createNativeProvider({
        ...options,
        ...access,
        adapter: await NATIVE_KINDS[kind].load(),
      });
    }),
  );
  const sources: ModelSource[] = [
    file.isListed
      ? { name: 'the price list', models: file.models, yields: true }
      : { name: 'the models file', models: file.models },
  ];
  const synced: string[] = [];

  const { apiKeys, baseUrl } = config.openRouter;
  const [apiKey] = apiKeys;
  if (apiKey !== undefined) {
    const keys = ringOf('openrouter', keysOf(config.openRouter));
    const access = { baseUrl, apiKey, keys };
    providers.push(createOpenRouterProvider({ ...limits, name: 'openrouter', ...access }));
    synced.push('openrouter');
  }
  const sandbox = config.sandbox.enabled ? await openSandbox(sandboxPort) : undefined;
  if (sandbox !== undefined) {
    const { url: baseUrl } = sandbox;
    const access = { baseUrl, apiKey: SANDBOX_KEY, endingWithConnection: [SERVED_BY] };
    providers.push(createOpenRouterProvider({ ...limits, name: 'sandbox', ...access }));
    sources.push({ name: 'the sandbox', models: sandbox.models() });
  }
  const registry = createRegistry(providers);

  return {
    registry,
    openCatalog: (options) => createCatalog({ ...options, sources, synced }),
    async close() {
      await registry.close();
      await sandbox?.close();
    },
  };
}

/** Keys are named by their ends at the start; their values are the present ones. */
function keysOf({ apiKeys, apiKeysNow }: Config['providers']['openRouter']): ProviderKey[] {
  return apiKeys.map((key, i) => ({
    name: `...${key.slice(-4)}`,
    value: () => apiKeysNow()[i] ?? key,
  }));
}

async function openSandbox(port: number) {
  try {
    return await startSandbox({ port, apiKey: SANDBOX_KEY });
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'unknown reason';
    throw new StartError(
      `The sandbox cannot listen on port ${port} (${reason}): set SANDBOX_PORT.`,
      {
        cause,
      },
    );
  }
}

/** The path of the models file, and how to read it. */
export function modelsFileOf({
  providers: { modelsFile, secret, secretNow, openRouter },
  database,
}: Config): ModelsFileOptions & { mayBeMissing: boolean } {
  return {
    path: modelsFile ?? join(resolve(database.dataDir), 'models.json'),
    mayBeMissing: modelsFile === undefined,
    ...{ secret, secretNow },
    builtIn: openRouter.apiKeys.length === 0 ? [] : ['openrouter'],
  };
}

/** `isListed`: the models are of the price list, and lose their names to others. */
async function readModels(config: Config): Promise<ModelsFile & { isListed: boolean }> {
  const options = modelsFileOf(config);
  if (!options.mayBeMissing || existsSync(options.path)) {
    return { ...(await readModelsFile(options)), isListed: false };
  }
  const offers = await readOffers(config);
  if (offers.length === 0) return { providers: [], models: [], isListed: false };
  const { fileOf } = await import('../model-runs/providers/listed-models.ts');
  const text = JSON.stringify(fileOf(offers, options.secret));
  return { ...(await parseModelsFile(text, options)), isListed: true };
}

/** What the process sells by the price list, by provider; nothing if there is a models file. */
export async function readOffers(config: Config): Promise<Offered[]> {
  const { path, mayBeMissing, secret } = modelsFileOf(config);
  if (!config.providers.sellsListed || !mayBeMissing || existsSync(path)) return [];
  const { KNOWN_PROVIDERS } = await import('../model-runs/providers/listed-models.ts');
  const variables = Object.values(KNOWN_PROVIDERS).flatMap(({ keyVariables }) => keyVariables);
  // Without a key, no process needs the list.
  if (variables.every((name) => secret(name) === undefined)) return [];
  const [{ openPriceList }, { offersOf }] = await Promise.all([
    import('../model-runs/providers/price-list.ts'),
    import('../model-runs/providers/listed-models.ts'),
  ]);
  return offersOf(await openPriceList(), secret, new Date());
}
