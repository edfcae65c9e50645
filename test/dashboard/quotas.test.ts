/** The quotas of a workspace, as the people in it and its keys read them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../openapi/generated/developer.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { setQuota } from '../../server/quotas/index.ts';
import { quotasOf } from '../support/quotas.ts';
import { jsonOf } from '../support/service.ts';
import { type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type WorkspaceQuotas = BodyOf<'getQuotas'>;

let dashboard: Dashboard;
let customer: Customer;
beforeAll(async () => {
  const environment = { MAX_STORED_OUTPUT_BYTES: '1000', STORAGE_PRICE_PER_GB_DAY: '0.0030' };
  dashboard = await startDashboard({ environment });
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const read = ({ path, owner }: Customer) => owner.get<WorkspaceQuotas>(`${path}/quotas`);
const quotas = () => quotasOf(dashboard.service.database.db);

it('people read the quotas and the price of storage that the account of a key has', async () => {
  const { workspace } = customer.tenant;
  await quotas().countOutputs({ workspace, owner: newUuid(), bytes: 900 });
  const account = jsonOf(await customer.tenant.get('/v1/developer/account')) as Account;
  const member = await dashboard.person(workspace, 'member');
  const found = await member.get<WorkspaceQuotas>(`${customer.path}/quotas`);
  expect(found).toEqual({
    currency: account.currency,
    quotas: account.quotas,
    storagePricePerGbDay: account.storagePricePerGbDay,
  });
  expect(found.storagePricePerGbDay).toBe('0.003');
  expect(found.quotas[0]).toMatchObject({ quota: 'stored_outputs', limit: 1_000, used: 900 });
  expect(Date.parse(found.quotas[0]!.freesAt!)).toBeGreaterThan(Date.now());
});

it('what the operator sets for one workspace changes nothing for another', async () => {
  const other = await dashboard.customer();
  const { db } = dashboard.service.database;
  await setQuota(db, { workspace: other.tenant.workspace, quota: 'spans', limit: 7 });
  const limitOf = async (at: Customer) =>
    (await read(at)).quotas.find(({ quota }) => quota === 'spans')?.limit;
  expect(await limitOf(other)).toBe(7);
  expect(await limitOf(customer)).toBe(1_000_000);
});

it('room becomes free when the first export or the oldest output of a job expires, whichever is earlier', async () => {
  const of = await dashboard.customer();
  const { workspace } = of.tenant;
  const { db } = dashboard.service.database;
  const freesAt = async () =>
    Date.parse((await read(of)).quotas.find(({ quota }) => quota === 'stored_outputs')!.freesAt!);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const insertMade = async (id: string, expiresAt: Date) => {
    await db.query(
      `insert into made_export (workspace, id, dataset, format, month, span_from, span_to, request_key, state, bytes,
         expires_at)
       values ($1, $2, 'runs', 'csv', '2027-01', now(), now(), $2::uuid::text, 'ready', 10, $3)`,
      [workspace, id, expiresAt],
    );
  };
  await quotas().countOutputs({ workspace, owner: newUuid(), bytes: 1 });
  const ofJob = await freesAt();
  expect(ofJob).toBeGreaterThan(inDays(29).getTime());

  const made = newUuid();
  const expiresAt = inDays(5);
  await insertMade(made, expiresAt);
  // Nothing of it is stored yet.
  expect(await freesAt()).toBe(ofJob);
  await quotas().countOutputs({ workspace, owner: made, bytes: 10 });
  expect(await freesAt()).toBe(expiresAt.getTime());
  await db.query('update workspace set content_days = 1 where id = $1', [workspace]);
  expect(await freesAt()).toBe(ofJob - 29 * 86_400_000);
});
