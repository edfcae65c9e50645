/** The kinds of runs as the commands know them: by a word, and by the prefix of their run ids. */
import type { Parts } from '../compose/parts.ts';
import { idToUuid } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import { type ComputeJobFacts, toComputeJob } from '../resources/compute-jobs/index.ts';
import { toModelRun } from '../resources/model-runs/index.ts';
import { toToolRun } from '../resources/tool-runs/index.ts';
import type { Run, RunFacts, Runs, RunTypes } from '../runs/index.ts';

export const KINDS = ['model', 'tool', 'compute'] as const;

export interface RunKind {
  runs: Pick<Runs<RunTypes>, 'list' | 'get' | 'history' | 'cancel'>;
  /** The run as the developer API presents it. */
  present(run: Run): object;
}

export function kindOf(parts: Parts, kind: (typeof KINDS)[number]): RunKind {
  const { modelRuns, toolRuns, computeJobs, compute } = parts;
  const known = {
    model: { runs: modelRuns, present: toModelRun },
    tool: { runs: toolRuns, present: toToolRun },
    compute: {
      runs: computeJobs,
      present: (run: Run<ComputeJobFacts>) => toComputeJob(run, compute),
    },
  };
  const { runs, present } = known[kind];
  return { runs, present: present as (run: Run<RunFacts>) => object };
}

const PREFIXES = { model: 'run', tool: 'trun', compute: 'job' } as const;

/** The kind of the run with this id, and its name in the tables. */
export function kindOfRun(parts: Parts, id: string): RunKind & { uuid: string } {
  const kind = KINDS.find((each) => id.startsWith(`${PREFIXES[each]}_`)) ?? 'model';
  const uuid = idToUuid(PREFIXES[kind], id);
  if (uuid === undefined) throw new Problem('not_found', `There is no run ${id}.`);
  return { ...kindOf(parts, kind), uuid };
}
