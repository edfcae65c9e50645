import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { balances, request, slots, startTestRuns, type TestRuns } from '../support/model-runs.ts';
import { asOwner } from '../support/postgres.ts';

const MUCH = 1_000_000_000;
let t: TestRuns;

beforeAll(async () => {
  t = await startTestRuns();
  await t.startWorker();
  await t.listen();
});
afterAll(() => t.close());

describe('a worker that dies', () => {
  it('leaves its runs to reconciliation, and none is sent again', async () => {
    const lost = await startTestRuns();
    const tenant = await lost.tenant(MUCH);
    const dead = randomUUID();
    await lost.db.query(
      "insert into worker (id, lease_until) values ($1, now() + interval '1 minute')",
      [dead],
    );
    const created = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        lost.runs.create(tenant, { idempotencyKey: `k${i}`, body: request('sandbox/echo') }),
      ),
    );
    const claim = randomUUID();
    const claimed = await lost.runs.claim(slots(10), claim, dead);
    expect(claimed).toHaveLength(5);
    expect(await lost.runs.claim(slots(10), claim, dead)).toEqual(claimed);
    expect(await lost.runs.claim(slots(10), randomUUID(), dead)).toEqual([]);
    await lost.db.query('update worker set lease_until = now() where id = $1', [dead]);
    await lost.startWorker();
    await lost.listen();
    const ended = await Promise.all(created.map(({ run: one }) => lost.end(tenant, one)));
    for (const one of ended)
      expect(one).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
    expect(lost.sandbox.posts()).toBe(0);
    expect(await balances(lost.db, tenant.workspace)).toMatchObject([
      { available: MUCH, held: 0, pending: 0 },
    ]);
    await lost.close();
  });

  it('claims nothing without a lease', async () => {
    const tenant = await t.tenant(MUCH);
    const { run: created } = await t.runs.create(tenant, {
      idempotencyKey: 'x',
      body: request('sandbox/echo'),
    });
    expect(await t.runs.claim(slots(10), randomUUID(), randomUUID())).toEqual([]);
    expect((await t.end(tenant, created)).state).toBe('completed');
  });
});

describe('a claim that a living worker knows nothing of', () => {
  it('is taken for lost, and what is under way is not', async () => {
    const own = await startTestRuns();
    const tenant = await own.tenant(MUCH);
    const worker = await own.startWorker({
      ...{ leaseMs: 20_000, claims: 'own', ownClaimsEveryMs: 100 },
    });
    const create = (model: string) =>
      own.runs.create(tenant, { idempotencyKey: model, body: request(model) });
    const { run: stray } = await create('sandbox/echo');
    const [{ id: name } = { id: '' }] = await own.db.query<{ id: string }>('select id from worker');
    expect(await own.runs.claim(slots(10), randomUUID(), name)).toHaveLength(1);
    own.runs.startWith(worker.takeSlot);
    const { run: underWay } = await create('sandbox/slow');
    expect(underWay.state).toBe('submitting');
    // Only what was taken for lost, and then not found at the provider, ends like this.
    const lost = { state: 'failed', error: { code: 'outcome_unknown' } };
    expect(await own.end(tenant, stray)).toMatchObject(lost);
    expect((await own.end(tenant, underWay)).state).toBe('completed');
    expect(own.sandbox.posts(stray.id)).toBe(0);
    await own.close();
  });
});

describe('a run that the database has lost', () => {
  it('is created again by a repeat of its create', async () => {
    const restored = await startTestRuns();
    const tenant = await restored.tenant(MUCH);
    const create = () =>
      restored.runs.create(tenant, { idempotencyKey: 'x', body: request('sandbox/echo') });
    const { run } = await create();
    await asOwner(restored.database, async (owner) => {
      const uuid = idToUuid('run', run.id);
      for (const table of ['request_key', 'run_queue', 'run_payload']) {
        await owner.query(`delete from ${table} where run = $1`, [uuid]);
      }
      await owner.query('delete from run where id = $1', [uuid]);
    });
    const again = await create();
    expect(again.replayed).toBe(false);
    expect(again.run.id).not.toBe(run.id);
    await restored.close();
  });
});

describe('a run that is never sent', () => {
  it('fails at its deadline and gives the money back', async () => {
    const late = await startTestRuns();
    const tenant = await late.tenant(MUCH);
    const runs = late.build({
      times: { runDeadlineMs: 1, reconcileDeadlineMs: 1, reconcileGraceMs: 1, priceDeadlineMs: 1 },
    });
    const { run: created } = await runs.create(tenant, {
      idempotencyKey: 'x',
      body: request('sandbox/echo'),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await runs.sweep();
    expect(await runs.get(tenant.workspace, created.id)).toMatchObject({
      state: 'failed',
      error: { code: 'run_expired' },
    });
    expect(await balances(late.db, tenant.workspace)).toMatchObject([{ available: MUCH, held: 0 }]);
    await late.close();
  });
});

describe('claims', () => {
  it('are fair between workspaces and oldest first within one', async () => {
    const fair = await startTestRuns();
    const [large, small] = [await fair.tenant(MUCH), await fair.tenant(MUCH)];
    const submit = (tenant: Principal, key: string) =>
      fair.runs.create(tenant, { idempotencyKey: key, body: request('sandbox/echo') });
    const many = [];
    for (let i = 0; i < 10; i++) many.push((await submit(large, `k${i}`)).run.id);
    const one = (await submit(small, 'k')).run.id;
    const worker = randomUUID();
    await fair.db.query(
      "insert into worker (id, lease_until) values ($1, now() + interval '1 minute')",
      [worker],
    );
    const claimed = await fair.runs.claim(slots(2), randomUUID(), worker);
    expect(claimed.map(({ id }) => id).sort()).toEqual(
      [many[0]!, one].map((id) => idToUuid('run', id)).sort(),
    );
    await fair.close();
  });
});

describe('after the database went back in time', () => {
  it('what looks unsent is reconciled and not sent', async () => {
    const back = await startTestRuns();
    const tenant = await back.tenant(MUCH);
    const { run: created } = await back.runs.create(tenant, {
      idempotencyKey: 'x',
      body: request('sandbox/echo'),
    });
    expect(await back.runs.recover()).toBe(1);
    await back.startWorker();
    await back.listen();
    expect(await back.end(tenant, created)).toMatchObject({
      state: 'failed',
      error: { code: 'outcome_unknown' },
    });
    expect(back.sandbox.posts()).toBe(0);
    await back.close();
  });
});
