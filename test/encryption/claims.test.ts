/** One process saves runs and another one claims them, which has the request only from the database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInBooks } from '../support/books.ts';
import {
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { operatorKey } from './fixtures.ts';

const environment = { CONTENT_KEYS: operatorKey('only') };

let api: TestService;
let tenant: Tenant;
beforeAll(async () => {
  api = await startService({ parts: ['api'], environment });
  tenant = await api.tenant();
});
afterAll(() => api.close());

test('a claimed request is decrypted; one of another run is not sent, and costs nothing', async () => {
  const before = await tenant.wallet();
  const createRun = async (content: string) =>
    runOf(await tenant.create(request('sandbox/echo', { messages: [{ role: 'user', content }] })));
  const [moved, whole] = [await createRun('was moved'), await createRun('stays whole')];
  const { db } = api.database;
  const swapped = await db.query(
    `update run_payload p set request = f.request from run_payload f, run r
     where p.workspace = $1 and f.workspace = $1 and p.run <> f.run and r.workspace = $1 and r.id = p.run
       and r.idempotency_key = $2 returning 1`,
    [tenant.workspace, moved.idempotencyKey],
  );
  expect(swapped).toHaveLength(1);
  const worker = await startService({ parts: ['worker'], database: api.database, environment });
  try {
    expect(await tenant.end(whole.id)).toMatchObject({ state: 'completed', text: 'stays whole' });
    const refused = await tenant.end(moved.id);
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(refused).not.toHaveProperty('text');
  } finally {
    await worker.close();
  }
  const after = await tenant.wallet();
  expect(after.held).toBe(0);
  const charged = runOf(await tenant.get(`${RUNS}/${whole.id}`)).chargedAmount ?? 0;
  expect(before.available - after.available).toBe(charged);
  expect(await faultsInBooks(api.database.db)).toEqual([]);
});
