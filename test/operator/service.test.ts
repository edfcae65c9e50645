/** What operators see of the service: its state, providers, models with margins, and runs whose outcome is unknown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  Books,
  ModelForSaleList,
  Overview,
  PaymentComparison,
  ProviderList,
  UnknownRunList,
} from '../../openapi/generated/operator.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { bodyOf, type Customer, type Person } from '../dashboard/fixtures.ts';
import { request, runOf } from '../support/service.ts';
import { type Console, startConsole } from './fixtures.ts';

let console: Console;
let customer: Customer;
let viewer: Person;

beforeAll(async () => {
  console = await startConsole();
  customer = await console.dashboard.customer();
  viewer = await console.operator(customer.tenant.workspace, 'viewer');
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/echo', 'sandbox/refused']) {
    await tenant.end(runOf(await tenant.create(request(model))).id);
  }
});
afterAll(() => console.close());

const get = async <Body>(path: string): Promise<Body> =>
  bodyOf<Body>(await console.send({ path, cookie: viewer.cookie }));

it('shows the workers, what waits, and who spent most', async () => {
  const overview = await get<Overview>('/overview');
  expect(overview).toMatchObject({ alarms: [], claimsRefused: false, lostAmount: 0, losses: [] });
  expect(overview.workers).toBeGreaterThan(0);
  expect(overview.spenders).toMatchObject([{ id: customer.id, runs: 3 }]);
});

it('shows what each model and its provider brought, with fee, failures and durations', async () => {
  const { data: models } = await get<ModelForSaleList>('/models');
  const of = (name: string) => models.find(({ id }) => id === name)!;
  const { last24Hours: echo, ...offer } = of('sandbox/echo');
  expect(offer).toMatchObject({ provider: 'sandbox', fallbacks: [] });
  expect(echo).toMatchObject({ runs: 2, failedRuns: 0, failures: [] });
  expect(echo!.chargedAmount).toBe(echo!.providerAmount + echo!.feeAmount);
  expect(echo!.feeAmount).toBeGreaterThan(0);
  expect(echo!.p95Ms).toBeGreaterThanOrEqual(echo!.p50Ms!);
  const refused = of('sandbox/refused').last24Hours;
  expect(refused).toMatchObject({
    runs: 1,
    failedRuns: 1,
    chargedAmount: 0,
    failures: [{ runs: 1 }],
  });
  expect(refused).not.toHaveProperty('p50Ms');
  expect(models.filter(({ last24Hours }) => last24Hours !== undefined)).toHaveLength(2);

  const { data: providers } = await get<ProviderList>('/providers');
  const sandbox = providers.find(
    ({ kind, provider }) => kind === 'model_run' && provider === 'sandbox',
  );
  expect(sandbox).toMatchObject({
    ...{ state: 'answers', waitingRuns: 0, unknownRuns: 0 },
    last24Hours: { runs: 3, failedRuns: 1, feeAmount: echo!.feeAmount },
  });
});

it('shows a provider that is away first, and alarms', async () => {
  const { db } = console.dashboard.service.database;
  await db.query(
    `insert into provider_circuit (queue, opened_at, due_at, openings)
     values ('model_run/elsewhere', now(), now() + interval '1 hour', 2)`,
  );
  const { data } = await get<ProviderList>('/providers');
  expect(data[0]).toMatchObject({ provider: 'elsewhere', state: 'away', openings: 2, models: 0 });
  expect((await get<Overview>('/overview')).alarms).toEqual(['provider_away']);
});

it('lists runs with an unknown outcome in pages, with the evidence', async () => {
  const { db } = console.dashboard.service.database;
  const { tenant } = customer;
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { id } = runOf(await tenant.create(request('sandbox/slow')));
    ids.push(id);
    await db.query(
      `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
       select workspace, id, 'model_run/nowhere', 'reconcile', now() + interval '1 hour', now() + interval '1 day'
       from run where id = $1
       on conflict (run) do update set queue = excluded.queue, step = excluded.step, due_at = excluded.due_at, claim = null`,
      [idToUuid('run', id)],
    );
  }
  const found: UnknownRunList['data'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: UnknownRunList = await get(
      `/unknown-runs?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(found[0]).toMatchObject({
    ...{ kind: 'model_run', workspace: { id: customer.id }, of: 'sandbox/slow', lookUps: 0 },
    isCanceled: false,
  });
  for (const id of ids)
    await db.query('delete from run_queue where run = $1', [idToUuid('run', id)]);
});

it('shows which payments are not the same at the payment provider, and an alarm', async () => {
  const { db } = console.dashboard.service.database;
  const payment = '01a22250-fae3-7033-8972-975aa09a3f5c';
  const { workspace } = customer.tenant;
  const difference = { kind: 'missing_there', payment, workspace, reference: 'pi_1', here: 20 };
  await db.query(
    `insert into payment_day (day, there, here, is_whole, differences)
     values ((now() at time zone 'UTC')::date - 1, 3, 4, true, $1), ((now() at time zone 'UTC')::date - 2, 5, 5, true, '[]')`,
    [JSON.stringify([difference])],
  );
  expect((await get<Overview>('/overview')).alarms).toContain('payments_differ');
  const { data } = await get<PaymentComparison>('/payment-comparison');
  expect(data).toMatchObject([
    {
      ...{ providerPayments: 3, creditedPayments: 4, isWhole: true },
      differences: [
        {
          kind: 'missing_there',
          workspaceId: customer.id,
          providerReference: 'pi_1',
          creditedAmount: 20,
        },
      ],
    },
    { providerPayments: 5, differences: [] },
  ]);
  expect(data[0]!.differences[0]).not.toHaveProperty('providerAmount');
});

it('shows the books of a month, which agree with the accounts and balance', async () => {
  const books = await get<Books>('/books');
  expect(books).toMatchObject({ state: 'open', timeZone: 'UTC', agrees: true, unknownCosts: 0 });
  const units = (text = '0') => BigInt(text.replace('.', ''));
  const sumOf = (texts: (string | undefined)[]) =>
    texts.reduce((sum, text) => sum + units(text), 0n);
  const of = (effect: string) =>
    sumOf(books.lines.filter((line) => line.effect === effect).map(({ amount }) => amount));
  expect(of('out')).toBeGreaterThan(0n);
  expect(units(books.opening) + of('in') - of('out')).toBe(units(books.closing));
  const debits = sumOf(books.entries.map(({ debit }) => debit));
  expect(debits).toBe(sumOf(books.entries.map(({ credit }) => credit)));
  const before = await get<Books>('/books?month=2026-01');
  expect(before).toMatchObject({ opening: '0.000000000', entries: [] });
  const wrong = await console.send({ path: '/books?month=2026-13', cookie: viewer.cookie });
  expect(wrong.status).toBe(400);
});
