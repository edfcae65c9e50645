/** A compute job as the contract has it. */
import type { ComputeJob } from '../../../openapi/generated/developer.ts';
import { isTerminal, type Run } from '../../runs/index.ts';
import { toBillableRun } from '../present.ts';
import type { ComputeJobFacts } from './facts.ts';
import { type OutputSources, outputsExpireAt } from './outputs.ts';

export function toComputeJob(
  run: Run<ComputeJobFacts>,
  kept: Pick<OutputSources, 'keptDays'>,
): ComputeJob {
  const { id, subject, facts, parent } = run;
  const { artifacts, missingOutputs, ...known } = facts ?? {};
  return {
    ...toBillableRun({ id, environment: subject }, run),
    ...known,
    ...(artifacts && { artifacts: [...artifacts] }),
    ...(missingOutputs && { missingOutputs: [...missingOutputs] }),
    ...(facts?.logs &&
      isTerminal(run.state) && { outputsExpireAt: outputsExpireAt(run, kept).toISOString() }),
    ...(parent && { parent }),
  };
}
