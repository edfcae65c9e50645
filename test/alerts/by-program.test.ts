/** Alerts by program: a key with `webhooks:*` reads and sets what the workspace is alerted to, and lists what was raised. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAlerts } from '../../server/alerts/index.ts';
import {
  type BodyOf,
  type Customer,
  type Dashboard,
  startDashboard,
} from '../dashboard/fixtures.ts';

import { type Answer, jsonOf, PLENTY, problemOf, type Tenant } from '../support/service.ts';

let dashboard: Dashboard;
let customer: Customer;
beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const SETTINGS = '/v1/developer/alert-settings';
const ALERTS = '/v1/developer/alerts';

const set = (body: object, by: Tenant = customer.tenant): Promise<Answer> =>
  by.send({ method: 'PATCH', path: SETTINGS, body });
const raised = async (query = '', by: Tenant = customer.tenant) =>
  jsonOf(await by.get(`${ALERTS}?${query}`)) as BodyOf<'listWorkspaceAlerts'>;
const kinds = async (query: string) => (await raised(query)).data.map(({ kind }) => kind);

test('a key sets every threshold, people see it, and the trail names the key', async () => {
  const { tenant, owner, path } = customer;
  const none = { failureWindowMinutes: 15, failureMinRuns: 20, mailTo: 'owners' };
  const before = jsonOf(await tenant.get(SETTINGS));
  expect(before).toEqual({ currency: 'USD', scale: 9, ...none, sendsMail: false });
  const change = {
    ...{ lowBalanceAmount: PLENTY, keyLimitPercent: 80, failureRatePercent: 20 },
    ...{ failureWindowMinutes: 30, failureMinRuns: 5, mailTo: 'nobody' },
  };
  const changed = await set(change);
  expect(changed.status, changed.text).toBe(200);
  expect(jsonOf(changed)).toEqual({ ...(before as object), ...change });
  expect(await owner.get(`${path}/alert-settings`)).toEqual(jsonOf(changed));
  expect(await owner.get(`${path}/wallet`)).toMatchObject({ lowBalanceAmount: PLENTY });
  const kept = await set({ keyLimitPercent: null });
  const { keyLimitPercent: _, ...others } = change;
  expect(jsonOf(kept)).toEqual({ ...(before as object), ...others });
  const acts = await dashboard.service.database.db.query(
    `select detail from audit_event where workspace = $1 and kind = 'alert_settings_changed' and actor is null order by id`,
    [tenant.workspace],
  );
  expect(acts).toEqual([
    { detail: { ...change, by_key: tenant.key.id } },
    { detail: { keyLimitPercent: null, by_key: tenant.key.id } },
  ]);
});

test.each([
  ['lowBalanceAmount', -1, 'minimum'],
  ['keyLimitPercent', 101, 'maximum'],
  ['failureRatePercent', 0, 'minimum'],
  ['failureWindowMinutes', 4, 'minimum'],
  ['failureMinRuns', 1.5, 'type'],
  ['mailTo', 'everybody', 'enum'],
  ['webhookUrl', 'https://example.com', 'additional_properties'],
])(
  'a change of %s to %s is refused at its place, and changes nothing',
  async (member, value, code) => {
    const before = (await customer.tenant.get(SETTINGS)).text;
    const { errors } = problemOf(
      await set({ failureMinRuns: 7, [member]: value }),
      'invalid_request',
    );
    expect(errors).toMatchObject([{ pointer: `#/${member}`, code }]);
    expect((await customer.tenant.get(SETTINGS)).text).toBe(before);
  },
);

test('what was raised is listed newest first, in pages, by kind, state and time, and in its workspace only', async () => {
  const { db } = dashboard.service.database;
  await set({ lowBalanceAmount: PLENTY + 1 });
  await checkAlerts(db, false);
  await set({ lowBalanceAmount: null });
  await checkAlerts(db, false);
  await db.query(
    `insert into alert (workspace, kind, subject, data) values ($1, 'recharge.off', '', '{"declines": 3}')`,
    [customer.tenant.workspace],
  );
  const { data } = await raised();
  expect(data).toMatchObject([
    { kind: 'recharge.off', detail: { declines: 3 } },
    {
      kind: 'credit.low',
      detail: { lowBalanceAmount: PLENTY + 1 },
      recoveredAt: expect.any(String),
    },
  ]);
  expect(await customer.owner.get(`${customer.path}/alerts`)).toEqual({ data, nextCursor: null });

  expect(await kinds('kind=credit.low')).toEqual(['credit.low']);
  expect(await kinds('kind=another.kind')).toEqual([]);
  expect(await kinds('state=open')).toEqual(['recharge.off']);
  expect(await kinds('state=recovered')).toEqual(['credit.low']);
  expect(await kinds(`createdAfter=${data[1]!.raisedAt}`)).not.toContain('credit.low');
  expect(await kinds(`createdBefore=${data[1]!.raisedAt}`)).toEqual([]);
  const page = await raised('limit=1');
  const cursor = encodeURIComponent(page.nextCursor!);
  expect(await kinds(`limit=1&cursor=${cursor}`)).toEqual(['credit.low']);
  problemOf(await customer.tenant.get(`${ALERTS}?state=open&cursor=${cursor}`), 'invalid_cursor');
  problemOf(await customer.tenant.get(`${ALERTS}?state=closed`), 'invalid_request');
  expect(await raised('', await dashboard.service.tenant())).toEqual({
    data: [],
    nextCursor: null,
  });
});

test('a key lists alerts only if it can read the amounts in them', async () => {
  const { tenant } = customer;
  const program = tenant.as(await tenant.newKey({ scopes: ['webhooks:read', 'webhooks:write'] }));
  const refused = problemOf(await program.get(ALERTS), 'exceeds_own_rights');
  expect(refused.detail).toContain('models:read');
  expect((await program.get(SETTINGS)).status).toBe(200);
});
