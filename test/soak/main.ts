/**
 * The soak. First, a workspace times its echoes alone, and then beside a hostile workspace, which may at most double the
 * p99. Then the hostile workspace goes on with jobs, downloads, exports and floods of spans, and callers create runs at a
 * steady rate, whatever the service answers, while the test kills, cuts off and pauses processes and the database. It
 * checks the invariants every second; in the end everything acknowledged must be stored and ended, sent once and charged
 * once. Otherwise it exits with 1.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenPromises, countEndings, endAll } from '../crash/promises.ts';
import { openFixtures } from './fixtures.ts';
import { startLoad } from './load.ts';
import { nextMischief } from './mischief.ts';
import { compareNeighbors, startHostile } from './neighbor.ts';
import { readOptions } from './options.ts';
import { brokenInvariants, printVitals, vitalsOf } from './vitals.ts';

const { minutes, rate, mischiefEvery, neighborSeconds } = readOptions();

const fixtures = await openFixtures();
const faults: string[] = [];
let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
});

console.log(
  `${minutes} minutes at ${rate} runs a second; something breaks every ${mischiefEvery} seconds. Ctrl-C ends it early.\n`,
);
const { honest, hostile } = fixtures;
const timing = { seconds: neighborSeconds, perSecond: rate };
const unfair = await compareNeighbors(honest, hostile, timing);
const before = (await vitalsOf(fixtures)).stored;
const stopHostile = await startHostile(hostile);
const load = startLoad(fixtures.service.client, rate);
const until = performance.now() + minutes * 60_000;
const mischief = (async () => {
  while (performance.now() < until && !isStopped) {
    await sleep(mischiefEvery * 1_000 * (0.5 + Math.random()));
    const { name, play } = nextMischief(fixtures);
    console.log(`  -> ${name}`);
    await play();
  }
})();
while (performance.now() < until && !isStopped) {
  await sleep(1_000);
  faults.push(...(await brokenInvariants(fixtures)));
  printVitals(await vitalsOf(fixtures, load));
  if (faults.length > 0) break;
}
isStopped = true;
await mischief;
console.log('what the hostile workspace was answered:', await stopHostile());

console.log('\nno more runs are created; waiting for all to end');
const runs = await load.stop();
const ended = await endAll(fixtures.service.client, runs);
faults.push(...(await brokenPromises(fixtures.service, runs, ended)));
const stored = (await vitalsOf(fixtures, load)).stored - before;
if (stored !== runs.length) faults.push(`${runs.length} are acknowledged, and ${stored} stored`);

console.log(`\nacknowledged ${runs.length} = stored ${stored} = ended ${ended.length}`);
console.table(countEndings(ended));
console.log(await fixtures.bloat());
faults.push(...unfair);
for (const fault of faults) console.error(`BROKEN: ${fault}`);
console.log(faults.length === 0 ? 'Every promise was kept.' : 'Promises were broken.');
await fixtures.close();
process.exit(faults.length === 0 ? 0 : 1);
