/** The catalog of environments over HTTP. */

import type { Handlers } from '../platform/http/index.ts';
import { toEnvironment } from './catalog-present.ts';
import type { EnvironmentCatalog } from './engines/environments.ts';

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
