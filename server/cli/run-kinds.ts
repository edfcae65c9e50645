/** The kinds of runs, as the commands for runs know them: by a word, and by the prefix of the ids of their runs. */
import type { Parts } from '../compose/parts.ts';
import { idToUuid } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import { toModelRun } from '../resources/model-runs/index.ts';
import { toToolRun } from '../resources/tool-runs/index.ts';
import type { Run, RunFacts, Runs, RunTypes } from '../runs/index.ts';

export const KINDS = ['model', 'tool'] as const;

export interface RunKind {
  runs: Pick<Runs<RunTypes>, 'list' | 'get' | 'cancel'>;
  /** As the developer API shows it. */
  present(run: Run): object;
}

export function kindOf({ modelRuns, toolRuns }: Parts, kind: (typeof KINDS)[number]): RunKind {
  const present = kind === 'model' ? toModelRun : toToolRun;
  return {
    runs: kind === 'model' ? modelRuns : toolRuns,
    present: present as (run: Run<RunFacts>) => object,
  };
}

/** The kind of the run with this id, and what names it in the tables. */
export function kindOfRun(parts: Parts, id: string): RunKind & { uuid: string } {
  const kind = id.startsWith('trun_') ? 'tool' : 'model';
  const uuid = idToUuid(kind === 'tool' ? 'trun' : 'run', id);
  if (uuid === undefined) throw new Problem('not_found', `There is no run ${id}.`);
  return { ...kindOf(parts, kind), uuid };
}
