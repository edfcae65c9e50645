/**
 * Failovers of a real cluster: Debian's PostgreSQL 15 under Patroni and etcd, behind HAProxy, with processes of the
 * service that sell all the while. Plays those whose names have one of its arguments, one after the other, and prints
 * their figures. Not part of the quick gate, because an election takes as long as it takes.
 */
import { startVitest } from 'vitest/node';

const vitest = await startVitest('test', process.argv.slice(2), {
  ...{ watch: false, run: true, fileParallelism: false },
  include: ['test/failover/*.check.ts'],
});
const modules = vitest.state.getTestModules();
const tests = modules.flatMap(({ children }) => [...children.allTests()]);
const count = (state: string) => tests.filter((test) => test.result().state === state).length;
const broken = modules.filter((module) => module.state() === 'failed' && count('failed') === 0);
console.log(`${count('passed')} passed, ${count('failed') + broken.length} failed`);
process.exitCode = count('passed') > 0 && count('failed') + broken.length === 0 ? 0 : 1;
await vitest.close();
