/** The environments of compute jobs over HTTP, as programs see them. */
import type { DashboardHandlers } from '../../http/index.ts';
import { toEnvironment } from '../../resources/compute-environments/present.ts';
import type { ComputeJobLimits, Environments } from '../../resources/compute-jobs/index.ts';

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
