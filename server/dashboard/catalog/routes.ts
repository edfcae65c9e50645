/** What a key can be created for, over HTTP: categories, models with prices, limits and addresses. */
import type { Category, ModelHealth } from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import { SCOPES, type Scope, type ScopeCategory } from '../../keys/index.ts';
import { type Catalog, type CatalogModel, providersOf } from '../../providers/catalog.ts';
import { KIND, type ModelRunLimits, publicLimits } from '../../resources/model-runs/index.ts';
import { toModel } from '../../resources/models/present.ts';
import type { RunKernel } from '../../runs/index.ts';

export interface CatalogOptions {
  catalog: Pick<Catalog, 'list'>;
  limits: ModelRunLimits;
  currency: string;
  publicUrl: () => string;
  runs: Pick<RunKernel, 'awaySince'>;
}

export function createCatalogHandlers(
  options: CatalogOptions,
): Pick<DashboardHandlers, 'getCatalog'> {
  const { catalog, currency, publicUrl } = options;
  const limits = publicLimits(options.limits);
  return {
    getCatalog() {
      const { maxOutputTokens } = limits;
      return {
        status: 200,
        body: {
          categories: CATEGORIES,
          models: catalog.list().map((model) => toModel(model, { currency, maxOutputTokens })),
          modelHealth: catalog.list().flatMap((model) => healthOf(model, options.runs) ?? []),
          limits,
          developerBaseUrl: publicUrl(),
          docsUrl: `${publicUrl()}/docs`,
        },
      };
    },
  };
}

/** Undefined if its provider accepts runs. The answer does not name the provider. */
function healthOf(
  model: CatalogModel,
  runs: Pick<RunKernel, 'awaySince'>,
): ModelHealth | undefined {
  const away = providersOf(model).map((provider) => runs.awaySince({ kind: KIND, provider }));
  const [first] = away;
  if (!first) return undefined;
  const isFallback = away.includes(undefined);
  const since = isFallback ? first : new Date(Math.max(...away.map((at) => at!.getTime())));
  return {
    model: model.id,
    state: isFallback ? 'fallback' : 'waiting',
    since: since.toISOString(),
  };
}

/** A category or a scope without a description does not compile. */
const CATEGORY_WORDS: Record<ScopeCategory, Words> = {
  models: { title: 'Models', description: 'Run models and read the results.' },
  tools: { title: 'Tools', description: 'Call tools and read the results.' },
  compute: {
    title: 'Compute',
    description: 'Run code and read the results.',
  },
  prompts: { title: 'Prompts', description: 'Save prompt versions and move their labels.' },
  observability: {
    title: 'Observability',
    description: 'See what happened and what it cost, and send your own spans and scores.',
  },
};
const SCOPE_WORDS: Record<Scope, Words> = {
  'models:read': {
    title: 'Read',
    description: 'Read runs, models, prices, and limits. Free.',
  },
  'models:run': { title: 'Run', description: 'Create model runs. Spends credit.' },
  'tools:read': {
    title: 'Read',
    description: 'Read tool runs, tools, prices, and limits. Free.',
  },
  'tools:run': { title: 'Run', description: 'Create tool runs. Spends credit.' },
  'compute:read': {
    title: 'Read',
    description: 'Read compute jobs, their output, prices, and limits. Free.',
  },
  'compute:run': { title: 'Run', description: 'Create compute jobs. Spends credit.' },
  'prompts:read': {
    title: 'Read',
    description: 'Read and render prompts, and read their usage. Free.',
  },
  'prompts:run': { title: 'Save', description: 'Save versions and move labels. Free.' },
  'observability:read': {
    title: 'Read',
    description: 'Read and export traces, metrics, and scores. Free.',
  },
  'observability:run': { title: 'Send', description: 'Send spans and scores. Free.' },
};

/** In the order of the form. */
const CATEGORIES: Category[] = Object.entries(CATEGORY_WORDS).map(([category, words]) => ({
  ...words,
  scopes: SCOPES.filter((name) => name.startsWith(`${category}:`)).map((name) => ({
    name,
    ...SCOPE_WORDS[name],
  })),
}));

interface Words {
  title: string;
  description: string;
}
