/** What the service sells: the kinds of runs, each with the parts that it needs. A new kind gets a line here and one in `kinds.ts`. */
import { COMPUTE_JOBS, computeJobEdges, computeLimits } from '../compute-jobs/index.ts';
import { MODEL_RUNS, modelRunEdges } from '../model-runs/index.ts';
import type { Catalog } from '../model-runs/providers/catalog.ts';
import type { Registry } from '../model-runs/providers/index.ts';
import type { Config } from '../platform/config/index.ts';
import { type OfferedKind, offerKind } from '../runs/edges/index.ts';
import type { RunKernel } from '../runs/index.ts';
import { TOOL_RUNS, toolLimits, toolRunEdges } from '../tool-runs/index.ts';
import { SPAN_LIMITS } from '../traces/index.ts';
import type { Compute } from './compute.ts';
import type { Tools } from './tools.ts';

interface KindParts {
  config: Config;
  catalog: Catalog;
  registry: Registry;
  /** The secret for the pseudonyms that the service sends upstream. */
  pseudonymKey: Buffer;
  tools: Pick<Tools, 'catalog' | 'registry'>;
  compute: Pick<Compute, 'catalog' | 'registry' | 'outputs' | 'keptDays'>;
}

export type Kinds = ReturnType<typeof offerKinds>;

/** What the service has of one of its own kinds. */
export function ofKind<Kind extends Kinds[number]['kind']>(
  kinds: readonly Kinds[number][],
  name: Kind,
): Extract<Kinds[number], { kind: Kind }> {
  return kinds.find(({ kind }) => kind === name) as Extract<Kinds[number], { kind: Kind }>;
}

/** How long bodies may be, and how many bytes of them a key may send in a minute. */
export function bodyLimits({ limits, http }: Config, kinds: readonly OfferedKind[]) {
  // Room for the longest prompt with every character escaped as `\ud83d\ude00`, and for the rest of the request.
  const maxBodyBytes = 12 * limits.maxPromptChars + 1_048_576;
  const larger = kinds.filter((kind) => (kind.maxBodyBytes ?? 0) > maxBodyBytes);
  const largest = Math.max(
    ...[maxBodyBytes, SPAN_LIMITS.maxBodyBytes],
    ...larger.map((kind) => kind.maxBodyBytes!),
  );
  return {
    ...{ maxBodyBytes, largest },
    largerBodies: Object.fromEntries(
      larger.flatMap(({ operations: { create, estimate }, ...kind }) =>
        [create, estimate].map((operation) => [operation, kind.maxBodyBytes!]),
      ),
    ),
    rateBytesPerMinute: Math.max(http.rateBytesPerMinute, largest),
  };
}

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
