/** What operators see of the service: its state, providers, models with margins, and runs whose outcome is unknown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  ModelForSaleList,
  Overview,
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
