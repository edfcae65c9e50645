/** The provider is down while callers create runs, and comes back: nobody has to act, and nothing is lost. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../soak/load.ts';
import { json } from '../support/program.ts';
import { makeCluster, startServer } from './cluster.ts';
import {
  callerOf,
  expectPromises,
  openFixtures,
  type Service,
  secondsSince,
  startService,
} from './fixtures.ts';
import { startFront } from './provider-front.ts';

const RUNS_PER_SECOND = 10;
const BEFORE_MS = 5_000;
const AWAY_MS = 30_000;
const KEY = 'secret';

export async function judgeProviderOutage(folder: string): Promise<string> {
  const server = await startServer(await makeCluster(join(folder, 'outage')));
  const fixtures = await openFixtures(server);
  const { sandbox } = fixtures.outside;
  const front = await startFront({ url: sandbox.url, key: KEY });
  const service = await startService(fixtures, server.url, { OPENROUTER_BASE_URL: front.url });
  await service.startWorker();
  await service.startWorker();
  const load = startLoad(callerOf(fixtures), RUNS_PER_SECOND);
  await sleep(BEFORE_MS);
  const before = load.acknowledged();
  await front.goAway();
  await sleep(AWAY_MS);
  const during = load.acknowledged() - before;
  const waiting = await pendingOf(service);
  const sent = sandbox.posts();
  await front.comeBack();
  const began = performance.now();
  while (sandbox.posts() === sent) await sleep(50);
  const firstAfter = secondsSince(began);
  const refused = load.refusals();
  const runs = await load.stop();
  while ((await pendingOf(service)) > 0) await sleep(200);
  const allAfter = secondsSince(began);
  await expectPromises(fixtures, server.url, runs);
  await service.stop();
  await server.stop();
  await front.goAway();
  await fixtures.outside.close();
  return `${AWAY_MS / 1_000} s away: ${during} runs taken meanwhile, ${refused} creates refused, ${waiting} open at its end; the first is sent ${firstAfter} after its return, all ended after ${allAfter}; ${runs.length} runs, none lost, none sent twice; audit clean`;
}

interface Overview {
  queues: { runs: number }[];
}

/** As the operator sees it. */
async function pendingOf({ environment }: Service): Promise<number> {
  const { queues } = await json<Overview>(['overview'], environment);
  return queues.reduce((sum, { runs }) => sum + runs, 0);
}
