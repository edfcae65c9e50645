/**
 * Checks of the engines that are too long for the gate, or need downloads: S3 storage, ends that only the engine brings
 * about, connections that break at each request, a hundred jobs at once, the time of a start, and gVisor if RUNSC names
 * it. Plays the checks whose names contain one of its arguments, one after the other, and prints how many passed and
 * failed.
 */
import { startVitest } from 'vitest/node';

const GVISOR = process.env.RUNSC === undefined ? [] : ['test/engines/oci.test.ts'];

const vitest = await startVitest('test', process.argv.slice(2), {
  // Figures mean little while other tests run.
  ...{ watch: false, run: true, fileParallelism: false },
  include: ['test/engines/outside/*.check.ts', ...GVISOR],
});
const modules = vitest.state.getTestModules();
const tests = modules.flatMap(({ children }) => [...children.allTests()]);
const count = (state: string) => tests.filter((test) => test.result().state === state).length;
const broken = modules.filter((module) => module.state() === 'failed' && count('failed') === 0);
console.log(`${count('passed')} passed, ${count('failed') + broken.length} failed`);
process.exitCode = count('passed') > 0 && count('failed') + broken.length === 0 ? 0 : 1;
await vitest.close();
