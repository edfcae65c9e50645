/** Owners say for how long their workspace keeps content, within what the deployment lets them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgePayloads } from '../../server/runs/index.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;
let admin: Person;
beforeAll(async () => {
  dashboard = await startDashboard({ environment: { CONTENT_RETENTION_DAYS: '365' } });
  customer = await dashboard.customer();
  admin = await dashboard.person(customer.tenant.workspace, 'admin');
});
afterAll(() => dashboard.close());

const set = (person: Person, contentRetentionDays: number | null) =>
  person.send({ method: 'PATCH', path: customer.path, body: { contentRetentionDays } });

test('owners set days, which the audit trail shows; admins do not', async () => {
  const refused = problemOf(await set(admin, 30), 'forbidden');
  expect(refused.errors).toMatchObject([{ pointer: '#/contentRetentionDays' }]);
  const updated = bodyOf<BodyOf<'updateWorkspace'>>(await set(customer.owner, 30));
  expect(updated).toMatchObject({ contentRetentionDays: 30, maxContentRetentionDays: 365 });
  expect(await admin.get(customer.path)).toMatchObject({ contentRetentionDays: 30 });
  type Events = BodyOf<'listAuditEvents'>;
  const { data } = await customer.owner.get<Events>(`${customer.path}/audit-events`);
  expect(data[0]).toMatchObject({ kind: 'settings_changed', detail: { contentRetentionDays: 30 } });
  const none = bodyOf<BodyOf<'updateWorkspace'>>(await set(customer.owner, null));
  expect(none).not.toHaveProperty('contentRetentionDays');
});

test('more than the deployment keeps is refused, and so is no time at all', async () => {
  const refused = problemOf(await set(customer.owner, 366), 'invalid_request');
  expect(refused.errors).toMatchObject([{ pointer: '#/contentRetentionDays', code: 'maximum' }]);
  problemOf(await set(customer.owner, 0), 'invalid_request');
});

test('a run whose content was purged is answered with the time, and without the content', async () => {
  const { owner, path, tenant } = customer;
  const run = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  const { db } = dashboard.service.database;
  const now = new Date(Date.now() + 400 * 86_400_000);
  await purgePayloads(db, { mostDays: 365, withinMs: 60_000, now });
  const detail = await owner.get<BodyOf<'getRun'>>(`${path}/runs/${run.id}`);
  expect(detail).not.toHaveProperty('request');
  expect(detail.entries.length).toBeGreaterThan(1);
});
