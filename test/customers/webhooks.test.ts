/** What webhook endpoints are told of budgets and blocks: each once, with the transaction of what it tells. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWebhooks, deleteOldMessages, type EventType } from '../../server/webhooks/index.ts';
import { bodyOf, type MessageSource } from '../../server/webhooks/message.ts';
import { at } from '../contract/document.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { unique } from '../support/service.ts';
import { type BudgetFixtures, makeBudgetFixtures } from './fixtures.ts';

let database: TestDatabase;
let fixtures: BudgetFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  fixtures = await makeBudgetFixtures(database.db);
});
afterAll(() => database.drop());

async function subscribe(...eventTypes: EventType[]): Promise<void> {
  const webhooks = createWebhooks({ db: database.db, allowsPrivate: true });
  const { workspace } = fixtures;
  await webhooks.create({ workspace }, { url: 'http://127.0.0.1:9/', eventTypes });
}

interface Told {
  type: string;
  data: Record<string, unknown>;
}

/** The bodies of all messages of the workspace. */
async function told(): Promise<Told[]> {
  const rows = await database.db.query<MessageSource>(
    `select message, type, run, kind, version, data, created_at from webhook_delivery
     where workspace = $1 order by id`,
    [fixtures.workspace],
  );
  const wording = { idPrefixes: new Map(), unit: { currency: 'USD', scale: 9 } };
  return rows.map((row) => JSON.parse(bodyOf(row, wording)));
}

/** The periods and budgets of the messages. */
const budgets = async () => (await told()).map(({ data }) => [data.period, data.limitAmount]);

function hasMembersOf(example: string, event: Told | undefined): void {
  const { value } = at('components', 'examples', example) as { value: Told };
  expect(event?.type).toBe(value.type);
  expect(Object.keys(event!.data).sort()).toEqual(Object.keys(value.data).sort());
}

it('budget.reached comes with the first refusal of a budget, and not with those after it', async () => {
  await subscribe('budget.reached');
  const customer = await fixtures.make({ monthAmount: 100 });
  await fixtures.admit(customer, 70);
  expect(await told()).toEqual([]);
  const outcomes = await fixtures.outcomes(customer, 31, 3);
  expect(outcomes).toEqual(['budget_reached', 'budget_reached', 'budget_reached']);
  await fixtures.outcome(customer, 40);
  const [event, ...others] = await told();
  expect(others).toEqual([]);
  hasMembersOf('event-budget-reached', event);
  expect(event!.data).toMatchObject({
    ...{ endUserId: customer, period: 'month', limitAmount: 100, spentAmount: 0 },
    ...{ heldAmount: 70, requiredAmount: 31 },
  });
});

it('budget.reached comes again for a changed budget and for another period of it', async () => {
  await subscribe('budget.reached');
  const customer = await fixtures.make({ dayAmount: 10, totalAmount: 100 });
  await fixtures.outcome(customer, 11);
  await fixtures.outcome(customer, 101);
  await fixtures.change(customer, { budgets: { dayAmount: 20, totalAmount: 100 } });
  await fixtures.outcome(customer, 21);
  await fixtures.outcome(customer, 101);
  expect(await budgets()).toEqual([
    ['day', 10],
    ['total', 100],
    ['day', 20],
  ]);
  const yesterday = `update customer set told = jsonb_set(told, '{day,0}', to_jsonb((now() at time zone 'UTC')::date - 1))
    where workspace = $1 and end_user_id = $2`;
  await database.db.query(yesterday, [fixtures.workspace, customer]);
  await fixtures.outcome(customer, 21);
  await fixtures.outcome(customer, 21);
  expect((await budgets()).slice(3)).toEqual([['day', 20]]);
});

it('budget.reached comes for each raise of a budget, however often it is changed back and forth', async () => {
  await subscribe('budget.reached');
  const customer = await fixtures.make({ totalAmount: 10 });
  for (const totalAmount of [10, 20, 10, 20, 15, 20, 0, 30]) {
    await fixtures.change(customer, { budgets: { totalAmount } });
    await fixtures.outcome(customer, totalAmount + 1);
  }
  expect(await budgets()).toEqual([
    ['total', 10],
    ['total', 20],
    ['total', 30],
  ]);
});

it('budget.reached of a balance comes once, and again after each grant', async () => {
  await subscribe('budget.reached');
  const customer = await fixtures.make();
  const grant = (amount: number) =>
    fixtures.customers.grant(fixtures.caller, unique('order'), customer, {
      ...{ amount, note: null, expiresAt: null },
    });
  const { grant: first } = await grant(10);
  await fixtures.outcome(customer, 11);
  await fixtures.outcome(customer, 12);
  expect(await budgets()).toEqual([['balance', 10]]);
  await grant(5);
  await fixtures.customers.revoke(fixtures.caller, customer, first.id);
  await fixtures.outcome(customer, 6);
  await fixtures.outcome(customer, 6);
  expect((await told()).slice(1)).toMatchObject([
    { data: { period: 'balance', limitAmount: 5, spentAmount: 0, requiredAmount: 6 } },
  ]);
});

