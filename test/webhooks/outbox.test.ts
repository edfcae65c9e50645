/** The table of messages for endpoints: what it contains, and what reads it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { claimDeliveries } from '../../server/webhooks/store.ts';
import { request, startService, type Tenant, type TestService } from '../support/service.ts';

const URL = 'http://127.0.0.1:9/';

let service: TestService;
let tenant: Tenant;
let endpoint: string;
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
});
beforeEach(async () => {
  tenant = await service.tenant();
  const webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  const input = { url: URL, eventTypes: ['run.failed'] as const };
  ({ id: endpoint } = (await webhooks.create(tenant, input)).endpoint);
});
afterAll(() => service.close());

it('a state is saved while the endpoint that wants to know of it is removed', async () => {
  const { db } = service.database;
  await tenant.create(request('sandbox/echo'));
  await db.query("update webhook_endpoint set event_types = '{run.reserved}' where id = $1", [
    endpoint,
  ]);
  let telling: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.query('delete from webhook_endpoint where id = $1', [endpoint]);
    telling = db.query(
      'select tell_of_runs(array_agg(id), array_agg(workspace)) from run where workspace = $1',
      [tenant.workspace],
    );
    telling.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expect(telling).resolves.toBeDefined();
});

it('what waits for an endpoint that fails is not read to find what is due', async () => {
  const { db } = service.database;
  const [, other] = [await wait(20_000), await service.tenant()];
  const webhooks = createWebhooks({ db, allowsPrivate: true });
  const made = await webhooks.create(other, { url: URL, eventTypes: ['run.failed'] });
  await db.query(
    `insert into webhook_delivery (workspace, endpoint, type, data, due_at)
     values ($1, $2, 'credit.low', '{}', now())`,
    [other.workspace, made.endpoint.id],
  );
  await db.query('analyze webhook_delivery');
  const read = await db.transaction(async (tx) => {
    const claim = { atMost: 8, atOnce: 8, hideMs: 30_000, held: new Map() };
    expect(await claimDeliveries(tx, claim)).toHaveLength(1);
    const [row] = await tx.query<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::integer as rows
       from pg_stat_xact_user_tables where relname = 'webhook_delivery'`,
    );
    return row!.rows;
  });
  expect(read).toBeLessThan(100);
});

it('a workspace has 20 endpoints at the most, however many are made at once', async () => {
  const webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  const make = () => webhooks.create(tenant, { url: URL, eventTypes: ['run.failed'] });
  const made = await Promise.allSettled(Array.from({ length: 25 }, make));
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(6);
  expect(await webhooks.list(tenant.workspace)).toHaveLength(20);
});

/** Puts off this many messages to the endpoint, as if each had failed. */
async function wait(count: number): Promise<void> {
  await service.database.db.query(
    `insert into webhook_delivery (workspace, endpoint, type, run, version, data, due_at, attempts,
       last_attempt_at, last_error)
     select $1, $2, 'run.failed', gen_random_uuid(), 1, '{}', now() + interval '1 hour', 1,
       now() - interval '1 hour', 'The endpoint answered with 500.' from generate_series(1, $3)`,
    [tenant.workspace, endpoint, count],
  );
}
