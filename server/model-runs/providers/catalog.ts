/**
 * The models that callers may name, by their exact identifiers: those from the operator's file, those of built-in
 * providers, and those synced into the database, which the process reads again regularly. One identifier has one
 * meaning: two sources that name the same one stop the start.
 */
import type { Queryable } from '../../platform/db/pool.ts';
import { canonicalHash } from '../../platform/lib/canonical-hash.ts';
import { StartError } from '../../platform/lib/errors.ts';
import type { Model } from './model-provider.ts';
import { readModel } from './model-schema.ts';
import { selectSyncedModels } from './store.ts';

export type CatalogModel = Model & {
  /** Twelve hexadecimal digits that change with the prices. */
  priceVersion: string;
};

export interface Catalog {
  get(id: string): CatalogModel | undefined;
  /** By id. */
  list(): CatalogModel[];
  /** Reads the synced models again. If that fails, keeps the current ones, and throws. */
  refresh(): Promise<void>;
  close(): void;
}

/** Models that do not change while the process runs, and their source. */
export interface ModelSource {
  /** As in "named by the models file and by the sandbox". */
  name: string;
  models: readonly Model[];
  /** Whether another source may have the same names, and wins. */
  yields?: true;
}

export interface CatalogOptions {
  db: Queryable;
  sources: readonly ModelSource[];
  /** Providers whose synced models are on offer. */
  synced: readonly string[];
  /** Called when a refresh in the background failed, or a saved model is unusable. */
  onFault?: ((message: string, error?: unknown) => void) | undefined;
  refreshEveryMs?: number;
}

const REFRESH_EVERY_MS = 30_000;

export async function createCatalog(options: CatalogOptions): Promise<Catalog> {
  const { db, sources, synced, onFault = () => {} } = options;
  let models = new Map<string, CatalogModel>();
  let listed: CatalogModel[] = [];

  async function refresh(): Promise<void> {
    const all =
      synced.length === 0 ? sources : [...sources, ...(await readSynced(db, synced, onFault))];
    models = merge(all);
    listed = [...models.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error) => onFault('the catalog could not be read again', error));
  }, options.refreshEveryMs ?? REFRESH_EVERY_MS).unref();

  return {
    get: (id) => models.get(id),
    list: () => listed,
    refresh,
    close: () => clearInterval(timer),
  };
}

async function readSynced(
  db: Queryable,
  providers: readonly string[],
  onFault: NonNullable<CatalogOptions['onFault']>,
): Promise<ModelSource[]> {
  const rows = await selectSyncedModels(db, providers);
  return providers.map((provider) => ({
    name: `the synced list of ${provider}`,
    models: rows
      .filter((row) => row.provider === provider)
      .flatMap((row) => {
        const model = readModel(row.model);
        if (model === undefined) onFault(`the saved model ${row.id} is not understood: sync again`);
        return model ?? [];
      }),
  }));
}

/** In the order of attempts. */
export function providersOf({ provider, fallbacks = [] }: Model): string[] {
  return [provider, ...fallbacks.map((fallback) => fallback.provider)];
}

function merge(sources: readonly ModelSource[]): Map<string, CatalogModel> {
  const merged = new Map<string, CatalogModel>();
  const namedBy = new Map<string, string>();
  const faults: string[] = [];
  const yielding = sources.filter((source) => source.yields);
  for (const { name, models, yields } of [
    ...sources.filter((source) => !source.yields),
    ...yielding,
  ]) {
    for (const model of models) {
      const other = namedBy.get(model.id);
      if (other !== undefined && yields) continue;
      if (other !== undefined) faults.push(`${model.id} is named by ${other} and by ${name}`);
      namedBy.set(model.id, name);
      merged.set(model.id, { ...model, priceVersion: priceVersionOf(model) });
    }
  }
  if (faults.length > 0) throw new StartError(`A model may be named once: ${faults.join('; ')}.`);
  return merged;
}

/** Changes with every price and fee that a run of the model may have. */
function priceVersionOf({ pricing, fallbacks = [], feeBasisPoints }: Model): string {
  const others = fallbacks.map((fallback) => fallback.pricing);
  if (others.length === 0 && feeBasisPoints === undefined) return versionOf(pricing);
  return versionOf({
    pricing,
    ...(others.length > 0 && { others }),
    ...(feeBasisPoints !== undefined && { feeBasisPoints }),
  });
}

function versionOf(prices: object): string {
  return canonicalHash(prices).toString('hex').slice(0, 12);
}
