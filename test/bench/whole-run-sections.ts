/**
 * A whole billed run, from the create to the settled answer, compared with a route that forwards the same request to
 * the same upstream and stores nothing. The upstream answers at once and runs in a separate process.
 */
import type { Bench, Section } from './bench.ts';
import { LARGE_TEXT, PROMPT_BYTES, TOOLS } from './large-request.ts';
import { boundFinding, type Finding } from './report.ts';
import { creates, plainRequest, TEXT, WAIT } from './requests.ts';
import { quantile } from './rounds.ts';
import { timesOf } from './times.ts';
import { type Fixtures, openFixtures, openSavingForwarder } from './whole-run-fixtures.ts';
import { ratesAt, type Saving, timesOneByOne } from './whole-run-rates.ts';

const LOADS = [
  { size: '', text: TEXT, connections: 256, atLeast: 0.4, cpuBelow: 2.5 },
  { size: '', text: TEXT, connections: 32, atLeast: 0.3, cpuBelow: 3.3 },
  {
    size: ` with a prompt of ${PROMPT_BYTES / 1_000} kB and ${TOOLS} tools`,
    ...{ text: LARGE_TEXT, connections: 32, atLeast: 0.5 },
  },
];
const COMMITS = 6;
const WORDS = 300;

export const run: Section = async (bench) => {
  await using fixtures = await openFixtures(bench);
  const { forwarder } = fixtures;
  const measured = measuredOf('run', fixtures);
  const findings: Finding[] = [];
  for (const { size, ...rest } of LOADS) {
    const load = { what: `whole runs${size}`, ...rest };
    findings.push(...(await ratesAt(bench, { saving: measured, forwarder }, load)));
  }
  return [...findings, await latencyOf(bench, fixtures, measured)];
};

/** Long answers: the upstream sends each word by itself, as a model does. */
export const streamed: Section = async (bench) => {
  await using fixtures = await openFixtures(bench, { words: WORDS });
  const { forwarder } = fixtures;
  const what = `whole runs with an answer that arrives in ${WORDS} parts`;
  const load = { what, text: TEXT, connections: 32 };
  return await ratesAt(bench, { saving: measuredOf('streamed', fixtures), forwarder }, load);
};

function measuredOf(section: string, { service }: Fixtures): Saving {
  const requests = (text: string) => creates(service.tenant.key, WAIT, text);
  return { ...service, section, requests };
}

/** What the database alone costs: a forwarder that saves its requests as runs, without the service. */
export const saving: Section = async (bench) => {
  await using fixtures = await openSavingForwarder(bench);
  const { saving: measured, forwarder } = fixtures;
  const findings: Finding[] = [];
  for (const { size, text, connections } of LOADS) {
    const load = { what: `forwarded requests${size} that are saved as runs`, text, connections };
    findings.push(...(await ratesAt(bench, { saving: measured, forwarder }, load)));
  }
  bench.onStep('one connection');
  const { p50, p95 } = await timesOneByOne(measured, measured.requests(TEXT));
  return [
    ...findings,
    {
      section: 'saving',
      what: 'a forwarded request that is saved as a run, on one connection, p50',
      figure: `${p50.toFixed(1)} ms`,
      values: { p50, p95 },
      facts: `p95 ${p95.toFixed(1)} ms`,
    },
  ];
};

async function latencyOf(
  bench: Bench,
  { service, forwarder }: Fixtures,
  { requests }: Saving,
): Promise<Finding> {
  bench.onStep('one connection');
  const { p50, p95 } = await timesOneByOne(service, requests(TEXT));
  const { p50: floor } = await timesOneByOne(forwarder, () => plainRequest('one'));
  bench.onStep('the floor: one commit');
  const commits = await service.database.withCommits((commit) => timesOf(commit));
  const commitP50 = quantile(commits, 0.5);
  const below = floor + COMMITS * commitP50;
  return boundFinding({
    section: 'run',
    what: `a whole run on one connection, p50, beside the forwarder's and ${COMMITS} commits of one row`,
    value: p50,
    below: Number(below.toFixed(2)),
    unit: 'ms',
    values: { p50, floor, commitP50 },
    facts: `p95 ${p95.toFixed(1)} ms; the forwarder takes ${floor.toFixed(2)} ms, a commit ${commitP50.toFixed(2)} ms`,
  });
}
