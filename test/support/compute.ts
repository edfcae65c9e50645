/** Compute jobs for tests: environments that a test creates, without an engine. */

import { type Kinds, ofKind } from '../../server/compose/kinds.ts';
import {
  type EnvironmentCatalog,
  JAVASCRIPT,
  type OfferedEnvironment,
} from '../../server/compute-jobs/engines/environments.ts';
import {
  createComputeEnvironmentHandlers,
  createOutputHandlers,
} from '../../server/compute-jobs/http.ts';
import { COMPUTE_JOBS } from '../../server/compute-jobs/index.ts';
import { createRegistry } from '../../server/providers/provider.ts';

const OFFERED: OfferedEnvironment = {
  ...{ ...JAVASCRIPT, isolation: 'wasm', billedTime: 'processor' },
};

export const ENVIRONMENTS: EnvironmentCatalog = {
  get: (id) => (id === OFFERED.id ? OFFERED : undefined),
  list: () => [OFFERED],
  refresh: async () => {},
};

export function computeHandlers(kinds: Kinds) {
  return {
    ...createOutputHandlers(ofKind(kinds, COMPUTE_JOBS.kind).runs, NO_OUTPUTS),
    ...createComputeEnvironmentHandlers(ENVIRONMENTS),
  };
}

/** Outputs that nobody saved. */
export const NO_OUTPUTS = {
  outputs: {
    save: async () => {},
    read: async () => undefined,
    owners: async () => [],
    names: async () => [],
    remove: async () => {},
  },
  registry: createRegistry([]),
  keptDays: 30,
};
