/** Keeps a job until the step that the job's variables name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beMortal } from './mortal.ts';

const folder = process.argv[2]!;
const { env } = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as {
  env: Record<string, string>;
};
beMortal({
  marker: env.MARKER!,
  ...(env.KEEPER_DIES_AT !== undefined && { at: Number(env.KEEPER_DIES_AT) }),
  ...(env.STEPS_FILE !== undefined && { stepsFile: env.STEPS_FILE }),
});
const { keepJob } = await import('../../../server/compute-jobs/engines/local/keeper.ts');
const { PLAIN } = await import('./plain-runtime.ts');
await keepJob(folder, PLAIN);
