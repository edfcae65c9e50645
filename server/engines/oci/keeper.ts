/** The program that keeps a job of this engine. */
import { keepJob } from '../local/keeper.ts';
import { createOciRuntime } from './runtime.ts';

await keepJob(process.argv[2]!, createOciRuntime('container'));
