/** Customers as programs reach them: made ahead, listed, changed, blocked and erased. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/keys/index.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { faultsInBooks } from '../support/books.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

const CUSTOMERS = '/v1/developer/customers';

interface Shown {
  endUserId: string;
  state: string;
  name?: string;
  metadata?: object;
  hasOwnBudgets: boolean;
  monthSpentAmount: number;
  budgets: { period: string; spentAmount: number; heldAmount: number; availableAmount: number }[];
  balance: Record<string, number> | null;
}

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(async () => {
  const faults = await faultsInBooks(service.database.db);
  await service.close();
  expect(faults).toEqual([]);
});

const pathOf = (endUser: string) => `${CUSTOMERS}/${encodeURIComponent(endUser)}`;
const shown = (answer: { text: string }) => JSON.parse(answer.text) as Shown;

async function make(more: object = {}, of = tenant): Promise<string> {
  const endUserId = unique('customer');
  const answer = await of.create({ endUserId, ...more }, { path: CUSTOMERS });
  expect(answer.status, answer.text).toBe(201);
  return endUserId;
}

async function read(endUser: string, of = tenant): Promise<Shown> {
  const answer = await of.get(pathOf(endUser));
  expect(answer.status, answer.text).toBe(200);
  return shown(answer);
}

const change = (endUser: string, body: object, of = tenant) =>
  of.send({ method: 'PATCH', path: pathOf(endUser), body });
const erase = (endUser: string, of = tenant) =>
  of.send({ method: 'DELETE', path: pathOf(endUser) });
const runFor = (endUserId: string, of = tenant, more: object = {}) =>
  of.create(request('sandbox/echo', { attribution: { endUserId }, ...more }));

async function holdOf(of = tenant): Promise<number> {
  const answer = await of.send({ path: `${RUNS}/estimate`, body: request('sandbox/echo') });
  return (jsonOf(answer) as { reservedAmount: number }).reservedAmount;
}

async function trail(kind: string, of = tenant): Promise<object[]> {
  return service.database.db.query(
    'select detail from audit_event where workspace = $1 and kind = $2 order by id',
    [of.workspace, kind],
  );
}

describe('a customer', () => {
  it('that is made ahead is read as it was made, and is in the trail with the key', async () => {
    const endUser = unique('Ada / Söhne');
    const body = {
      ...{ endUserId: endUser, name: "Ada's bakery", metadata: { plan: 'starter' } },
      budgets: { dayAmount: 10, totalAmount: 30 },
    };
    const made = await tenant.create(body, { path: CUSTOMERS });
    expect(made.status, made.text).toBe(201);
    expect(made.headers.get('location')).toBe(pathOf(endUser));
    expect(shown(made)).toEqual({
      ...{ endUserId: endUser, name: "Ada's bakery", metadata: { plan: 'starter' } },
      ...{ state: 'active', createdAt: expect.any(String), hasOwnBudgets: true },
      ...{ currency: 'USD', scale: 9, monthSpentAmount: 0, hasBalance: false, balance: null },
      budgets: [
        {
          ...{ period: 'day', limitAmount: 10, spentAmount: 0, heldAmount: 0, availableAmount: 10 },
          resetsAt: expect.stringMatching(/T00:00:00.000Z$/),
        },
        { period: 'total', limitAmount: 30, spentAmount: 0, heldAmount: 0, availableAmount: 30 },
      ],
    });
    expect(await read(endUser)).toEqual(shown(made));
    const { endUserId: _endUser, name: _name, metadata: _labels, ...kept } = body;
    expect(await trail('customer_created')).toContainEqual({
      detail: { ...kept, customer: expect.any(String), by_key: tenant.key.id },
    });
  });

  it('comes once for a request key, as it is now; another body is idempotency_key_reuse', async () => {
    const requestKey = unique('request');
    const body = { endUserId: unique('customer'), name: 'First' };
    const [one, other] = await Promise.all(
      [1, 2].map(() => tenant.create(body, { path: CUSTOMERS, requestKey })),
    );
    expect([one!.status, other!.status].sort()).toEqual([200, 201]);
    await change(body.endUserId, { name: 'Second' });
    const again = await tenant.create(body, { path: CUSTOMERS, requestKey });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(shown(again).name).toBe('Second');
    const reused = await tenant.create({ ...body, name: 'x' }, { path: CUSTOMERS, requestKey });
    problemOf(reused, 'idempotency_key_reuse');
  });

  it('that exists, by a request or by a run, is customer_exists', async () => {
    const endUser = await make();
    problemOf(await tenant.create({ endUserId: endUser }, { path: CUSTOMERS }), 'customer_exists');
    const other = unique('user');
    expect((await runFor(other)).status).toBe(202);
    problemOf(await tenant.create({ endUserId: other }, { path: CUSTOMERS }), 'customer_exists');
  });

  it('appears with its first run, and its month is what its runs were charged', async () => {
    const endUser = unique('user');
    problemOf(await tenant.get(pathOf(endUser)), 'not_found');
    const runs = await Promise.all([1, 2, 3].map(async () => runOf(await runFor(endUser)).id));
    const ended = await Promise.all(runs.map((id) => tenant.end(id)));
    const charged = ended.reduce((sum, { chargedAmount }) => sum + (chargedAmount ?? 0), 0);
    expect(charged).toBeGreaterThan(0);
    const customer = await read(endUser);
    expect(customer).toMatchObject({ state: 'active', hasOwnBudgets: false, budgets: [] });
    expect(customer.monthSpentAmount).toBe(charged);
  });

  it('is changed member by member, and null removes', async () => {
    const endUser = await make({ name: 'Name', metadata: { a: 'b' }, budgets: { dayAmount: 5 } });
    expect(shown(await change(endUser, { metadata: { c: 'd' } }))).toMatchObject({
      ...{ name: 'Name', metadata: { c: 'd' }, hasOwnBudgets: true },
    });
    const bare = shown(await change(endUser, { name: null, metadata: null, budgets: null }));
    expect(bare).not.toHaveProperty('name');
    expect(bare).not.toHaveProperty('metadata');
    expect(bare).toMatchObject({ hasOwnBudgets: false, budgets: [] });
    expect(shown(await change(endUser, { budgets: {} }))).toMatchObject({ hasOwnBudgets: true });
    problemOf(await change(endUser, { budgets: { dayAmount: -1 } }), 'invalid_request');
    problemOf(await change(unique('nobody'), { name: 'x' }), 'not_found');
  });

  it('is refused beyond the quota of those made ahead, and an erased one is free again', async () => {
    const small = await startService({ environment: { MAX_CUSTOMERS: '2' } });
    try {
      const few = await small.tenant();
      const first = await make({}, few);
      await make({}, few);
      const beyond = await few.create({ endUserId: 'third' }, { path: CUSTOMERS });
      expect(problemOf(beyond, 'quota_exceeded')).toMatchObject({
        ...{ quota: 'customers', limit: 2, used: 2 },
      });
      expect((await runFor('by use', few)).status).toBe(202);
      expect((await erase(first, few)).status).toBe(200);
      await make({}, few);
    } finally {
      await small.close();
    }
  });
});

describe('a list of customers', () => {
  it('pages newest first through those made ahead and those of runs, with filters', async () => {
    const of = await service.tenant();
    const [first, second] = [await make({ state: 'blocked' }, of), unique('user')];
    expect((await runFor(second, of)).status).toBe(202);
    const third = await make({ budgets: { totalAmount: 5 } }, of);
    const list = async (query: string) => {
      const answer = await of.get(`${CUSTOMERS}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return jsonOf(answer) as { data: Shown[]; nextCursor: string | null };
    };
    const named = ({ data }: { data: Shown[] }) => data.map(({ endUserId }) => endUserId);
    const page = await list('limit=2');
    expect(named(page)).toEqual([third, second]);
    const rest = await list(`limit=2&cursor=${encodeURIComponent(page.nextCursor!)}`);
    expect([named(rest), rest.nextCursor]).toEqual([[first], null]);
    expect(named(await list('state=blocked'))).toEqual([first]);
    expect(named(await list('hasOwnBudgets=true'))).toEqual([third]);
    expect(named(await list('hasOwnBudgets=false'))).toEqual([second, first]);
    expect(named(await list('createdAfter=2100-01-01T00:00:00Z'))).toEqual([]);
  });
});

describe('a budget', () => {
  it('that does not leave the hold is 402 end_user_budget_reached, and leaves the request key free', async () => {
    const hold = await holdOf();
    const endUser = await make({ budgets: { monthAmount: hold - 1 } });
    const requestKey = unique('request');
    const body = request('sandbox/echo', { attribution: { endUserId: endUser } });
    const refused = await tenant.create(body, { requestKey });
    expect(refused.status).toBe(402);
    expect(problemOf(refused, 'end_user_budget_reached')).toMatchObject({
      ...{ requiredAmount: hold, availableAmount: hold - 1, period: 'month' },
      ...{ limitAmount: hold - 1, spentAmount: 0, heldAmount: 0, currency: 'USD', scale: 9 },
      resetsAt: expect.stringMatching(/-01T00:00:00.000Z$/),
    });
    await change(endUser, { budgets: { monthAmount: hold } });
    expect((await tenant.create(body, { requestKey })).status).toBe(202);
  });

  it('for five takes five of 200 parallel creates', async () => {
    const of = await (await quietService()).tenant();
    const hold = await holdOf(of);
    const endUser = await make({ budgets: { dayAmount: 5 * hold } }, of);
    const answers = await Promise.all(Array.from({ length: 200 }, () => runFor(endUser, of)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(202), count(402)]).toEqual([5, 195]);
    expect((await read(endUser, of)).budgets).toMatchObject([
      { spentAmount: 0, heldAmount: 5 * hold, availableAmount: 0 },
    ]);
  });

  it('and a block hold for runs of every kind', async () => {
    const endUser = await make({ budgets: { totalAmount: 0 } });
    const attribution = { endUserId: endUser };
    const creates = [
      () => tenant.create(request('sandbox/echo', { attribution })),
      () =>
        tenant.create(
          { tool: 'sandbox/add', input: { a: 1, b: 2 }, attribution },
          { path: TOOL_RUNS },
        ),
      () =>
        tenant.create(
          { environment: 'javascript', source: '1', timeoutSeconds: 5, attribution },
          { path: COMPUTE_JOBS },
        ),
    ];
    for (const create of creates) problemOf(await create(), 'end_user_budget_reached');
    await change(endUser, { state: 'blocked' });
    for (const create of creates) problemOf(await create(), 'customer_blocked');
    await change(endUser, { state: 'active', budgets: null });
    for (const create of creates) expect((await create()).status).toBe(202);
  });
});

describe('default budgets', () => {
  const SETTINGS = '/v1/developer/customer-settings';
  const set = (of: Tenant, defaultBudgets: object | null) =>
    of.send({ method: 'PATCH', path: SETTINGS, body: { defaultBudgets } });

  it('hold for end users as they appear, and not for customers with budgets of their own', async () => {
    const of = await (await quietService()).tenant();
    const hold = await holdOf(of);
    const own = await make({ budgets: { dayAmount: 3 * hold } }, of);
    const unlimited = await make({ budgets: {} }, of);
    const nothing = { currency: 'USD', scale: 9, defaultBudgets: {} };
    expect(jsonOf(await of.get(SETTINGS))).toEqual(nothing);
    expect(jsonOf(await set(of, { dayAmount: 2 * hold }))).toEqual({
      ...{ ...nothing, defaultBudgets: { dayAmount: 2 * hold } },
    });
    const created = async (endUser: string) => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => runFor(endUser, of)));
      return answers.filter(({ status }) => status === 202).length;
    };
    const newcomer = unique('user');
    expect(await Promise.all([newcomer, own, unlimited].map(created))).toEqual([2, 3, 5]);
    expect(await read(newcomer, of)).toMatchObject({
      hasOwnBudgets: false,
      budgets: [{ period: 'day', heldAmount: 2 * hold, availableAmount: 0 }],
    });
    await set(of, null);
    expect((await runFor(newcomer, of)).status).toBe(202);
    expect(await read(newcomer, of)).toMatchObject({ budgets: [] });
    // Budgets of its own count all that it has used.
    await change(newcomer, { budgets: { dayAmount: 4 * hold } }, of);
    expect(await read(newcomer, of)).toMatchObject({
      budgets: [{ heldAmount: 3 * hold, availableAmount: hold }],
    });
  });

  it('of five parallel first runs of a new end user leave what they say', async () => {
    const of = await (await quietService()).tenant();
    const hold = await holdOf(of);
    await set(of, { totalAmount: hold });
    for (let round = 0; round < 5; round += 1) {
      const endUser = unique('user');
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => runFor(endUser, of)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 402, 402, 402, 402]);
    }
  });
});

describe('the erasure of a customer', () => {
  it('keeps the books and nothing else, and the customer may come again as a new one', async () => {
    const of = await service.tenant();
    const endUser = await make({ name: 'Ada', budgets: { totalAmount: 1_000_000_000 } }, of);
    const { id } = runOf(await runFor(endUser, of));
    const before = await of.end(id);
    const wallet = await of.wallet();
    await createWebhooks({ db: service.database.db, allowsPrivate: true }).create(of, {
      ...{ url: 'http://127.0.0.1:9/', eventTypes: ['customer.blocked'] },
    });
    await change(endUser, { state: 'blocked', metadata: { street: 'Main Street' } }, of);
    const messages = () =>
      service.database.db.query('select from webhook_delivery where workspace = $1', [
        of.workspace,
      ]);
    expect(await messages()).toHaveLength(1);
    const erased = await erase(endUser, of);
    expect(await messages()).toEqual([]);
    expect(jsonOf(erased)).toMatchObject({ erasedRuns: 1, openRuns: 0 });
    problemOf(await of.get(pathOf(endUser)), 'not_found');
    problemOf(await erase(endUser, of), 'not_found');
    expect(await of.wallet()).toEqual(wallet);
    const [after] = await service.database.db.query(
      `select end_user_id, state, charged_amount, content_purged_at is not null as is_purged from run
       where workspace = $1`,
      [of.workspace],
    );
    expect(after).toEqual({
      ...{ end_user_id: null, state: 'completed', charged_amount: before.chargedAmount },
      is_purged: true,
    });
    const books = JSON.stringify(
      await service.database.db.query('select * from audit_event where workspace = $1', [
        of.workspace,
      ]),
    );
    for (const erasedText of [endUser, 'Ada', 'Main Street', 'street']) {
      expect(books).not.toContain(erasedText);
    }
    expect(books).toContain('"changed":["state","metadata"]');
    expect((await runFor(endUser, of)).status).toBe(202);
    expect(await read(endUser, of)).toMatchObject({ hasOwnBudgets: false });
    expect(await trail('end_user_erased', of)).toMatchObject([{ detail: { by_key: of.key.id } }]);
  });

  it('with an open run says so and refuses new ones, until it is repeated', async () => {
    const quiet = await (await quietService()).tenant();
    const endUser = unique('user');
    const { id } = runOf(await runFor(endUser, quiet));
    expect(jsonOf(await erase(endUser, quiet))).toMatchObject({ openRuns: 1 });
    expect(await read(endUser, quiet)).toMatchObject({ state: 'erasing' });
    problemOf(await runFor(endUser, quiet), 'customer_blocked');
    await change(endUser, { state: 'active' }, quiet);
    problemOf(await runFor(endUser, quiet), 'customer_blocked');
    expect((await quiet.send({ method: 'POST', path: `${RUNS}/${id}/cancel` })).status).toBe(200);
    expect(jsonOf(await erase(endUser, quiet))).toMatchObject({ erasedRuns: 1, openRuns: 0 });
    problemOf(await quiet.get(pathOf(endUser)), 'not_found');
  });

  it('beside creates leaves no run of the end user behind', async () => {
    const of = await service.tenant();
    for (let round = 0; round < 5; round += 1) {
      const endUser = unique('user');
      const { id } = runOf(await runFor(endUser, of));
      await of.end(id);
      let isErased = false;
      const creating = (async () => {
        while (!isErased) {
          const answer = await runFor(endUser, of);
          if (answer.status === 202) await of.end(runOf(answer).id);
          else problemOf(answer, 'customer_blocked');
        }
      })();
      const erasing = (async () => {
        for (;;) {
          const { openRuns } = jsonOf(await erase(endUser, of)) as { openRuns: number };
          if (openRuns === 0) break;
        }
        isErased = true;
      })();
      await Promise.all([creating, erasing]);
      // What was created behind the erasure belongs to a new customer.
      const left = await service.database.db.query<{ customers: number; runs: number }>(
        `select (select count(*)::integer from customer where workspace = $1 and end_user_id = $2) as customers,
           (select count(*)::integer from run where workspace = $1 and end_user_id = $2) as runs`,
        [of.workspace, endUser],
      );
      expect(left[0]!.customers === 0).toBe(left[0]!.runs === 0);
    }
  });
});

describe('a key', () => {
  it('without the scope of an operation is refused, whatever other scopes it has', async () => {
    const endUser = await make();
    const operations = [
      ['customers:write', (of: Tenant) => of.create({ endUserId: 'x' }, { path: CUSTOMERS })],
      ['customers:read', (of: Tenant) => of.get(CUSTOMERS)],
      ['customers:read', (of: Tenant) => of.get(pathOf(endUser))],
      ['customers:write', (of: Tenant) => change(endUser, { name: 'x' }, of)],
      ['customers:write', (of: Tenant) => erase(endUser, of)],
      ['customers:read', (of: Tenant) => of.get('/v1/developer/customer-settings')],
      [
        'customers:write',
        (of: Tenant) =>
          of.send({ method: 'PATCH', path: '/v1/developer/customer-settings', body: {} }),
      ],
    ] as const;
    for (const [scope, operation] of operations) {
      for (const other of SCOPES) {
        if (other === scope) continue;
        const of = tenant.as(await tenant.newKey({ scopes: [other] }));
        problemOf(await operation(of), 'insufficient_scope');
      }
    }
    expect(await read(endUser)).not.toHaveProperty('name');
  });

  it('of another workspace finds, changes and erases nothing', async () => {
    const endUser = await make({ name: 'Ada' });
    const stranger = await service.tenant();
    problemOf(await stranger.get(pathOf(endUser)), 'not_found');
    problemOf(await change(endUser, { name: 'x' }, stranger), 'not_found');
    problemOf(await erase(endUser, stranger), 'not_found');
    expect(jsonOf(await stranger.get(CUSTOMERS))).toEqual({ data: [], nextCursor: null });
    expect((await stranger.create({ endUserId: endUser }, { path: CUSTOMERS })).status).toBe(201);
    expect(await read(endUser)).toMatchObject({ name: 'Ada' });
  });
});

describe('a grant', () => {
  const grantsOf = (endUser: string) => `${pathOf(endUser)}/grants`;
  const give = (endUser: string, body: object, of = tenant, requestKey = unique('order')) =>
    of.create(body, { path: grantsOf(endUser), requestKey });
  const revoke = (endUser: string, id: string, of = tenant) =>
    of.send({ method: 'POST', path: `${grantsOf(endUser)}/${id}/revoke` });

  it('pays runs until it is spent: then 402 end_user_budget_reached with the balance', async () => {
    const of = await service.tenant();
    const hold = await holdOf(of);
    const endUser = await make({}, of);
    const body = { amount: hold, note: 'Package', expiresAt: '2099-12-31T00:00:00Z' };
    const requestKey = unique('order');
    const given = await give(endUser, body, of, requestKey);
    expect(given.status, given.text).toBe(201);
    expect(jsonOf(await of.get(given.headers.get('location')!))).toEqual(jsonOf(given));
    expect(jsonOf(given)).toEqual({
      ...{ id: expect.stringMatching(/^cgr_/), note: 'Package', amount: hold, leftAmount: hold },
      ...{ createdAt: expect.any(String), expiresAt: '2099-12-31T00:00:00.000Z' },
      ...{ currency: 'USD', scale: 9 },
    });
    const { id } = runOf(await runFor(endUser, of));
    const { chargedAmount = 0 } = await of.end(id);
    const refused = await runFor(endUser, of);
    expect(refused.status).toBe(402);
    const { resetsAt, ...figures } = problemOf(refused, 'end_user_budget_reached') as {
      resetsAt?: string;
    };
    expect(resetsAt).toBeUndefined();
    expect(figures).toMatchObject({
      ...{ requiredAmount: hold, availableAmount: hold - chargedAmount, period: 'balance' },
      ...{ limitAmount: hold, spentAmount: chargedAmount, heldAmount: 0 },
    });
    expect(await read(endUser, of)).toMatchObject({
      hasBalance: true,
      balance: {
        ...{ grantedAmount: hold, spentAmount: chargedAmount, heldAmount: 0, expiredAmount: 0 },
        availableAmount: hold - chargedAmount,
      },
    });
    const again = await give(endUser, body, of, requestKey);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(jsonOf(again)).toMatchObject({ leftAmount: hold - chargedAmount });
    await give(endUser, { amount: hold }, of);
    expect((await runFor(endUser, of)).status).toBe(202);
  });

  it('that is over, no amount, or of nobody is refused, and nothing is granted', async () => {
    const endUser = await make();
    const wrong = await give(endUser, { amount: 1, expiresAt: '2025-07-01T00:00:00Z' });
    expect(problemOf(wrong, 'invalid_request')).toMatchObject({
      errors: [{ pointer: '#/expiresAt', code: 'minimum' }],
    });
    const leap = await give(endUser, { amount: 1, expiresAt: '2099-12-31T23:59:60Z' });
    expect(problemOf(leap, 'invalid_request')).toMatchObject({
      errors: [{ pointer: '#/expiresAt' }],
    });
    for (const amount of [0, -1, 0.5, '1', null]) {
      problemOf(await give(endUser, { amount }), 'invalid_request');
    }
    problemOf(await give('nobody', { amount: 1 }), 'not_found');
    await give(endUser, { amount: 1 });
    const most = await give(endUser, { amount: Number.MAX_SAFE_INTEGER });
    expect(problemOf(most, 'invalid_request')).toMatchObject({
      errors: [{ pointer: '#/amount', code: 'maximum' }],
    });
    expect(await read(endUser)).toMatchObject({ balance: { grantedAmount: 1 } });
    problemOf(await revoke(endUser, 'cgr_0'), 'not_found');
  });

  it('is listed page by page, revoked, and in the trail with the key, without its note', async () => {
    const of = await service.tenant();
    const endUser = await make({}, of);
    const ids: string[] = [];
    for (const note of ['first', 'second', 'third']) {
      ids.push(runOf(await give(endUser, { amount: 5, note }, of)).id);
    }
    const page = jsonOf(await of.get(`${grantsOf(endUser)}?limit=2`)) as {
      data: { id: string }[];
      nextCursor: string;
    };
    expect(page.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const rest = await of.get(`${grantsOf(endUser)}?limit=2&cursor=${page.nextCursor}`);
    expect(jsonOf(rest)).toMatchObject({ data: [{ id: ids[0] }], nextCursor: null });
    const other = await make({}, of);
    problemOf(await of.get(`${grantsOf(other)}?cursor=${page.nextCursor}`), 'invalid_cursor');
    problemOf(await revoke(other, ids[0]!, of), 'not_found');
    expect(jsonOf(await revoke(endUser, ids[0]!, of))).toMatchObject({
      ...{ leftAmount: 0, expiredAmount: 5 },
    });
    expect((await read(endUser, of)).balance).toMatchObject({ availableAmount: 10 });
    const ended = await change(endUser, { hasBalance: false }, of);
    expect(jsonOf(ended)).toMatchObject({ hasBalance: false, balance: null });
    expect((await runFor(endUser, of)).status).toBe(202);
    const detail = { customer: expect.any(String), by_key: of.key.id };
    expect(await trail('customer_grant_revoked', of)).toEqual([
      { detail: { ...detail, grant: ids[0] } },
    ]);
    const given = (await trail('customer_granted', of)) as { detail: object }[];
    expect(given.map((event) => event.detail)).toEqual(
      ids.map((id) => ({ ...detail, grant: id, amount: 5, expiresAt: null })),
    );
  });

  it('is erased with the customer', async () => {
    const of = await service.tenant();
    const endUser = await make({}, of);
    await give(endUser, { amount: 5, note: 'For Ada' }, of);
    expect((await erase(endUser, of)).status).toBe(200);
    const left = await service.database.db.query(
      'select from customer_grant where workspace = $1',
      [of.workspace],
    );
    expect(left).toEqual([]);
    await make({}, of);
  });

  it('needs the scope of its operation, and a customer of the workspace', async () => {
    const endUser = await make();
    const { id } = runOf(await give(endUser, { amount: 5 }));
    const operations = [
      ['customers:write', (of: Tenant) => give(endUser, { amount: 1 }, of)],
      ['customers:read', (of: Tenant) => of.get(grantsOf(endUser))],
      ['customers:read', (of: Tenant) => of.get(`${grantsOf(endUser)}/${id}`)],
      ['customers:write', (of: Tenant) => revoke(endUser, id, of)],
    ] as const;
    for (const [scope, operation] of operations) {
      const others = SCOPES.filter((other) => other !== scope);
      const of = tenant.as(await tenant.newKey({ scopes: others }));
      problemOf(await operation(of), 'insufficient_scope');
      problemOf(await operation(await service.tenant()), 'not_found');
    }
    expect(await read(endUser)).toMatchObject({ balance: { availableAmount: 5 } });
  });
});

let quiet: Promise<TestService> | undefined;
afterAll(async () => (await quiet)?.close());
/** Carries out no run, so that created runs stay pending. */
function quietService(): Promise<TestService> {
  quiet ??= startService({ parts: ['api'] });
  return quiet;
}
