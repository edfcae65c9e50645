/** Admissions and settlements without HTTP: compared with plain INSERTs, and one wallet compared with a thousand. */
import type { Bench, Section } from './bench.ts';
import { cpuMsBetween, cpuTimesOf } from './cpu.ts';
import { createMeter } from './meter.ts';
import type { BenchDatabase, Tenant } from './postgres.ts';
import { type Finding, ratioFinding } from './report.ts';
import { compare, quantile } from './rounds.ts';
import type { Done, StorageCommands, StorageOptions } from './storage-subject.ts';
import { startSubject } from './subject.ts';
import { timesOf } from './times.ts';

const MANY = 1_000;
/** Enough for PostgreSQL, which does nearly all of the work; settlements need a run for each. */
export const WARM_UP_SECONDS = 2;
/** Claimed runs per second of settlements, before the actual need is known. */
const LEAST_RATE = 2_000;
const MORE_THAN_BEFORE = 2;

export const storage: Section = async (options) => {
  const bench = { ...options, warmUpSeconds: WARM_UP_SECONDS };
  await using fixtures = await openStorageFixtures(bench);
  const { subject, database } = fixtures;
  bench.onStep('the floor: one commit');
  const commits = await database.withCommits((commit) => timesOf(commit));
  const tenants = await createTenants(database, 1);
  const insert = (seconds: number) => subject.call('insert', tenants, seconds);
  const commitP50 = quantile(commits, 0.5);
  const sides = { fixtures, insert, commitP50 };
  const admissions = await besideInserts(bench, sides, {
    ...{ what: 'admissions', atLeast: 1.2 },
    work: (seconds) => subject.call('admit', tenants, seconds),
  });
  await database.forgetRuns();
  const settlements = await besideInserts(bench, sides, {
    ...{ what: 'settlements of claimed runs', atLeast: 1 },
    prepare: createClaims(fixtures, tenants),
    work: (seconds) => subject.call('settle', seconds),
  });
  return [admissions, settlements];
};

/** Claims enough runs for a measurement, and not many times more. */
export function createClaims({ subject }: Pick<Fixtures, 'subject'>, tenants: Tenant[]) {
  return async (seconds: number, bestRate: number) => {
    const wanted = Math.ceil(MORE_THAN_BEFORE * Math.max(bestRate, LEAST_RATE) * seconds);
    const claimed = await subject.call('claim', tenants, wanted);
    if (claimed < wanted) throw new Error(`${claimed} of ${wanted} runs were claimed`);
  };
}

interface Work {
  what: string;
  atLeast: number;
  /** Makes what the work needs, before its time begins. */
  prepare?: (seconds: number, bestRate: number) => Promise<void>;
  work: (seconds: number) => Promise<Done>;
}

async function besideInserts(
  bench: Bench,
  sides: { fixtures: Fixtures; insert: (seconds: number) => Promise<Done>; commitP50: number },
  { what, atLeast, prepare = async () => {}, work }: Work,
): Promise<Finding> {
  const { subject, database } = sides.fixtures;
  const [below, above] = [cpuPerRow(database, sides.insert), cpuPerRow(database, work)];
  let bestRate = 0;
  const comparison = await compare(
    {
      floor: below.run,
      async measured(seconds) {
        await prepare(seconds, bestRate);
        const rate = await above.run(seconds);
        bestRate = Math.max(bestRate, rate);
        return rate;
      },
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const { admissions, inserts } = await subject.call('connections');
  return ratioFinding(
    {
      ...{ section: 'storage', atLeast },
      what: `${what} beside commits of single-row INSERTs, ${bench.inFlight} in flight`,
    },
    comparison,
    `; ${admissions} connections beside ${inserts}; PostgreSQL spends ${above.us()} µs beside ${below.us()} µs a row; one commit alone takes ${sides.commitP50.toFixed(2)} ms`,
  );
}

/** The processor time that PostgreSQL spends on each row, besides the rate. */
function cpuPerRow(database: BenchDatabase, work: (seconds: number) => Promise<Done>) {
  const cpu = createMeter(async () => cpuTimesOf(await database.backends()), cpuMsBetween);
  let rows = 0;
  return {
    async run(seconds: number): Promise<number> {
      const { count, perSecond } = await cpu.during(() => work(seconds));
      rows += count;
      return perSecond;
    },
    us: () => ((cpu.spent() / rows) * 1_000).toFixed(0),
  };
}

export const wallets: Section = async (bench) => {
  await using fixtures = await openStorageFixtures(bench);
  const { subject, database } = fixtures;
  bench.onStep(`making ${MANY} wallets`);
  const many = await createTenants(database, MANY);
  const one = many.slice(0, 1);
  const comparison = await compare(
    {
      floor: async (seconds) => (await subject.call('admit', many, seconds)).perSecond,
      measured: async (seconds) => (await subject.call('admit', one, seconds)).perSecond,
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const title = {
    section: 'wallets',
    what: `creates on one hot wallet beside creates on ${MANY} wallets, ${bench.inFlight} in flight`,
    atLeast: 0.95,
  };
  return [ratioFinding(title, comparison)];
};

type Fixtures = Awaited<ReturnType<typeof openStorageFixtures>>;

export async function openStorageFixtures(bench: Bench) {
  await using stack = new AsyncDisposableStack();
  const database = await bench.postgres.createDatabase();
  stack.defer(() => database.drop());
  const options: StorageOptions = {
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    inFlight: bench.inFlight,
  };
  const subject = await startSubject<StorageCommands>('storage-subject.ts', options);
  stack.defer(() => subject.stop());
  const kept = stack.move();
  return { subject, database, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function createTenants(database: BenchDatabase, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let i = 0; i < count; i++) tenants.push(await database.createTenant());
  return tenants;
}
