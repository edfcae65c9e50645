/** A compute job as the contract has it. */
import type { ComputeJob } from '../../../openapi/generated/developer.ts';
import type { Run } from '../../runs/index.ts';
import { toBillableRun } from '../present.ts';
import type { ComputeJobFacts } from './facts.ts';

export function toComputeJob(run: Run<ComputeJobFacts>): ComputeJob {
  const { id, subject, facts, parent } = run;
  const { artifacts, missingOutputs, ...known } = facts ?? {};
  return {
    ...toBillableRun({ id, environment: subject }, run),
    ...known,
    ...(artifacts && { artifacts: [...artifacts] }),
    ...(missingOutputs && { missingOutputs: [...missingOutputs] }),
    ...(parent && { parent }),
  };
}
