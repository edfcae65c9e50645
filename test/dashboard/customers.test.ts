/** Customers as people reach them: what each role may do, what a run meets afterwards, and what the audit trail says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { jsonOf, problemOf, request, runOf, unique } from '../support/service.ts';
import { type Charge, insertCharges } from './charged-runs.ts';
import {
  type Ask,
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

type One = BodyOf<'getWorkspaceCustomer'>;
type All = BodyOf<'listWorkspaceCustomers'>;

let dashboard: Dashboard;
let customer: Customer;
let admin: Person;
let member: Person;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  admin = await dashboard.person(customer.tenant.workspace, 'admin');
  member = await dashboard.person(customer.tenant.workspace, 'member');
});
afterAll(() => dashboard.close());

const MONTH = new Date().toISOString().slice(0, 7);
const one = (endUserId: string) => `/customer?${new URLSearchParams({ endUserId })}`;

function send(by: Person, { path, ...ask }: Ask) {
  return by.send({ ...ask, path: customer.path + path });
}

async function make(more: object = {}): Promise<string> {
  const endUserId = unique('customer');
  const headers = { 'Idempotency-Key': unique('click') };
  bodyOf(await send(admin, { path: '/customers', headers, body: { endUserId, ...more } }));
  return endUserId;
}

const change = (endUserId: string, body: object) =>
  send(admin, { method: 'PATCH', path: one(endUserId), body });
const read = (endUserId: string) => customer.owner.get<One>(customer.path + one(endUserId));
const list = (query: string) =>
  customer.owner.get<All>(`${customer.path}/customers?month=${MONTH}&${query}`);
const runFor = (endUserId: string, model = 'sandbox/echo') =>
  customer.tenant.create(request(model, { attribution: { endUserId } }));

async function lastEvent() {
  const path = `${customer.path}/audit-events?limit=1`;
  const { data } = await customer.owner.get<BodyOf<'listAuditEvents'>>(path);
  return data[0]!;
}

describe('an admin', () => {
  test('adds a customer once for a request key; a member, another body and a known ID are refused', async () => {
    const headers = { 'Idempotency-Key': unique('click') };
    const body = {
      ...{ endUserId: unique('a/customer?of=.. '), name: 'Ada', metadata: { plan: 'starter' } },
      budgets: { monthAmount: 5_000_000_000 },
    };
    const ask = { path: '/customers', headers, body };
    problemOf(await send(member, ask), 'forbidden');
    const made = await send(admin, ask);
    expect(made.status).toBe(201);
    expect(await lastEvent()).toMatchObject({
      ...{ kind: 'customer_created', actor: { id: admin.id } },
      detail: { endUserId: body.endUserId, budgets: body.budgets },
    });
    expect((await lastEvent()).detail).not.toHaveProperty('customer');
    const again = await send(admin, ask);
    expect([again.status, bodyOf(again)]).toEqual([200, bodyOf(made)]);
    problemOf(await send(admin, { ...ask, body: { ...body, name: 'Grace' } }), 'conflict');
    const other = { ...ask, headers: { 'Idempotency-Key': unique('click') } };
    problemOf(await send(admin, other), 'conflict');
    expect(await read(body.endUserId)).toMatchObject({
      name: 'Ada',
      metadata: { plan: 'starter' },
    });
  });

  test('blocks a customer and unblocks it: its runs are refused only meanwhile', async () => {
    const endUser = await make();
    problemOf(
      await send(member, { method: 'PATCH', path: one(endUser), body: { state: 'blocked' } }),
      'forbidden',
    );
    expect(bodyOf(await change(endUser, { state: 'blocked' }))).toMatchObject({ state: 'blocked' });
    problemOf(await runFor(endUser), 'customer_blocked');
    expect(await lastEvent()).toMatchObject({
      ...{ kind: 'customer_changed', actor: { id: admin.id } },
      detail: { endUserId: endUser, state: 'blocked', changed: ['state'] },
    });
    bodyOf(await change(endUser, { state: 'active' }));
    expect((await runFor(endUser)).status).toBe(202);
  });

  test('gives a customer budgets that a run meets, and takes them away again', async () => {
    const endUser = await make();
    bodyOf(await change(endUser, { budgets: { totalAmount: 1 } }));
    problemOf(await runFor(endUser), 'end_user_budget_reached');
    expect(await read(endUser)).toMatchObject({
      hasOwnBudgets: true,
      budgets: [{ period: 'total' }],
    });
    bodyOf(await change(endUser, { budgets: null }));
    expect((await runFor(endUser)).status).toBe(202);
  });

  test('grants a customer a package once for a request key, revokes it, and ends its balance', async () => {
    const endUser = await make();
    const grants = one(endUser).replace('/customer?', '/customer/grants?');
    const headers = { 'Idempotency-Key': unique('click') };
    const ask = { path: grants, headers, body: { amount: 1, note: 'Starter' } };
    problemOf(await send(member, ask), 'forbidden');
    const given = await send(admin, ask);
    expect(given.status).toBe(201);
    expect(bodyOf(given)).toMatchObject({ note: 'Starter', amount: 1, leftAmount: 1 });
    const again = await send(admin, ask);
    expect([again.status, bodyOf(again)]).toEqual([200, bodyOf(given)]);
    problemOf(await send(admin, { ...ask, body: { amount: 2 } }), 'conflict');
    problemOf(await runFor(endUser), 'end_user_budget_reached');
    const { id } = bodyOf<{ id: string }>(given);
    expect(await lastEvent()).toMatchObject({
      ...{ kind: 'customer_granted', actor: { id: admin.id } },
      detail: { endUserId: endUser, grant: id, amount: 1 },
    });
    const revocation = {
      method: 'POST',
      path: grants.replace('/grants?', `/grants/${id}/revoke?`),
    };
    problemOf(await send(member, revocation), 'forbidden');
    expect(bodyOf(await send(admin, revocation))).toMatchObject({
      leftAmount: 0,
      expiredAmount: 1,
    });
    expect(bodyOf(await send(member, { path: grants }))).toMatchObject({ data: [{ id }] });
    expect(bodyOf(await change(endUser, { hasBalance: false }))).toMatchObject({ balance: null });
    expect((await runFor(endUser)).status).toBe(202);
  });

  test('sets default budgets for customers that appear by use, which members only read', async () => {
    const ask = { method: 'PUT', path: '/customer-settings' };
    const body = { defaultBudgets: { dayAmount: 2 } };
    problemOf(await send(member, { ...ask, body }), 'forbidden');
    bodyOf(await send(admin, { ...ask, body }));
    expect(await lastEvent()).toMatchObject({
      ...{ kind: 'customer_defaults_changed', actor: { id: admin.id } },
      detail: { budgets: { dayAmount: 2 } },
    });
    expect(bodyOf(await send(member, { path: '/customer-settings' }))).toMatchObject(body);
    problemOf(await runFor(unique('new')), 'end_user_budget_reached');
    expect(bodyOf(await send(admin, { ...ask, body: {} }))).toMatchObject({ defaultBudgets: {} });
    expect((await runFor(unique('new'))).status).toBe(202);
  });

  test('erases a customer: the charges of the month and the trail stay, without its name', async () => {
    const endUser = await make({ name: 'To be forgotten', state: 'active' });
    const { id } = runOf(await runFor(endUser));
    await customer.tenant.end(id);
    const before = (await list('limit=1')).total;
    problemOf(await send(member, { method: 'DELETE', path: one(endUser) }), 'forbidden');
    const erased = await send(admin, { method: 'DELETE', path: one(endUser) });
    expect(bodyOf(erased)).toEqual({ erasedRuns: 1, erasedSpans: 0, openRuns: 0 });
    problemOf(await send(admin, { path: one(endUser) }), 'not_found');
    const event = await lastEvent();
    expect(event).toMatchObject({ kind: 'end_user_erased', actor: { id: admin.id } });
    const path = `${customer.path}/audit-events?limit=100`;
    const events = await customer.owner.get<BodyOf<'listAuditEvents'>>(path);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${endUser}|To be forgotten`));
    expect(events.data).toContainEqual(
      expect.objectContaining({
        kind: 'customer_created',
        detail: { customer: expect.any(String), state: 'active' },
      }),
    );
    const after = (await list('limit=1')).total;
    expect([after.allRuns, after.allChargedAmount]).toEqual([
      before.allRuns,
      before.allChargedAmount,
    ]);
    expect(after.customers).toBe(before.customers - 1);
  });
});

describe('the list', () => {
  test('finds a part of a name or ID, states and own budgets, and sorts by name', async () => {
    const word = unique('needle');
    const [b, a] = [await make({ name: `b 100%_${word}` }), await make({ name: `A ${word}` })];
    bodyOf(await change(b, { state: 'blocked', budgets: {} }));
    const found = async (query: string) =>
      (await list(query)).data.map(({ endUserId }) => endUserId);
    const search = `search=${word.toUpperCase()}`;
    expect(await found(`${search}&sort=name`)).toEqual([a, b]);
    expect(await found(`${search}&sort=newest`)).toEqual([a, b]);
    expect(await found(`${search}&state=blocked`)).toEqual([b]);
    expect(await found(`${search}&hasOwnBudgets=false`)).toEqual([a]);
    expect(await found(`search=${encodeURIComponent(`100%_${word}`)}`)).toEqual([b]);
    expect(await found(`search=${a.slice(1)}`)).toEqual([a]);
    expect((await list(search)).total).toMatchObject({ customers: 2, runs: 0, chargedAmount: 0 });
  });

  test('is the same by program, page by page', async () => {
    await make({ hasBalance: true, budgets: { totalAmount: 5 } });
    const shown = await list('timeZone=Asia/Kolkata');
    const spending = `/v1/developer/customer-spending?month=${MONTH}&timeZone=Asia/Kolkata&limit=3`;
    const data: All['data'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = spending + (cursor && `&cursor=${cursor}`);
      const page: All = jsonOf(await customer.tenant.get(path)) as All;
      data.push(...page.data);
      cursor = page.nextCursor;
    }
    expect(data).toEqual(shown.data);
    const refused = spending.replace('Asia/Kolkata', 'Asia/Nowhere');
    problemOf(await customer.tenant.get(refused), 'invalid_request');
  });
});

test('the months of a customer are those of its charges, by kind, in each time zone', async () => {
  const endUser = await make();
  const hours = (count: number) => Date.now() - count * 3_600_000;
  const charges: Charge[] = Array.from({ length: 120 }, (_, i) => hours(i * 61 + 1))
    .toSorted()
    .map((at, i) => ({
      ...{ at, of: 0, key: 0, subject: 'a', endUser: i % 3 === 0 ? 'somebody else' : endUser },
      id: at.toString(16).padStart(12, '0') + newUuid().replaceAll('-', '').slice(12),
      kind: i % 2 === 0 ? 'model_run' : 'tool_run',
      ...{ labels: null, provider: 1_000 + i, fee: i },
    }));
  await insertCharges(dashboard.service.database, [customer], charges);
  for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
    const query = new URLSearchParams({ endUserId: endUser, timeZone });
    const { months } = await customer.owner.get<BodyOf<'getCustomerMonths'>>(
      `${customer.path}/customer/months?${query}`,
    );
    expect(months).toHaveLength(12);
    for (const { month, kinds, runs, chargedAmount } of months) {
      const mine = charges.filter(
        (each) =>
          each.endUser === endUser &&
          new Date(each.at).toLocaleDateString('sv-SE', { timeZone }).startsWith(month),
      );
      const sum = (of: Charge[]) => of.reduce((all, each) => all + each.provider + each.fee, 0);
      expect([runs, chargedAmount]).toEqual([mine.length, sum(mine)]);
      for (const { kind, ...of } of kinds) {
        const its = mine.filter((each) => each.kind === kind);
        expect(of).toEqual({ runs: its.length, chargedAmount: sum(its) });
      }
      expect(kinds.reduce((all, each) => all + each.chargedAmount, 0)).toBe(chargedAmount);
    }
  }
});
