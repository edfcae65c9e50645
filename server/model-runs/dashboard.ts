/** What a key can be created for, over HTTP: categories, models with prices, limits and addresses. */
import type { Category, ModelHealth } from '../../openapi/generated/dashboard.ts';
import { SCOPES } from '../keys/index.ts';
import { KINDS } from '../kinds.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { RunKernel } from '../runs/index.ts';
import { MODEL_RUNS, type ModelRunLimits } from './index.ts';
import { toModel } from './present.ts';
import { type Catalog, type CatalogModel, providersOf } from './providers/catalog.ts';

interface CatalogOptions {
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
  const { maxPromptChars, maxOutputTokens, feeBasisPoints } = options.limits;
  const limits = { maxPromptChars, maxOutputTokens, feeBasisPoints };
  return {
    getCatalog() {
      return {
        status: 200,
        body: {
          categories: categories(),
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
  const away = providersOf(model).map((provider) =>
    runs.awaySince({ kind: MODEL_RUNS.kind, provider }),
  );
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

interface Words {
  title: string;
  description: string;
}

/** What keys are good for besides runs. */
const CATEGORY_WORDS: Record<string, Words> = {
  prompts: { title: 'Prompts', description: 'Save prompt versions and move their labels.' },
  customers: {
    title: 'Customers',
    description: 'Manage end users and their budgets.',
  },
  observability: {
    title: 'Observability',
    description: 'Read traces and metrics, and send your own.',
  },
  keys: { title: 'Keys', description: 'Manage keys by program.' },
  webhooks: { title: 'Webhooks', description: 'Manage webhook endpoints and alerts by program.' },
  billing: { title: 'Billing', description: 'Read the wallet, and start payments, by program.' },
  exports: { title: 'Exports', description: 'Save exports, and read their files.' },
};
const SCOPE_WORDS: Record<string, Words> = {
  'prompts:read': {
    title: 'Read',
    description: 'Read and render prompts, and read their usage. Free.',
  },
  'prompts:run': { title: 'Save', description: 'Save versions and move labels. Free.' },
  'customers:read': {
    title: 'Read',
    description: 'Read customers and the charges of all keys. Free.',
  },
  'customers:write': {
    title: 'Change',
    description: 'Change, block, and erase customers, and set budgets. Free.',
  },
  'observability:read': {
    title: 'Read',
    description: 'Read and export traces, metrics, and scores. Free.',
  },
  'observability:run': { title: 'Send', description: 'Send spans and scores. Free.' },
  'keys:read': { title: 'Read', description: 'See all keys and what they spent, without secrets.' },
  'keys:write': {
    title: 'Manage',
    description: 'Create keys within its own rights, and manage these.',
  },
  'webhooks:read': { title: 'Read', description: 'See endpoints, their messages, and alerts.' },
  'webhooks:write': {
    title: 'Manage',
    description: 'Manage endpoints, and set the thresholds of alerts.',
  },
  'billing:read': {
    title: 'Read',
    description: 'See the wallet, its entries, payments, invoices, grants, and billing details.',
  },
  'billing:write': {
    title: 'Manage',
    description:
      'Start payments, and set or turn off the auto-recharge, which charges a saved card.',
  },
  'exports:read': { title: 'Read', description: 'Read saved exports and their files.' },
  'exports:write': { title: 'Manage', description: 'Save and delete exports.' },
};

/** In the order of the form: what can be run, and then the rest. A test compares them with the scopes. */
function categories(): Category[] {
  const words: Record<string, Words> = {};
  const wordsOfScopes = { ...SCOPE_WORDS };
  for (const { scope, category, reads, creates } of KINDS) {
    words[categoryOf(scope)] = category;
    wordsOfScopes[`${categoryOf(scope)}:read`] = { title: 'Read', description: reads };
    wordsOfScopes[scope] = { title: 'Run', description: creates };
  }
  Object.assign(words, CATEGORY_WORDS);
  return Object.entries(words).map(([category, its]) => ({
    ...its,
    scopes: SCOPES.filter((name) => categoryOf(name) === category).map((name) => ({
      name,
      ...wordsOfScopes[name]!,
    })),
  }));
}

function categoryOf(scope: string): string {
  return scope.split(':')[0]!;
}
