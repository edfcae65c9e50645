/** A runtime of nothing but a shell, whose code counts its starts in a file outside of its job. */
import type { LocalRuntime } from '../../../server/compute-jobs/engines/local/job-folder.ts';

export const PLAIN: LocalRuntime = {
  name: 'plain',
  isolation: 'container',
  overheadMb: 0,
  measuresCpu: true,
  async launch({ order, work }) {
    const script = 'echo begun >>"$STARTS"; echo said; printf out >kept; sleep 0.2; exit 3';
    return { file: '/bin/sh', args: ['-c', script], env: order.env, cwd: work };
  },
};
