/** Compute jobs of the mock: a comment at the beginning of the source may name the example that the job ends with. */
import { COMPLETED, type Create, type Kind } from './kinds.ts';

interface CreateComputeJob extends Create {
  environment: string;
  source?: string | null;
}

const NAMED = /^\/\/ (run-[a-z-]+)/;

export const computeJobs: Kind = {
  name: 'ComputeJob',
  prefix: 'job',
  subject: ['environment'],

  courseOf(create, endings) {
    const { source } = create as CreateComputeJob;
    const named = NAMED.exec(source ?? '')?.[1];
    return ['run-running', named !== undefined && endings.has(named) ? named : COMPLETED];
  },

  withRequest(run, create) {
    return { ...run, environment: (create as CreateComputeJob).environment };
  },
};
