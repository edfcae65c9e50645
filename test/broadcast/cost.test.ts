/** The cost of a settlement whose span goes nowhere: the same as before there were destinations. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDestinationKeeping } from '../../server/broadcast/index.ts';
import type { Queryable } from '../../server/platform/db/pool.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(() => service.close());

/** How often a settlement has read or changed tables. */
async function settle(of: Tenant): Promise<Record<string, number>> {
  const { id } = runOf(await of.create(request('sandbox/echo')));
  const { db } = service.database;
  return db.transaction(async (tx) => {
    const [run] = await tx.query<{ id: string }>(
      'select id from run where workspace = $1 order by id desc limit 1',
      [of.workspace],
    );
    const before = await usesOf(tx);
    await tx.query('select * from advance_runs($1, $2)', [
      JSON.stringify([
        {
          ...{ ord: 1, workspace: of.workspace, id: run!.id, from_states: ['reserved', 'queued'] },
          ...{ to_state: 'failed', error: { code: 'cancelled', message: id, retryable: false } },
        },
      ]),
      [null],
    ]);
    const after = await usesOf(tx);
    return Object.fromEntries([...after].map(([name, uses]) => [name, uses - before.get(name)!]));
  });
}

async function usesOf(tx: Queryable): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; count: number }>(
    `select relname as name,
       (coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del)::integer as count
     from pg_stat_xact_user_tables where relname in ('broadcast_destination', 'broadcast_span', 'webhook_endpoint')`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

it('a workspace without destinations reads no table of destinations', async () => {
  expect(await settle(tenant)).toMatchObject({ broadcast_destination: 0, broadcast_span: 0 });
  const other = await service.tenant();
  const destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
  await destinations.create(other, { name: 'x', url: 'http://127.0.0.1:9/' });
  expect(await settle(tenant)).toMatchObject({ broadcast_destination: 0, broadcast_span: 0 });
  const written = await settle(other);
  expect(written.broadcast_span).toBeGreaterThan(0);
  // Webhooks are not part of this test.
  expect(written.webhook_endpoint).toBe(0);
});

it('a key with credit of its own writes for the destinations of its workspace, too', async () => {
  const other = await service.tenant();
  const destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
  await destinations.create(other, { name: 'x', url: 'http://127.0.0.1:9/' });
  const { db } = service.database;
  await db.query(
    "insert into account (workspace, id, kind) values ($1, gen_random_uuid(), 'key_credit')",
    [other.workspace],
  );
  const rows = await db.query<{ kind: string; has_destinations: boolean; has_webhooks: boolean }>(
    'select kind, has_destinations, has_webhooks from account where workspace = $1 order by kind desc',
    [other.workspace],
  );
  expect(rows).toEqual([
    { kind: 'wallet', has_destinations: true, has_webhooks: false },
    { kind: 'key_credit', has_destinations: true, has_webhooks: false },
  ]);
});
