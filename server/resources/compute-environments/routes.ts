/** The catalog of environments over HTTP. */
import type { EnvironmentCatalog } from '../../engines/environments.ts';
import type { Handlers } from '../../http/index.ts';
import { toEnvironment } from './present.ts';

export function createComputeEnvironmentHandlers(
  catalog: EnvironmentCatalog,
): Pick<Handlers, 'listComputeEnvironments'> {
  return {
    listComputeEnvironments: () => ({
      status: 200,
      body: { data: catalog.list().map(toEnvironment) },
    }),
  };
}
