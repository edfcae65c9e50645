/** Compute jobs of the mock: a comment at the beginning of the source may name the example that the job ends with. */
import { COMPLETED, type Create, type Kind } from './kinds.ts';

interface CreateComputeJob extends Create {
  environment: string;
  source?: string | null;
}

/** The examples of jobs whose code never began. */
const NEVER_RAN = /^run-failed-(?!engine-lost)/;

const NAMED = /^\/\/ (run-[a-z-]+)/;

export const computeJobs: Kind = {
  name: 'ComputeJob',
  prefix: 'job',
  subject: 'environment',
  unlisted: [],

  courseOf(create, endings) {
    const { source } = create as CreateComputeJob;
    const named = NAMED.exec(source ?? '')?.[1];
    const end = named !== undefined && endings.has(named) ? named : COMPLETED;
    if (end === 'run-failed-outcome-unknown') return ['run-needs-reconciliation', end];
    return NEVER_RAN.test(end) ? [end] : ['run-running', end];
  },

  cancelledEndOf: () => 'run-completed-cancelled',

  withRequest(run, create) {
    return { ...run, environment: (create as CreateComputeJob).environment };
  },
};
