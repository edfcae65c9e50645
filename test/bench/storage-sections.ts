/** Admissions without HTTP: beside plain INSERTs, and with one wallet beside a thousand. */
import type { Bench, Section } from './bench.ts';
import type { BenchDatabase, Tenant } from './postgres.ts';
import { ratioFinding } from './report.ts';
import { compare } from './rounds.ts';
import type { StorageCommands, StorageOptions } from './storage-subject.ts';
import { startSubject } from './subject.ts';

const MANY = 1_000;

export const storage: Section = async (bench) => {
  await using scene = await openScene(bench);
  const { subject, database } = scene;
  const tenants = await createTenants(database, 1);
  const comparison = await compare(
    {
      floor: (seconds) => subject.call('insert', tenants, seconds),
      measured: (seconds) => subject.call('admit', tenants, seconds),
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const { admissions, inserts } = await subject.call('connections');
  const title = {
    section: 'storage',
    what: `admissions beside commits of single-row INSERTs, ${bench.inFlight} in flight`,
    atLeast: 0.9,
  };
  return [ratioFinding(title, comparison, `; ${admissions} connections beside ${inserts}`)];
};

export const wallets: Section = async (bench) => {
  await using scene = await openScene(bench);
  const { subject, database } = scene;
  bench.onStep(`making ${MANY} wallets`);
  const many = await createTenants(database, MANY);
  const one = many.slice(0, 1);
  const comparison = await compare(
    {
      floor: (seconds) => subject.call('admit', many, seconds),
      measured: (seconds) => subject.call('admit', one, seconds),
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const title = {
    section: 'wallets',
    what: `creates on one hot wallet beside creates on ${MANY} wallets, ${bench.inFlight} in flight`,
    atLeast: 0.9,
  };
  return [ratioFinding(title, comparison)];
};

async function openScene(bench: Bench) {
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
