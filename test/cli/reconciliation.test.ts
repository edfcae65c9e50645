import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { json, run } from '../support/program.ts';
import { RUNS, startService, type Tenant, type TestService } from '../support/service.ts';

const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));

async function start(environment: Record<string, string> = {}) {
  const service = await startService({ environment });
  services.push(service);
  return { service, tenant: await service.tenant({ amount: 1_000_000_000 }) };
}

async function create(model: string, by: Tenant): Promise<ModelRun> {
  const body = { model, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 50 };
  const answer = await by.create(body, { requestKey: randomUUID() });
  return JSON.parse(answer.text) as ModelRun;
}

interface Report {
  days: { runs: number; booked: number; reported: number; agrees: number; late: number }[];
  runs: { run: string; verdict: string; booked?: number; reported?: number; charged?: number }[];
}

const today = new Date().toISOString().slice(0, 10);

function driftOf({ database }: TestService) {
  const environment = { DATABASE_URL: database.url };
  const days = ['--day', today, '--days', '2'];
  return {
    report: (...args: string[]) => json<Report>(['drift', ...days, ...args], environment),
    shown: () => run(['drift', ...days], environment),
    audit: () => run(['audit'], environment),
  };
}

test('runs show says why the outcome of a run that ended answer_lost was unknown', async () => {
  const { service, tenant } = await start();
  const { id } = await tenant.end((await create('sandbox/breaks', tenant)).id);
  const environment = { DATABASE_URL: service.database.url };
  const shown = await json<ModelRun & { unknownReason?: string }>(
    ['runs', 'show', id],
    environment,
  );
  expect(shown).toMatchObject({ error: { code: 'answer_lost' } });
  expect(shown.unknownReason).toMatch(/connection|answer/);
  const { stdout } = await run(['runs', 'show', id], environment);
  expect(stdout).toMatch(/^outcome was unknown +\S/m);
});

test('runs show says why a run waits in the queue, when it is tried next and until when', async () => {
  const { service, tenant } = await start();
  const { id } = await create('sandbox/busy', tenant);
  // A run that is sent again in the meantime has left the queue until it comes back.
  await expect
    .poll(
      async () => (await run(['runs', 'show', id], { DATABASE_URL: service.database.url })).stdout,
      { interval: 10, timeout: 60_000 },
    )
    .toMatch(/^expires +\S.*^queue +The provider has no capacity .*\(\d+ attempts, next /ms);
});

describe('drift', () => {
  test("finds the books and the provider's figures alike, to the unit", async () => {
    const { service, tenant } = await start();
    const ended = await tenant.end((await create('sandbox/echo', tenant)).id);
    const { days, runs } = await driftOf(service).report();
    expect(runs.find((each) => each.run === ended.id)).toEqual(
      expect.objectContaining({
        verdict: 'agrees',
        charged: ended.chargedAmount,
        booked: ended.providerAmount,
        reported: ended.providerAmount,
      }),
    );
    expect(days).toEqual([expect.objectContaining({ runs: 1, agrees: 1, late: 0 })]);
  });

  test('books what a run cost that was given up and did run, and never charges it', async () => {
    // The service gives up answers of the slow model before they come.
    const { service, tenant } = await start({
      REQUEST_TIMEOUT_MS: '1000',
      RECONCILE_DEADLINE_MS: '1000',
    });
    const drift = driftOf(service);
    let ended: Awaited<ReturnType<typeof tenant.end>>;
    // On a busy machine, the provider may have answered before the run is given up.
    do ended = await tenant.end((await create('sandbox/slow', tenant)).id);
    while (ended.error?.code === 'answer_lost');
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
    const late = async () =>
      (await drift.report('--dry-run')).runs.find((each) => each.run === ended.id);
    await expect.poll(late, { interval: 500 }).toMatchObject({ verdict: 'late' });

    const { stdout } = await drift.shown();
    expect(stdout).toMatch(new RegExp(`${ended.id} +failed +late +- +- +\\S+ USD`));
    const again = (await drift.report()).runs.find((each) => each.run === ended.id);
    expect(again).toMatchObject({ verdict: 'agrees', booked: again!.reported });
    expect(again).not.toHaveProperty('charged');
    expect((await drift.audit()).code).toBe(0);
  });
});

describe('reconcile', () => {
  test('prints what would happen to open runs, then ends them, and never sends', async () => {
    const { service, tenant } = await start({ RECONCILE_DEADLINE_MS: '600000' });
    const { db, url } = service.database;
    const cli = (...args: string[]) => run(args, { DATABASE_URL: url });
    const open = () =>
      db.query("select id, state, look_ups from run where state not in ('completed', 'failed')");

    const { id } = await create('sandbox/lost', tenant);
    await expect
      .poll(async () => (await tenant.get(`${RUNS}/${id}`)).text)
      .toContain('needs_reconciliation');
    await service.stop();
    await db.query('update run set settle_deadline = now()');

    const before = await open();
    expect(before).toHaveLength(1);
    const elsewhere = await run(['reconcile'], { DATABASE_URL: url, SANDBOX: 'off' });
    expect(elsewhere.stdout).toMatch(/sandbox is not configured here.+ as before\n$/s);
    expect(await open()).toEqual(before);
    const dry = await cli('reconcile', id, '--dry-run');
    expect(dry.stdout).toMatch(new RegExp(`${id} +needs_reconciliation +no record .+ failed`));
    expect(await open()).toEqual(before);

    expect((await cli('reconcile')).stdout).toMatch(/BECAME\n.+ failed\n$/s);
    expect(await open()).toEqual([]);
    expect((await cli('reconcile')).stdout).toBe('No run waits for a look-up.\n');
    expect((await cli('reconcile', id)).stdout).toContain(`${id} waits for no look-up`);
    expect((await cli('reconcile', 'run_nobody')).stderr).toBe(
      'error: There is no run run_nobody.\n',
    );
  });
});
