/** Cancelling runs over HTTP: which end at once, which end early, and which go on. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { mayEndEarly } from '../../server/runs/store.ts';
import { faultsInBooks } from '../support/books.ts';
import {
  type Answer,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  // The record of a run that was cut off exists once its answer would have come.
  service = await startService({ environment: { RECONCILE_DEADLINE_MS: '60000' } });
  tenant = await service.tenant();
});
afterAll(() => service.close());

function cancel(id: string, headers: Record<string, string> = {}, by = tenant): Promise<Answer> {
  return by.send({ method: 'POST', path: `${RUNS}/${id}/cancel`, headers });
}

async function created(model: string, by = tenant): Promise<ModelRun> {
  return runOf(await by.create(request(model)));
}

/** The run once the provider has named it. */
async function sent(model: string, by = tenant): Promise<ModelRun> {
  const { id } = await created(model, by);
  let run: ModelRun | undefined;
  await expect
    .poll(async () => {
      run = runOf(await by.get(`${RUNS}/${id}`));
      return run.providerReference;
    })
    .toBeTypeOf('string');
  return run!;
}

describe('a run that was not sent', () => {
  it('fails at once with cancelled (200), costs nothing, and is never sent', async () => {
    const api = await startService({ parts: ['api'] });
    const owner = await api.tenant();
    const before = await owner.wallet();
    const { id } = await created('sandbox/echo', owner);
    const answer = await cancel(id, {}, owner);
    expect(answer.status).toBe(200);
    expect(runOf(answer)).toMatchObject({
      id,
      state: 'failed',
      error: { code: 'cancelled', retryable: true },
      cancelRequestedAt: expect.any(String),
    });
    expect(answer.headers.get('location')).toBe(`${RUNS}/${id}`);
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(await owner.wallet()).toEqual(before);
    await api.close();
  });

  it('ends so as well where the provider has just sent it back to the queue', async () => {
    const { id } = await created('sandbox/busy');
    await expect
      .poll(async () => runOf(await tenant.get(`${RUNS}/${id}`)).state, { interval: 5 })
      .toBe('queued');
    await cancel(id);
    expect(await tenant.end(id)).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  });
});

