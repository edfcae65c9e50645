/**
 * Observability with third parties: their exporters and instrumentations send spans to a running service, which returns
 * them as they were made; and another product reads what it broadcasts. The pieces of the guide run unchanged. Not part
 * of the quick gate, because it downloads. A missing toolchain is reported, and fails the check unless --allow-missing
 * allows it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { exitCodeOf, type Outcome, proveAll } from '../languages/report.ts';
import { startFixtures } from './fixtures.ts';
import { judges } from './judges.ts';

const command = program
  .name('npm run check:observability --')
  .description('Has exporters and products of others judge what is told of spans.')
  .argument('[judge...]', `which: ${judges.map(({ name }) => name).join(', ')}; default: all`)
  .option('--allow-missing', 'pass although a toolchain is missing', false)
  .parse();
const [requested] = command.processedArgs;
const unknown = requested.filter((name) => !judges.some((judge) => judge.name === name));
if (unknown.length > 0) command.error(`error: no judge is called ${unknown.join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'third-parties-'));
const fixtures = await startFixtures();
const wanted = judges.filter(({ name }) => requested.length === 0 || requested.includes(name));
const provers = wanted.map(({ name, needs, proven, judge }) => ({
  ...{ name, needs },
  prove: async () => {
    await judge(fixtures, folder);
    return proven;
  },
}));
const outcomes = await proveAll(provers).finally(async () => {
  await fixtures.close();
  await rm(folder, { recursive: true, force: true });
});
console.log(summaryOf(outcomes));
process.exitCode = exitCodeOf(outcomes, command.opts());

function summaryOf(all: readonly Outcome[]): string {
  const passed = all.filter(({ proven }) => proven !== undefined).length;
  const failed = all.filter(({ fault }) => fault !== undefined).length;
  const skipped = all.length - passed - failed;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
