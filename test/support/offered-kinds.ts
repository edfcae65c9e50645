/** The kinds of runs of the service over a kernel that a test made, for its handlers: nobody carries the runs out. */
import { randomBytes } from 'node:crypto';
import { type Kinds, offerKinds } from '../../server/compose/kinds.ts';
import { MODEL_RUNS, type ModelRunLimits } from '../../server/model-runs/index.ts';
import type { Config } from '../../server/platform/config/index.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import type { RunKernel } from '../../server/runs/index.ts';
import type { ToolCatalog } from '../../server/tool-runs/catalog.ts';
import { ENVIRONMENTS, NO_OUTPUTS } from './compute.ts';
import { COMPUTE_LIMITS } from './compute-upstream.ts';
import type { TestRuns } from './model-runs.ts';

/** `runs` are the kernel and its model runs. */
export function offeredKinds(
  runs: TestRuns['runs'],
  { limits, tools }: { limits: ModelRunLimits; tools: ToolCatalog },
): Kinds {
  const config = { unit: { currency: 'USD', scale: 9 }, limits, compute: COMPUTE_LIMITS };
  const offer: RunKernel['offer'] = (resource) =>
    resource.kind === MODEL_RUNS.kind ? (runs as never) : runs.offer(resource);
  return offerKinds(
    { offer },
    {
      config: config as unknown as Config,
      catalog: { get: () => undefined, list: () => [], refresh: async () => {}, close: () => {} },
      ...{ registry: createRegistry([]), pseudonymKey: randomBytes(32) },
      tools: { catalog: tools, registry: createRegistry([]) },
      compute: { ...NO_OUTPUTS, catalog: ENVIRONMENTS },
    },
  );
}
