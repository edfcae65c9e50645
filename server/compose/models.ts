/** Which models of providers the process sells: those of the models file, or without one, those of the price list. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Offered } from '../model-runs/providers/listed-models.ts';
import {
  type ModelsFile,
  type ModelsFileOptions,
  parseModelsFile,
  readModelsFile,
} from '../model-runs/providers/models-file.ts';
import type { Config } from '../platform/config/index.ts';

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
export async function readModels(config: Config): Promise<ModelsFile & { isListed: boolean }> {
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
