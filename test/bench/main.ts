/**
 * The benchmark: how fast and how small the service is, as ratios to floors measured in the same run on the same
 * machine, so that the figures mean something on any machine. It is not a test: it reports a missed target, and fails
 * nothing.
 */
import type { Section } from './bench.ts';
import { compareTrees } from './compare/index.ts';
import { WORKS } from './compare/side.ts';
import { growth } from './growth-section.ts';
import { create, get, replay, validator } from './http-sections.ts';
import { list } from './list-section.ts';
import { watchMachine } from './machine.ts';
import { metrics } from './metrics-section.ts';
import { openArrivals } from './open-section.ts';
import { readOptions } from './options.ts';
import { openPostgres } from './postgres.ts';
import { processes } from './processes-section.ts';
import { printFunctions, printStatistics, watchProfiles } from './profile.ts';
import { type Finding, printJson, printTable } from './report.ts';
import { latency, memory } from './run-sections.ts';
import { spans } from './spans-section.ts';
import { storage, wallets } from './storage-sections.ts';
import { tools } from './tools-section.ts';
import { waiters } from './waiters-section.ts';
import { webhooks } from './webhooks-section.ts';
import { run, saving, streamed } from './whole-run-sections.ts';

const SECTIONS = {
  ...{ run, streamed, saving, open: openArrivals, processes, storage, wallets, create, get },
  ...{ replay, list, tools, spans, metrics, growth, waiters, webhooks, validator, latency, memory },
};
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

const options = readOptions(NAMES);
const { seconds, connections, warmUp, json, profile } = options;
const COUNT_EVERY_MS = 15_000;
let nextCountAt = 0;
const INTERRUPTED = new Error('interrupted');
const interrupted = Promise.withResolvers<never>();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interrupted.reject(INTERRUPTED);
    stopping.abort(INTERRUPTED);
  });
}
// If the interrupt comes while nothing awaits it, the next section ends on it.
interrupted.promise.catch(() => {});

showStep('starting PostgreSQL');
const postgres = await openPostgres();
const findings: Finding[] = [];
try {
  const machine = await watchMachine(postgres);
  const profiles = profile === undefined ? undefined : await watchProfiles(profile);
  const statistics = await postgres.beginStatistics();
  await measure().finally(async () => {
    showStep('');
    if (json) printJson(findings);
    else printTable(await machine.describe(), findings);
  });
  if (profiles) {
    const out = json ? process.stderr : process.stdout;
    printFunctions(await profiles.functions(), out);
    printStatistics(await statistics(), out);
  }
} catch (error) {
  // A terminal also interrupts the commands under way.
  if (!stopping.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  await postgres.close();
}
process.exit();

async function measure(): Promise<void> {
  const { sections, compare, pairs, oldRuns } = options;
  if (compare !== undefined) {
    const works = WORKS.filter((work) => sections.includes(work));
    const how = { ref: compare, postgres, works, pairs, seconds, connections, oldRuns };
    // Waits until its processes have stopped and its checkout is removed.
    await compareTrees({ ...how, signal: stopping.signal, onStep: showStep, onFinding: report });
    return;
  }
  for (const name of sections) {
    const section: Section = SECTIONS[name];
    const onStep = (step: string) => showStep(`${name}: ${step}`);
    const inFlight = connections;
    const bench = { ...options, profile, postgres, warmUpSeconds: warmUp, inFlight, onStep };
    onStep('starting');
    report(...(await Promise.race([section(bench), interrupted.promise])));
  }
}

/** Prints all at the end, when the share of others is known; progress shows each at once. */
function report(...found: Finding[]): void {
  findings.push(...found);
  showStep('');
  for (const { section, figure, what } of found) {
    process.stderr.write(`${section}: ${figure} ${what}\n`);
  }
}

/** One line that a terminal overwrites, and separate lines elsewhere: for a rising count, one now and then. */
function showStep(step: string): void {
  const { stderr } = process;
  if (stderr.isTTY) stderr.write(`\r\x1b[K${step}`);
  else if (step !== '' && (!/\d{3,} of /.test(step) || performance.now() > nextCountAt)) {
    nextCountAt = performance.now() + COUNT_EVERY_MS;
    stderr.write(`${step}\n`);
  }
}
