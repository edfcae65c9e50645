/** What keys can be made for, over HTTP: categories, models with prices, limits and addresses. */
import type { Category } from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import type { Catalog } from '../../providers/catalog.ts';
import type { ModelRuns } from '../../resources/model-runs/index.ts';
import { toModel } from '../../resources/models/routes.ts';

export interface CatalogOptions {
  catalog: Pick<Catalog, 'list'>;
  runs: Pick<ModelRuns, 'limits'>;
  currency: string;
  publicUrl: () => string;
}

export function createCatalogHandlers(
  options: CatalogOptions,
): Pick<DashboardHandlers, 'getCatalog'> {
  const { catalog, runs, currency, publicUrl } = options;
  return {
    getCatalog() {
      const limits = runs.limits();
      const { maxOutputTokens } = limits;
      return {
        status: 200,
        body: {
          categories: CATEGORIES,
          models: catalog.list().map((model) => toModel(model, { currency, maxOutputTokens })),
          limits,
          developerBaseUrl: publicUrl(),
          docsUrl: `${publicUrl()}/docs`,
        },
      };
    },
  };
}

/** What is not there yet has no scopes that could be given. */
const CATEGORIES: Category[] = [
  {
    title: 'Models',
    description: 'Run models, and read what became of the runs.',
    isAvailable: true,
    scopes: [
      {
        name: 'models:read',
        title: 'Read',
        description: 'Read runs, models, prices and limits. Costs nothing.',
      },
      {
        name: 'models:run',
        title: 'Run',
        description: 'Create model runs, which spend credit.',
      },
    ],
  },
  later('Tool runs', 'Run hosted tools.'),
  later('Compute jobs', 'Run jobs on machines of the provider.'),
  later('Observability', 'Send and read traces and measurements.'),
  later('Prompts', 'Keep prompts and their versions.'),
];

function later(title: string, description: string): Category {
  return { title, description, isAvailable: false, scopes: [] };
}