it('budget.reached of a default budget comes once an end user has had a run, and never for nobody', async () => {
  await subscribe('budget.reached');
  await fixtures.customers.setDefaults(fixtures.caller, { totalAmount: 10 });
  const endUser = unique('user');
  expect(await fixtures.outcome(endUser, 11)).toBe('budget_reached');
  expect(await told()).toEqual([]);
  await fixtures.admit(endUser, 5);
  expect(await fixtures.outcomes(endUser, 5, 2)).toEqual(['created', 'budget_reached']);
  expect(await budgets()).toEqual([['total', 10]]);
});

it('budget.reached reaches an endpoint that subscribes after the first refusal', async () => {
  await subscribe('run.completed');
  const customer = await fixtures.make({ totalAmount: 10 });
  await fixtures.outcome(customer, 11);
  expect(await told()).toEqual([]);
  await subscribe('budget.reached');
  await fixtures.outcome(customer, 11);
  await fixtures.outcome(customer, 11);
  expect(await budgets()).toEqual([['total', 10]]);
});

it('budget.reached leaves with its refusal if the transaction is rolled back', async () => {
  await subscribe('budget.reached');
  const customer = await fixtures.make({ totalAmount: 10 });
  const undone = database.db.transaction(async (by) => {
    await fixtures.admit(customer, 11, { by });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await told()).toEqual([]);
  await fixtures.outcome(customer, 11);
  expect(await budgets()).toEqual([['total', 10]]);
});

it('customer.blocked comes with each block, and not with a repeat of it', async () => {
  await subscribe('customer.blocked');
  const customer = await fixtures.make();
  await fixtures.change(customer, { name: 'Ada' });
  await fixtures.change(customer, { state: 'blocked' });
  await fixtures.change(customer, { state: 'blocked', name: 'Ada again' });
  const [event, ...others] = await told();
  expect(others).toEqual([]);
  hasMembersOf('event-customer-blocked', event);
  expect(event!.data).toMatchObject({
    endUserId: customer,
    keyId: expect.stringMatching(/^key_/),
  });
  const sent = 'update webhook_delivery set attempts = 1 where workspace = $1';
  await database.db.query(sent, [fixtures.workspace]);
  await fixtures.change(customer, { state: 'active' });
  await fixtures.change(customer, { state: 'blocked' });
  const made = unique('customer');
  await fixtures.customers.create(fixtures.caller, made, { endUserId: made, state: 'blocked' });
  expect((await told()).map(({ data }) => data.endUserId)).toEqual([customer, customer, made]);
});

it('customer.blocked waits once for each endpoint, however often the customer is blocked', async () => {
  await subscribe('customer.blocked');
  const [customer, other] = [await fixtures.make(), await fixtures.make()];
  for (let time = 0; time < 3; time += 1) {
    await fixtures.change(customer, { state: 'blocked' });
    await fixtures.change(customer, { state: 'active' });
  }
  await fixtures.change(other, { state: 'blocked' });
  expect((await told()).map(({ data }) => data.endUserId)).toEqual([customer, other]);
  await subscribe('customer.blocked');
  await fixtures.change(customer, { state: 'blocked' });
  expect((await told()).map(({ data }) => data.endUserId)).toEqual([customer, other, customer]);
});

it('customer.blocked is saved beside an earlier one that a worker is taking to send', async () => {
  await subscribe('customer.blocked');
  const customer = await fixtures.make();
  await fixtures.change(customer, { state: 'blocked' });
  await fixtures.change(customer, { state: 'active' });
  await database.db.transaction(async (worker) => {
    const claim = 'update webhook_delivery set attempts = 1 where workspace = $1';
    await worker.query(claim, [fixtures.workspace]);
    await fixtures.change(customer, { state: 'blocked' });
  });
  expect(await told()).toHaveLength(2);
});

it('a message about no run is deleted 30 days after its event, if it is not to be sent', async () => {
  await subscribe('customer.blocked');
  const [ended, fresh, waiting] = [
    await fixtures.make(),
    await fixtures.make(),
    await fixtures.make(),
  ];
  for (const customer of [ended, fresh, waiting]) {
    await fixtures.change(customer, { state: 'blocked' });
  }
  const age = `update webhook_delivery set created_at = now() - $3 * interval '1 day',
    due_at = case when $4 then due_at end where workspace = $1 and data ->> 'endUserId' = $2`;
  await database.db.query(age, [fixtures.workspace, ended, 31, false]);
  await database.db.query(age, [fixtures.workspace, fresh, 29, false]);
  await database.db.query(age, [fixtures.workspace, waiting, 31, true]);
  await deleteOldMessages(database.db);
  expect((await told()).map(({ data }) => data.endUserId)).toEqual([fresh, waiting]);
});
