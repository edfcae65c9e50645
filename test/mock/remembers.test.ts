/** The mock remembers: an app finds everything again that it bought, by the ids that it kept. Checks the contract. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, createMemoryRequestKeys } from '../../client/index.ts';
import { startMock } from '../../scripts/mock/index.ts';
import { createStore } from '../../scripts/mock/kernel.ts';
import { document } from '../contract/document.ts';
import { unique } from '../support/service.ts';
import { type CheckedMock, say, stand, startCheckedMock } from './checked.ts';

let mock: CheckedMock;
beforeAll(async () => {
  mock = await startCheckedMock();
});
afterAll(() => mock.close());
beforeEach(() => {
  stand();
});
afterEach(() => {
  vi.useRealTimers();
});

const account = async () =>
  (await (await mock.get('account')).json()) as {
    spendableAmount: number;
    accounts: { availableAmount: number; heldAmount: number }[];
    pendingRuns: { count: number };
  };
const ENDINGS = [
  ['sandbox/echo', 'completed', undefined],
  ['sandbox/thinker', 'completed', undefined],
  ['sandbox/slow', 'completed', undefined],
  ['sandbox/streams', 'completed', undefined],
  ['sandbox/busy', 'completed', undefined],
  ['sandbox/no-usage', 'completed', undefined],
  ['sandbox/unpriced', 'completed', undefined],
  ['sandbox/refused', 'failed', 'provider_refused'],
  ['sandbox/breaks', 'failed', 'answer_lost'],
  ['sandbox/cancelled', 'failed', 'provider_unavailable'],
  ['sandbox/lost', 'failed', 'outcome_unknown'],
] as const;

describe('an app with a unique column on the id of the run', () => {
  it('carries an order with each model of the sandbox to its end, and finds all of them again', async () => {
    const { modelRuns } = mock.client;
    const database = new DatabaseSync(':memory:');
    database.exec(`create table purchase (request_key text primary key, run_id text not null unique,
      state text not null, error text, charged integer not null default 0)`);
    const insert = database.prepare(
      'insert into purchase (request_key, run_id, state) values (?, ?, ?)',
    );
    const update = database.prepare(
      'update purchase set state = ?, error = ?, charged = ? where run_id = ?',
    );
    const before = await account();

    for (const [model] of [...ENDINGS, ...ENDINGS]) {
      const { run } = await modelRuns.create(say(model), { idempotencyKey: unique('order') });
      insert.run(run.idempotencyKey, run.id, run.state);
    }
    expect((await account()).pendingRuns.count).toBe(before.pendingRuns.count + 22);

    const pending = "select run_id from purchase where state not in ('completed', 'failed')";
    for (let rows = database.prepare(pending).all(); rows.length > 0; ) {
      for (const { run_id } of rows) {
        const run = await modelRuns.get(String(run_id));
        update.run(run.state, run.error?.code ?? null, run.chargedAmount ?? 0, run.id);
      }
      rows = database.prepare(pending).all();
    }

    const ended = database.prepare('select state, error from purchase order by rowid').all();
    const expected = ENDINGS.map(([, state, error]) => ({ state, error: error ?? null }));
    expect(ended.map((row) => ({ ...row }))).toEqual([...expected, ...expected]);
    const known = database.prepare('select 1 from purchase where run_id = ? and state = ?');
    let found = 0;
    for await (const { id, state } of modelRuns.list({ limit: 5 })) {
      found += known.get(id, state) ? 1 : 0;
    }
    expect(found).toBe(22);
    const { charged } = database.prepare('select sum(charged) charged from purchase').get() as {
      charged: number;
    };
    expect(charged).toBeGreaterThan(0);
    const after = await account();
    expect(before.spendableAmount - after.spendableAmount).toBe(charged);
    expect(after.accounts[0]!.heldAmount).toBe(before.accounts[0]!.heldAmount);
  });

  it('has another id for each request key, in a batch as well, and the same one for the same', async () => {
    const { modelRuns } = mock.client;
    const requests = Array.from({ length: 100 }, (_, i) => ({
      idempotencyKey: unique(`batch-${i}`),
      request: say('sandbox/echo', { maxOutputTokens: i + 1 }),
    }));
    const results = await modelRuns.createMany(requests);
    const ids = results.map(({ run }) => run!.id);
    expect(new Set(ids).size).toBe(100);
    const again = await modelRuns.createMany(requests);
    expect(again.map(({ run, replayed }) => [run!.id, replayed])).toEqual(
      ids.map((id) => [id, true]),
    );
    const seen: string[] = [];
    for await (const { id } of modelRuns.list({ limit: 7 })) {
      // A run created meanwhile moves no page.
      if (seen.push(id) === 10) await modelRuns.create(say('sandbox/echo'));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id)).toReversed()).toEqual(ids);
    expect((await modelRuns.find(requests[50]!.idempotencyKey))?.id).toBe(ids[50]);
  });

  it('submits once under a name, and a refused body under its key is 422', async () => {
    const { modelRuns } = mock.client;
    const requestKeys = createMemoryRequestKeys();
    const first = await modelRuns.once('order-1', say('sandbox/busy'), { requestKeys });
    const second = await modelRuns.once('order-1', say('sandbox/busy'), { requestKeys });
    expect(second).toEqual(first);
    const other = modelRuns.create(say('sandbox/lost'), { idempotencyKey: first.idempotencyKey });
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reuse' });
  });
});

describe('what was never created', () => {
  const SUFFIX = '01k0zzzzzzzzzzzzzzzzzzzzzz';

  it.each([
    `model-runs/run_${SUFFIX}`,
    `tool-runs/trun_${SUFFIX}`,
    `compute-jobs/job_${SUFFIX}`,
    `compute-jobs/job_${SUFFIX}/logs`,
    `compute-jobs/job_${SUFFIX}/artifacts/result.json`,
    `observability/scores/scr_${SUFFIX}`,
  ])('is 404 not_found: %s', async (path) => {
    const answer = await mock.get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('is not cancelled either, and is shown where an example is asked for by its name', async () => {
    const { modelRuns } = mock.client;
    await expect(modelRuns.cancel(`run_${SUFFIX}`)).rejects.toMatchObject({ code: 'not_found' });
    const shown = await mock.get(`model-runs/run_${SUFFIX}`, { Prefer: 'example=run-queued' });
    expect(await shown.json()).toMatchObject({ id: `run_${SUFFIX}`, state: 'queued' });
  });

  it('in a mock that is restarted: everything except the examples', async () => {
    const { modelRuns } = mock.client;
    const { run } = await modelRuns.create(say('sandbox/echo'), { idempotencyKey: 'anew' });
    const other = await startMock({ document, port: 0 });
    const anew = createClient({ baseUrl: other.url, apiKey: 'any', retry: false }).modelRuns;
    await expect(anew.get(run.id)).rejects.toMatchObject({ code: 'not_found' });
    const created = await anew.create(say('sandbox/lost'), { idempotencyKey: 'anew' });
    expect(created).toMatchObject({ replayed: false });
    expect(created.run.id).not.toBe(run.id);
    await other.close();
  });
});

it('the oldest is forgotten first, and its request key with it', () => {
  const store = createStore<{ id: string }>();
  const save = (id: string, bytes = 2) => store.save(id, `key of ${id}`, { id }, bytes);
  for (let i = 0; i <= 10_000; i += 1) save(`${i}`);
  store.get('1');
  save('last');
  expect([store.get('0'), store.get('1'), store.get('2')?.id]).toEqual([undefined, undefined, '2']);
  expect(store.ofKey('key of 0')).toBeUndefined();
  expect(store.ofKey('key of 2')?.id).toBe('2');
  expect(store.newest()[0]?.id).toBe('last');
  for (let i = 0; i < 70; i += 1) save(`mib-${i}`, 1_048_576);
  expect(store.newest().length).toBeLessThan(65);
});
