/** The service under test on a database of its own, with one tenant. */
import type { Bench } from './bench.ts';
import type { BenchDatabase } from './postgres.ts';
import { profilingFlags } from './profile.ts';
import type { ServiceCommands, ServiceOptions } from './service-subject.ts';
import { startSubject } from './subject.ts';

export type Service = Awaited<ReturnType<typeof openService>>;

export async function openService(bench: Bench, options: Omit<ServiceOptions, 'databaseUrl'>) {
  await using stack = new AsyncDisposableStack();
  const database = await bench.postgres.createDatabase();
  stack.defer(() => database.drop());
  const tenant = await database.createTenant();
  const { subject, port } = stack.use(await startService(bench, database, options));
  const kept = stack.move();
  return { subject, database, tenant, port, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Uses an existing database. */
export async function startService(
  { profile }: Bench,
  { url: databaseUrl }: BenchDatabase,
  { worker, environment = {} }: Omit<ServiceOptions, 'databaseUrl'>,
) {
  const options: ServiceOptions = { databaseUrl, worker, environment };
  const flags = profilingFlags(profile);
  const subject = await startSubject<ServiceCommands>('service-subject.ts', options, flags);
  const port = await subject.call('port');
  return { subject, port, [Symbol.asyncDispose]: () => subject.stop() };
}
