/** What operators see across workspaces: queues, losses, health and the largest spenders. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { json, run } from '../support/program.ts';
import { request, startService, type Tenant, type TestService } from '../support/service.ts';

interface Overview {
  hours: number;
  health: { claimsRefused: boolean; workers: number; alarms: string[] };
  providers: { kind: string; provider: string; state: string }[];
  queues: { kind: string; provider: string; state: string; runs: number; oldestSeconds: number }[];
  losses: { amount: number; workspaces: { id: string; lost: number; runs: number }[] };
  chores: { name: string; durationMs: number | null; failures: number; isOverdue: boolean }[];
  spenders: { id: string; name: string; charged: number; runs: number }[];
}

let service: TestService;
let large: Tenant;
let small: Tenant;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  environment = { DATABASE_URL: service.database.url };
  [large, small] = [await service.tenant(), await service.tenant()];
});
afterAll(() => service.close());

async function charged(tenant: Tenant, times: number): Promise<number> {
  let sum = 0;
  for (let i = 0; i < times; i += 1) {
    const answer = await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } });
    sum += (JSON.parse(answer.text) as { chargedAmount: number }).chargedAmount;
  }
  return sum;
}

test('the overview names the largest spenders, what is lost and what waits', async () => {
  const nothing = await run(['overview'], environment);
  expect(nothing.stdout).toMatch(/workers +1\n/);
  expect(nothing.stdout).toContain('No run is open.');
  expect(nothing.stdout).toContain('Nothing was charged');

  const [most, less] = [await charged(large, 3), await charged(small, 1)];
  await large.create(request('sandbox/lost'));
  await expect
    .poll(async () => (await json<Overview>(['overview'], environment)).queues)
    .toEqual([]);
  const slow = await small.create(request('sandbox/slow'));
  expect(slow.status).toBe(202);

  const overview = await json<Overview>(['overview', '--top', '2'], environment);
  expect(overview.health).toMatchObject({ claimsRefused: false, workers: 1 });
  expect(overview.queues).toEqual([
    expect.objectContaining({
      kind: 'model_run',
      provider: 'sandbox',
      state: 'submitting',
      runs: 1,
    }),
  ]);
  expect(overview.spenders).toMatchObject([
    { id: uuidToId('wsp', large.workspace), charged: most },
    { id: uuidToId('wsp', small.workspace), charged: less },
  ]);
  const top = await json<Overview>(['overview', '--top', '1'], environment);
  expect(top.spenders).toHaveLength(1);
  const { stdout } = await run(['overview'], environment);
  expect(stdout).toMatch(/SPENDER +CHARGED +RUNS/);
});

test('the overview shows how each chore went, and which has not succeeded for long', async () => {
  const { db } = service.database;
  const read = async () => (await json<Overview>(['overview'], environment)).chores;
  await expect
    .poll(async () => (await read()).map(({ name }) => name))
    .toEqual([
      ...['check-alerts', 'close-balances', 'close-hours', 'compare-payments', 'count-stored'],
      ...[
        'expire-customer-grants',
        'expire-grants',
        'find-payments',
        'forget-messages',
        'forget-sign-in-attempts',
        'keep-span-days',
        'look-up-payments',
        'purge-content',
      ],
      ...['recharge', 'return-credit'],
    ]);
  await expect
    .poll(async () => (await read()).every(({ durationMs }) => durationMs !== null))
    .toBe(true);
  expect((await read()).filter(({ failures, isOverdue }) => failures > 0 || isOverdue)).toEqual([]);

  await db.query(
    `update chore set succeeded_at = now() - interval '5 hours', failures = 3, failure = 'Error: storage is away'
     where name = 'keep-span-days'`,
  );
  const { health } = await json<Overview>(['overview'], environment);
  expect(health.alarms).toContain('chore_overdue');
  const { stdout } = await run(['overview'], environment);
  expect(stdout).toMatch(
    /keep-span-days +3600 s +18\d{3} s ago: overdue .+3 times: Error: storage is away/,
  );
});

test('a provider that does not answer is named, and no longer once it answers', async () => {
  const { db } = service.database;
  await db.query(
    `insert into provider_circuit (queue, opened_at, due_at, openings)
     values ('model_run/gone', now(), now() + interval '1 hour', 1)`,
  );
  const away = await json<Overview>(['overview'], environment);
  expect(away.health.alarms).toContain('provider_away');
  expect(away.providers).toContainEqual(
    expect.objectContaining({ kind: 'model_run', provider: 'gone', state: 'away' }),
  );
  const { stdout } = await run(['overview'], environment);
  expect(stdout).toMatch(/PROVIDER +KIND +STATE/);
  expect(stdout).toMatch(/gone +model_run +away/);

  await db.query(`update provider_circuit set opened_at = null, due_at = null`);
  const back = await json<Overview>(['overview'], environment);
  expect(back.health.alarms).not.toContain('provider_away');
  expect(back.providers).toContainEqual(
    expect.objectContaining({ provider: 'gone', state: 'answers' }),
  );
});

test('the overview warns of a missing worker, and of a database that is not the known one', async () => {
  await service.stop();
  await service.database.db.query("update deployment set system_identifier = '1'");
  const { health } = await json<Overview>(['overview'], environment);
  expect(health).toMatchObject({ claimsRefused: true, workers: 0 });
  expect(health.alarms).toEqual(expect.arrayContaining(['claims_refused', 'no_worker']));
  const { stdout, code } = await run(['overview'], environment);
  expect(code).toBe(0);
  expect(stdout).toContain('0: no run is carried out');
  expect(stdout).toContain('refused: the database is not the one');
});
