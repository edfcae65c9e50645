/**
 * The database saves a create and goes away before it acknowledges it: no answer says that nothing was done, and a
 * repeat with the same key finds the run.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ClientError, createClient } from '../../client/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { type DatabaseTap, openDatabaseTap } from './matrix/database-tap.ts';
import { makeTenant } from './tenant.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside({ slowMs: 100 });
});
afterAll(() => outside.close());

let database: TestDatabase;
let tap: DatabaseTap;
let api: Process;
let key: string;
beforeEach(async () => {
  database = await createTestDatabase();
  tap = await openDatabaseTap(database.url);
  api = await startProcess('serve', { ...outside.environment, DATABASE_URL: tap.url });
  ({ key } = await makeTenant(database.db, 1_000_000_000));
});
afterEach(async () => {
  kill(api, 'SIGKILL');
  await api.ended;
  await tap.close();
  await database.drop();
});

const runs = () => createClient({ baseUrl: api.url, apiKey: key, retry: false }).modelRuns;
const saved = () => database.db.query<{ state: string }>('select state from run');

it('after the commit: the caller learns that it may have created', async () => {
  tap.arm({ statement: 'admit_runs', when: 'after' }, () => void tap.close());
  const error = await runs()
    .create(request('sandbox/echo'))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ code: 'overloaded', mayHaveCreated: true });
  expect(await saved()).toEqual([{ state: 'reserved' }]);
});

it('while its end is waited for: the caller is given the run', async () => {
  tap.arm({ statement: 'read_runs', when: 'before' }, () => void tap.close());
  const { run } = await runs().create(request('sandbox/echo'), { waitSeconds: 2 });
  expect(run.state).toBe('reserved');
  expect(await saved()).toEqual([{ state: 'reserved' }]);
});
