/**
 * With a standby that is behind, acknowledged commits are lost. Processes that lived through it notice: they claim
 * nothing, send nothing twice, and after a while take no more money, and `recover` keeps what no process can have sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acknowledged, brokenPromises, countEndings, endAll } from '../crash/promises.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { request } from '../support/process.ts';
import { json } from '../support/program.ts';
import { type Cluster, startCluster, until } from './cluster.ts';
import {
  backlogOf,
  type Fixtures,
  firstClaimAfter,
  openFixtures,
  probe,
  seconds,
  startCallers,
} from './fixtures.ts';

const TAKES_MONEY_MS = 5_000;
const LOSES_MS = 5_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ isSynchronous: false });
}, INSTALL_TIMEOUT_MS);
afterAll(() => cluster?.close(), INSTALL_TIMEOUT_MS);

/** Those that the database has, and those that it has lost. */
async function part({ db }: Fixtures, runs: readonly Acknowledged[]) {
  const rows = await db.query<{ key: string }>('select idempotency_key as key from run');
  const keys = new Set(rows.map(({ key }) => key));
  const [there, lost]: [Acknowledged[], Acknowledged[]] = [[], []];
  for (const run of runs) (keys.has(run.requestKey) ? there : lost).push(run);
  return { there, lost };
}

it('acknowledged commits are lost: nothing is sent twice', { timeout: 600_000 }, async () => {
  await using fixtures = await openFixtures(cluster, {
    REFUSE_CREATES_AFTER_MS: String(TAKES_MONEY_MS),
  });
  const { db, outside, services, environment, workspace } = fixtures;
  const { sandbox } = outside;
  const client = fixtures.clients[0]!;
  const callers = await startCallers(fixtures, 'lossy');
  await sleep(5_000);
  await cluster.stopReplication();
  await sleep(LOSES_MS);
  const before = await backlogOf(db);
  const old = await cluster.killPrimary();
  const promoted = await cluster.promotedAfter(old);

  for (const service of services) await service.until(/no run is started until npm run cli/);
  const stoppedAfter = Date.now() - promoted.at;
  const sent = sandbox.posts();
  expect(JSON.parse(await probe(services[0]!, '/readyz'))).toEqual({
    ...{ status: 'ready', claims: 'refused' },
  });
  expect(await probe(services[0]!, '/metrics')).toMatch(/^modelrun_claims_refused 1$/m);
  const late: Acknowledged[] = [];
  await until(async () => {
    const [requestKey, body] = [`late-${late.length}`, request('sandbox/slow')];
    const { status, run } = await client.create(requestKey, body);
    if (status === 503) return true;
    late.push({ id: run.id, requestKey, body });
    return undefined;
  }, 'no more money is taken');
  const refusedAfter = Date.now() - promoted.at;
  await sleep(5_000);
  expect(sandbox.posts()).toBe(sent);
  const { there, lost } = await part(fixtures, [...(await callers.stop(100)), ...late]);
  expect(lost.length).toBeGreaterThan(0);
  expect(await firstClaimAfter(db, promoted.at)).toBeUndefined();

  const recovered = await json<{ runs: number; kept: number }>(['recover'], environment);
  const recoveredAt = Date.now();
  expect(recovered.kept).toBeGreaterThan(0);
  const claimedAt = await until(() => firstClaimAfter(db, recoveredAt), 'a run is claimed');
  // Refused callers repeat, and get what they ask for.
  const { there: all } = await part(fixtures, [...(await callers.stop()), ...late]);
  const ended = await endAll(client, all);
  const twice = [...all, ...lost].filter(({ id }) => sandbox.posts(id) > 1);
  console.table({
    'asynchronous loss': {
      'claims stopped after promotion': seconds(stoppedAfter),
      'creates refused after promotion': seconds(refusedAfter),
      'backlog before': before,
      acknowledged: there.length + lost.length,
      'lost with the primary': lost.length,
      'to be reconciled': recovered.runs,
      'kept in the queue': recovered.kept,
      'claims after recover': seconds(claimedAt - recoveredAt),
      'sent twice': twice.length,
      endings: JSON.stringify(countEndings(ended)),
    },
  });
  expect(twice).toEqual([]);
  const kept = { db, workspace, client, sandbox };
  expect(await brokenPromises(kept, all, ended)).toEqual([]);
});
