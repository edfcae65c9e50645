/** The kinds of runs of the service over a kernel that a test made, for its handlers: nobody carries the runs out. */
import { randomBytes } from 'node:crypto';
import { COMPUTE_JOBS, computeJobEdges } from '../../server/compute-jobs/index.ts';
import { MODEL_RUNS, type ModelRunLimits, modelRunEdges } from '../../server/model-runs/index.ts';
import type { Catalog } from '../../server/model-runs/providers/catalog.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import { offerKind } from '../../server/runs/edges/index.ts';
import type { ToolCatalog } from '../../server/tool-runs/catalog.ts';
import { TOOL_RUNS, toolRunEdges } from '../../server/tool-runs/index.ts';
import { COMPUTE_LIMITS, ENVIRONMENTS, NO_OUTPUTS } from './compute.ts';
import type { TestRuns } from './model-runs.ts';
import { TOOL_LIMITS } from './tool-runs.ts';

/** `runs` are the kernel and its model runs. */
export function offeredKinds(
  runs: TestRuns['runs'],
  { limits, tools }: { limits: ModelRunLimits; tools: ToolCatalog },
) {
  const unit = { currency: 'USD', scale: 9 };
  const catalog: Catalog = {
    get: () => undefined,
    list: () => [],
    refresh: async () => {},
    close: () => {},
  };
  const ofModels = { catalog, registry: createRegistry([]), attributionKey: randomBytes(32) };
  const ofTools = { catalog: tools, registry: createRegistry([]), limits: TOOL_LIMITS };
  const ofJobs = { ...NO_OUTPUTS, catalog: ENVIRONMENTS, limits: COMPUTE_LIMITS };
  return [
    { ...MODEL_RUNS, ...modelRunEdges({ ...ofModels, unit, limits }), runs },
    offerKind(runs, TOOL_RUNS, toolRunEdges({ ...ofTools, unit })),
    offerKind(runs, COMPUTE_JOBS, computeJobEdges({ ...ofJobs, unit })),
  ] as const;
}
