/** The environments of compute jobs over HTTP, as programs see them. */
import type { DashboardHandlers } from '../platform/http/index.ts';
import { toEnvironment } from './catalog-present.ts';
import type { ComputeJobLimits, Environments } from './index.ts';

export interface EnvironmentOptions {
  environments: Pick<Environments, 'list'>;
  computeLimits: ComputeJobLimits;
}

export function createEnvironmentHandlers({
  environments,
  computeLimits,
}: EnvironmentOptions): Pick<DashboardHandlers, 'getEnvironmentCatalog'> {
  return {
    getEnvironmentCatalog: () => ({
      status: 200,
      body: { environments: environments.list().map(toEnvironment), limits: { ...computeLimits } },
    }),
  };
}
