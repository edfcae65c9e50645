/** A service that starts, cancels or removes one job, until the step that the test names. */
import type { JobOrder } from '../../../server/compute-jobs/engines/engine.ts';
import { machineIn } from '../../support/machine.ts';
import { beMortal, type Death } from './mortal.ts';

const [operation, root, order, death] = process.argv.slice(2) as [
  'start' | 'cancel' | 'remove',
  string,
  string,
  string,
];
const { createLocalEngine } = await import('../../../server/compute-jobs/engines/local/index.ts');
const { PLAIN } = await import('./plain-runtime.ts');
const keeper = new URL('./keeper.ts', import.meta.url);
const engine = await createLocalEngine({
  ...{ root, machine: await machineIn(root), runtime: PLAIN, keeper },
});
beMortal(JSON.parse(death) as Death);
const never = new AbortController().signal;
const parsed = JSON.parse(order) as JobOrder;
const files = parsed.files.map(({ path, content }) => ({ path, content: Buffer.from(content) }));
const job = { ...parsed, files };
if (operation === 'start') await engine.start(job, never);
else if (operation === 'cancel') await engine.cancel(job.jobId, never);
else await engine.remove(job.jobId);
