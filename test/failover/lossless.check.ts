/**
 * With a synchronous standby, nobody has to act: acknowledged runs are there, claims go on, and the service sends the
 * backlog, each run once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenPromises, countEndings, endAll } from '../crash/promises.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { kill } from '../support/process.ts';
import { type Cluster, type Node, startCluster, until } from './cluster.ts';
import {
  backlogOf,
  type Callers,
  type Fixtures,
  firstClaimAfter,
  openFixtures,
  seconds,
  startCallers,
} from './fixtures.ts';

const WITHIN_MS = 30_000;
const PATIENCE = { timeout: 600_000 };

let cluster: Cluster;
const figures: Record<string, object> = {};
beforeAll(async () => {
  cluster = await startCluster({ isSynchronous: true });
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  console.table(figures);
  await cluster?.close();
}, INSTALL_TIMEOUT_MS);

interface Failover {
  name: string;
  fixtures: Fixtures;
  callers: Callers;
  /** The node that is no longer the primary. */
  begin: () => Promise<Node>;
}

/** Returns how the acknowledged runs ended. */
async function play({ name, fixtures, callers, begin }: Failover): Promise<Record<string, number>> {
  const { db, outside, workspace } = fixtures;
  const before = await backlogOf(db);
  const began = Date.now();
  const old = await begin();
  const promoted = await cluster.promotedAfter(old);
  const claimedAt = await until(
    () => firstClaimAfter(db, promoted.at).catch(() => undefined),
    'a run is claimed',
  );
  const after = await backlogOf(db);
  await sleep(10_000);
  const runs = await callers.stop();
  const client = fixtures.clients[0]!;
  const ended = await endAll(client, runs);
  const broken = await brokenPromises(
    { db, workspace, client, sandbox: outside.sandbox },
    runs,
    ended,
  );
  const endings = countEndings(ended);
  figures[name] = {
    'promoted after': seconds(promoted.at - began),
    'claims after promotion': seconds(claimedAt - promoted.at),
    'backlog before': before,
    'backlog then': after,
    acknowledged: runs.length,
    lost: runs.length - ended.length,
    'sent twice': runs.filter(({ id }) => outside.sandbox.posts(id) > 1).length,
    'broken promises': broken.length,
    endings: JSON.stringify(endings),
    'repeated answers': JSON.stringify(callers.refusals),
  };
  expect(broken).toEqual([]);
  expect(claimedAt - promoted.at).toBeLessThan(WITHIN_MS);
  return endings;
}

it(
  'a switchover: all processes live and find what was acknowledged to them',
  PATIENCE,
  async () => {
    await using fixtures = await openFixtures(cluster);
    const callers = await startCallers(fixtures, 'switchover');
    await sleep(5_000);
    const endings = await play({
      name: 'switchover',
      fixtures,
      callers,
      begin: cluster.switchOver,
    });
    expect(Object.keys(endings)).toEqual(['completed']);
  },
);

it(
  'the primary is killed: all processes live and find what was acknowledged to them',
  PATIENCE,
  async () => {
    await cluster.hasStandby();
    await using fixtures = await openFixtures(cluster);
    const callers = await startCallers(fixtures, 'killed');
    await sleep(5_000);
    const endings = await play({ name: 'kill -9', fixtures, callers, begin: cluster.killPrimary });
    expect(Object.keys(endings)).toEqual(['completed']);
  },
);

it('the primary is killed with a process: the standby answers for it', PATIENCE, async () => {
  await cluster.restart();
  await cluster.hasStandby();
  await using fixtures = await openFixtures(cluster, { DATABASE_SYNCHRONOUS_STANDBY: 'on' });
  const [living, dying] = fixtures.services as [Fixtures['services'][0], Fixtures['services'][0]];
  fixtures.clients.splice(fixtures.services.indexOf(dying), 1);
  expect(fixtures.services.indexOf(living)).toBe(0);
  const callers = await startCallers(fixtures, 'both');
  await sleep(5_000);
  const begin = async () => {
    kill(dying, 'SIGKILL');
    return cluster.killPrimary();
  };
  const endings = await play({ name: 'kill -9 of both', fixtures, callers, begin });
  // The service looks up what the dead process had sent, and never sends it again.
  const { completed = 0, answer_lost = 0, outcome_unknown = 0, ...others } = endings;
  expect(others).toEqual({});
  expect(answer_lost + outcome_unknown).toBeLessThanOrEqual(6);
  expect(completed).toBeGreaterThan(0);
});
