/** The table of what endpoints are to be told: what stands in it, and what reads it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWebhooks } from '../../server/webhooks/index.ts';
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
      'select tell_of_runs_1(array_agg(id), array_agg(workspace)) from run where workspace = $1',
      [tenant.workspace],
    );
    telling.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expect(telling).resolves.toBeDefined();
});
