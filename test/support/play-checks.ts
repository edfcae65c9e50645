/** Plays checks that are too long for the gate, one after the other, and prints how many passed and failed. */
import { startVitest } from 'vitest/node';

/** Plays the checks whose names contain one of the program's arguments; all without arguments. */
export async function playChecks(include: string): Promise<void> {
  const vitest = await startVitest('test', process.argv.slice(2), {
    // Figures mean little while other tests run.
    ...{ watch: false, run: true, fileParallelism: false },
    include: [include],
  });
  const modules = vitest.state.getTestModules();
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const broken = modules.filter((module) => module.state() === 'failed' && count('failed') === 0);
  console.log(`${count('passed')} passed, ${count('failed') + broken.length} failed`);
  process.exitCode = count('passed') > 0 && count('failed') + broken.length === 0 ? 0 : 1;
  await vitest.close();
}
