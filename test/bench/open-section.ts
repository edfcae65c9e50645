/** Whole runs at fixed arrivals, compared with the same arrivals at a route that only forwards. */
import type { Section } from './bench.ts';
import { runOpenLoad } from './open-load.ts';
import { creates, plainRequest, WAIT } from './requests.ts';
import { quantile, takeTurns } from './rounds.ts';
import { openFixtures } from './whole-run-fixtures.ts';

const PER_SECOND = 100;
const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 };

export const openArrivals: Section = async (bench) => {
  await using fixtures = await openFixtures(bench);
  const { database, tenant, port } = fixtures.service;
  const load = (to: number, request: () => string) => (seconds: number) =>
    runOpenLoad({ port: to, request, perSecond: PER_SECOND, seconds, status: 200 });
  const turns = await takeTurns(
    {
      floor: load(fixtures.forwarder.port, () => plainRequest('one')),
      measured: load(port, creates(tenant.key, WAIT)),
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const [measured, floor] = [quantilesOf(turns.measured.flat()), quantilesOf(turns.floors.flat())];
  const each = (times: typeof measured) =>
    Object.entries(times).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  return [
    {
      section: 'open',
      what: `a whole run at ${PER_SECOND} arrivals per second, counted from when each was due, p50`,
      figure: `${measured.p50.toFixed(1)} ms`,
      values: {
        ...measured,
        ...{ floorP50: floor.p50, floorP95: floor.p95, floorP99: floor.p99 },
      },
      facts: `${each(measured).join(', ')} ms; the forwarder ${each(floor).join(', ')} ms; ${turns.measured.flat().length} runs`,
    },
  ];
};

function quantilesOf(times: number[]) {
  const of = (name: keyof typeof QUANTILES) => quantile(times, QUANTILES[name]);
  return { p50: of('p50'), p95: of('p95'), p99: of('p99') };
}
