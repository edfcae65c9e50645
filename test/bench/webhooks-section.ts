/**
 * The cost of webhooks: runs of a workspace with an endpoint compared with runs of one without, their settlements
 * alone, and how fast an endpoint gets waiting messages. The receiver, a separate process, accepts each at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '../../server/platform/db/pool.ts';
import { createWebhooks, EVENT_TYPES } from '../../server/webhooks/index.ts';
import type { Bench, Section } from './bench.ts';
import { countsOf } from './counts.ts';
import { runLoad } from './http-client.ts';
import type { BenchDatabase, Counters, Tenant } from './postgres.ts';
import type { ReceiverCommands } from './receiver-subject.ts';
import { type Finding, ratioFinding } from './report.ts';
import { creates, WAIT } from './requests.ts';
import { type Comparison, compare, type Spread, spreadOf } from './rounds.ts';
import { openService, startService } from './service.ts';
import { createClaims, openStorageFixtures, WARM_UP_SECONDS } from './storage-sections.ts';
import { type Subject, startSubject } from './subject.ts';
import { openUpstream, sendingTo } from './whole-run-fixtures.ts';

const ENVIRONMENT = { WEBHOOK_PRIVATE_NETWORKS: 'on' };
/** More messages than go out during the measurement. */
const MESSAGES = 20_000;

type Receiver = Subject<ReceiverCommands>;

export const webhooks: Section = async (bench) => {
  await using stack = new AsyncDisposableStack();
  const receiver = await startSubject<ReceiverCommands>('receiver-subject.ts', {});
  stack.defer(() => receiver.stop());
  const runs = await wholeRuns(bench, receiver);
  return [runs.finding, ...(await settlements(bench, receiver, runs.rate))];
};

async function wholeRuns(bench: Bench, receiver: Receiver) {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await openUpstream());
  const sending = stack.use(await sendingTo(upstream.url));
  const environment = { ...sending.environment, ...ENVIRONMENT };
  const { database, port, tenant } = stack.use(
    await openService(bench, { worker: true, environment }),
  );
  await using notified = await openNotified(database, receiver);
  const side = (key: string) => {
    const counts = countsOf(database);
    let runs = 0;
    return {
      async run(seconds: number): Promise<number> {
        const load = { port, connections: bench.inFlight, seconds, status: 200 };
        const rate = await counts.during(() => runLoad({ ...load, request: creates(key, WAIT) }));
        runs += rate * seconds;
        return rate;
      },
      each: () => counts.each(runs),
    };
  };
  const [without, having] = [side(tenant.key), side(notified.tenant.key)];
  const comparison = await compare(
    {
      floor: without.run,
      measured: having.run,
      async between() {
        await notified.untilNothingWaits();
        await database.forgetRuns();
      },
    },
    bench,
  );
  const what = `whole runs with a webhook each beside runs without, ${bench.inFlight} connections`;
  const facts = `; of each run ${beside(having.each(), without.each())}`;
  const finding = ratioFinding({ section: 'webhooks', what }, comparison, facts);
  return { finding, rate: comparison.floor };
}

async function settlements(bench: Bench, receiver: Receiver, runRate: Spread): Promise<Finding[]> {
  await using fixtures = await openStorageFixtures(bench);
  const { subject, database } = fixtures;
  await using notified = await openNotified(database, receiver);
  const side = (tenant: Tenant) => {
    const counts = countsOf(database);
    const prepare = createClaims(fixtures, [tenant]);
    let settled = 0;
    let bestRate = 0;
    return {
      async run(seconds: number): Promise<number> {
        await prepare(seconds, bestRate);
        const { count, perSecond } = await counts.during(() => subject.call('settle', seconds));
        settled += count;
        bestRate = Math.max(bestRate, perSecond);
        return perSecond;
      },
      each: () => counts.each(settled),
    };
  };
  const [without, having] = [side(await database.createTenant()), side(notified.tenant)];
  const between = () => database.forgetRuns();
  const sides = { floor: without.run, measured: having.run, between };
  const comparison = await compare(sides, { ...bench, warmUpSeconds: WARM_UP_SECONDS });
  const title = {
    section: 'webhooks',
    what: `settlements that write a message beside settlements without, ${bench.inFlight} in flight`,
  };
  const facts = `; of each settlement ${beside(having.each(), without.each())}`;
  await database.forgetRuns();
  return [
    ratioFinding(title, comparison, facts),
    await deliveries({ bench, database, notified, receiver, runRate }),
  ];
}

interface Backlog {
  bench: Bench;
  database: BenchDatabase;
  notified: Notified;
  receiver: Receiver;
  runRate: Spread;
}

/** Delivers messages that wait when the service starts. */
async function deliveries(backlog: Backlog): Promise<Finding> {
  const { bench, database, notified, receiver, runRate } = backlog;
  await notified.makeWait(MESSAGES);
  const before = await receiver.call('taken');
  await using _service = await startService(bench, database, {
    ...{ worker: true, environment: ENVIRONMENT },
  });
  const taken = async () => (await receiver.call('taken')) - before;
  while ((await taken()) === 0) await sleep(10);
  const rates: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    bench.onStep(`messages that wait: round ${round} of ${bench.rounds}`);
    const [start, first] = [performance.now(), await taken()];
    await sleep(bench.seconds * 1_000);
    const [end, last] = [performance.now(), await taken()];
    // Once the messages have run out, the rest of the round says nothing.
    if (last >= MESSAGES) break;
    rates.push((last - first) / ((end - start) / 1_000));
  }
  if (rates.length === 0) throw new Error(`${MESSAGES} messages went out before a rate was known`);
  const comparison: Comparison = {
    ratio: spreadOf(rates.map((rate) => rate / runRate.median)),
    floor: runRate,
    measured: spreadOf(rates),
  };
  const what = 'messages to one endpoint, of those that wait, beside whole runs without webhooks';
  return ratioFinding({ section: 'webhooks', what }, comparison);
}

type Notified = Awaited<ReturnType<typeof openNotified>>;

/** A tenant whose workspace has an endpoint at the receiver. */
async function openNotified(database: BenchDatabase, receiver: Receiver) {
  const tenant = await database.createTenant();
  const { workspace } = tenant;
  const db = createDb({ url: database.url, max: 1, applicationName: 'bench' });
  const url = `http://127.0.0.1:${await receiver.call('port')}/`;
  const endpoints = createWebhooks({ db, allowsPrivate: true });
  await endpoints.create({ workspace }, { url, eventTypes: EVENT_TYPES });

  async function waiting(): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      'select count(*)::integer as count from webhook_delivery where due_at is not null',
    );
    return row!.count;
  }

  return {
    tenant,
    async untilNothingWaits(): Promise<void> {
      while ((await waiting()) > 0) await sleep(100);
    },
    /** Copies a message, each for another run, until this many wait. */
    async makeWait(count: number): Promise<void> {
      await db.query(
        'delete from webhook_delivery where id <> (select max(id) from webhook_delivery)',
      );
      await db.query(
        `insert into webhook_delivery (workspace, endpoint, type, run, kind, version, data, due_at)
         select workspace, endpoint, type, gen_random_uuid(), kind, version, data, now()
         from webhook_delivery, generate_series(2, $1)`,
        [count],
      );
    },
    [Symbol.asyncDispose]: () => db.close(),
  };
}

function beside(having: Counters, without: Counters): string {
  const both = (name: keyof Counters, digits: number) =>
    `${having[name].toFixed(digits)} beside ${without[name].toFixed(digits)}`;
  return `${both('statements', 3)} statements, ${both('walBytes', 0)} bytes of log`;
}
