/** What the service sells: the kinds of runs, each with the parts that it needs. A new kind gets a line here and one in `kinds.ts`. */
import { COMPUTE_JOBS, computeJobEdges, computeLimits } from '../compute-jobs/index.ts';
import { MODEL_RUNS, modelRunEdges } from '../model-runs/index.ts';
import type { Catalog } from '../model-runs/providers/catalog.ts';
import type { Registry } from '../model-runs/providers/index.ts';
import type { Config } from '../platform/config/index.ts';
import { type OfferedKind, offerKind } from '../runs/edges/index.ts';
import type { RunKernel } from '../runs/index.ts';
import { TOOL_RUNS, toolLimits, toolRunEdges } from '../tool-runs/index.ts';
import type { Compute } from './compute.ts';
import type { Tools } from './tools.ts';

interface KindParts {
  config: Config;
  catalog: Catalog;
  registry: Registry;
  /** The secret for the pseudonyms that the service sends upstream. */
  attributionKey: Buffer;
  tools: Pick<Tools, 'catalog' | 'registry'>;
  compute: Pick<Compute, 'catalog' | 'registry' | 'outputs' | 'keptDays'>;
}

export type Kinds = ReturnType<typeof offerKinds>;

/** More kinds, which tests sell through the same edges. */
export const MORE_KINDS: ((kernel: Pick<RunKernel, 'offer'>, parts: KindParts) => OfferedKind)[] =
  [];

export function offerKinds(kernel: Pick<RunKernel, 'offer'>, parts: KindParts) {
  const { config, tools, compute } = parts;
  const { unit, limits } = config;
  return [
    offerKind(kernel, MODEL_RUNS, modelRunEdges({ ...parts, unit, limits })),
    offerKind(kernel, TOOL_RUNS, toolRunEdges({ ...tools, unit, limits: toolLimits(config) })),
    offerKind(
      kernel,
      COMPUTE_JOBS,
      computeJobEdges({ ...compute, unit, limits: computeLimits(config) }),
    ),
    // The types of the contract know only those above.
    ...(MORE_KINDS.map((offer) => offer(kernel, parts)) as never[]),
  ] as const;
}