describe('a run that is under way', () => {
  it('says when that was requested (202), and goes on until the provider knows of it', async () => {
    const { id } = await sent('sandbox/slow');
    const answer = await cancel(id);
    expect(answer.status).toBe(202);
    const run = runOf(answer);
    expect(run).toMatchObject({ state: 'submitting', cancelRequestedAt: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
    const again = runOf(await cancel(id));
    expect(again.cancelRequestedAt).toBe(run.cancelRequestedAt);
    await tenant.end(id);
  });

  it('fails with cancelled and costs the caller nothing where no answer had begun', async () => {
    const owner = await service.tenant();
    const before = await owner.wallet();
    const { id } = await sent('sandbox/slow', owner);
    const answer = await cancel(id, { Prefer: 'wait=30' }, owner);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBe('wait=30');
    expect(runOf(answer)).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
    expect(await owner.wallet()).toEqual(before);
    expect(await lossOf(owner)).toBeGreaterThan(0);
  });

  it('completes with the answer so far, and is charged what the provider bills for that', async () => {
    const whole = await tenant.end((await created('sandbox/streams')).id);
    const owner = await service.tenant();
    const before = await owner.wallet();
    const { id } = await sent('sandbox/streams', owner);
    const run = runOf(await cancel(id, { Prefer: 'wait=30' }, owner));
    expect(run).toMatchObject({ state: 'completed', finishReason: 'cancelled' });
    expect(whole.text!.startsWith(run.text!)).toBe(true);
    expect(run.message).toEqual({ role: 'assistant', content: run.text });
    const after = await owner.wallet();
    expect(before.available - after.available).toBe(run.chargedAmount);
    expect(after.held).toBe(0);
    expect(await lossOf(owner)).toBe(0);
  });

  it('ends as it would have ended if the workspace would cost the deployment too much', async () => {
    const strict = await startService({
      database: service.database,
      environment: { CANCEL_LOSS_LIMIT: '0' },
    });
    const owner = await strict.tenant();
    const { id } = await sent('sandbox/slow', owner);
    await cancel(id, {}, owner);
    const run = await owner.end(id);
    expect(run).toMatchObject({ state: 'completed', finishReason: 'stop', text: 'Hello' });
    expect(run.chargedAmount).toBeGreaterThan(0);
    await strict.close();
  });
});

describe('what a workspace may make the deployment lose', () => {
  it.each([
    ['a charged one counts with nothing', 'sandbox/echo', false],
    ['one whose cost nobody learned with all that it can have cost', 'sandbox/no-usage', true],
    ['one whose outcome nobody learned as well', 'sandbox/lost', true],
  ])('of runs that ended early, %s', async (_, model, counts) => {
    const quick = await startService({ database: service.database });
    const owner = await quick.tenant();
    const { db } = service.database;
    const { reservedAmount, state, chargedAmount } = await owner.end(
      (await created(model, owner)).id,
    );
    expect(state === 'failed' || chargedAmount === undefined).toBe(counts);
    await db.query(
      'insert into early_end (workspace, run, at_most) select workspace, id, reserved_amount from run where workspace = $1',
      [owner.workspace],
    );
    const next = { workspace: owner.workspace, id: randomUUID(), atMost: 1 };
    expect(await mayEndEarly(db, next, reservedAmount)).toBe(!counts);
    await quick.close();
  });

  it.each([
    ['one that was not executed counts with nothing', false],
    ['one that was executed at a cost nobody learned with all that it can have cost', true],
  ])('of runs that failed, %s', async (_, wasExecuted) => {
    const quick = await startService({ database: service.database });
    const owner = await quick.tenant();
    const { db } = service.database;
    const { id, error, reservedAmount } = await owner.end(
      (await created('sandbox/cancelled', owner)).id,
    );
    expect(error!.code).toBe('provider_unavailable');
    const run = [owner.workspace, idToUuid('run', id)];
    await db.query('insert into early_end (workspace, run, at_most) values ($1, $2, $3)', [
      ...run,
      reservedAmount,
    ]);
    if (wasExecuted) {
      const audited =
        "insert into audit_event (workspace, run, kind, detail) values ($1, $2, 'answer_lost', '{}')";
      await db.query(audited, run);
    }
    const next = { workspace: owner.workspace, id: randomUUID(), atMost: 1 };
    expect(await mayEndEarly(db, next, reservedAmount)).toBe(!wasExecuted);
    await quick.close();
  });
});

describe('a run that has ended', () => {
  it('stays as it is: 200 without a cancel request', async () => {
    const ended = await tenant.end((await created('sandbox/echo')).id);
    const answer = await cancel(ended.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBe(`${RUNS}/${ended.id}`);
    expect(runOf(answer)).toEqual(ended);
  });
});

it('a run of another workspace is 404 not_found, and goes on', async () => {
  const { id } = await created('sandbox/slow');
  const outsider = await service.tenant();
  problemOf(await cancel(id, {}, outsider), 'not_found');
  problemOf(await cancel('run_nothing'), 'not_found');
  expect(await tenant.end(id)).toMatchObject({ state: 'completed' });
});

it('a key without models:run is 403 insufficient_scope', async () => {
  const { id } = await created('sandbox/slow');
  const reader = tenant.as(await tenant.newKey({ scopes: ['models:read'] }));
  problemOf(await cancel(id, {}, reader), 'insufficient_scope');
});

it('a waiter with If-None-Match learns of the cancel request', async () => {
  const { id } = await sent('sandbox/slow');
  const read = await tenant.get(`${RUNS}/${id}`);
  const etag = read.headers.get('etag')!;
  const waiting = tenant.get(`${RUNS}/${id}`, { Prefer: 'wait=20', 'If-None-Match': etag });
  await cancel(id);
  expect(runOf(await waiting).cancelRequestedAt).toBeTypeOf('string');
});

it('the books are right after all that', async () => {
  expect(await faultsInBooks(service.database.db, { fromTheStart: true })).toEqual([]);
});

async function lossOf({ workspace }: Tenant): Promise<number> {
  const [row] = await service.database.db.query<{ sum: number }>(
    "select coalesce(sum(amount), 0)::bigint as sum from ledger_entry where workspace = $1 and kind = 'loss'",
    [workspace],
  );
  return row!.sum;
}
