/** The service under test on a database of its own, with one tenant. */
import type { Bench } from './bench.ts';
import type { ServiceCommands, ServiceOptions } from './service-subject.ts';
import { startSubject } from './subject.ts';

export async function openService(
  { postgres }: Bench,
  { worker, environment = {} }: Omit<ServiceOptions, 'databaseUrl'>,
) {
  await using stack = new AsyncDisposableStack();
  const database = await postgres.createDatabase();
  stack.defer(() => database.drop());
  const tenant = await database.createTenant();
  const options: ServiceOptions = { databaseUrl: database.url, worker, environment };
  const subject = await startSubject<ServiceCommands>('service-subject.ts', options);
  stack.defer(() => subject.stop());
  const port = await subject.call('port');
  const kept = stack.move();
  return { subject, database, tenant, port, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
