/** The keeper of this engine's jobs, as a program. */
import { keepJob } from '../local/keeper.ts';
import { createJavascriptRuntime } from './runtime.ts';

await keepJob(process.argv[2]!, createJavascriptRuntime());
