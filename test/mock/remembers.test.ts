/** The mock remembers: an app that keeps what it bought by the ids of runs finds all of it again. Held to the contract. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, createMemoryRequestKeys } from '../../client/index.ts';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { createStore } from '../../scripts/mock/store.ts';
import { document } from '../contract/document.ts';
import { createContract } from '../support/contract.ts';
import { unique } from '../support/service.ts';
import { sending } from '../targets/wire.ts';

let mock: Mock;
let send: (request: Request) => Promise<Response>;
beforeAll(async () => {
  mock = await startMock({ document, port: 0 });
  send = sending({ publicUrl: mock.url, contract: createContract() });
});
afterAll(() => mock.close());
beforeEach(() => {
  stand();
});
afterEach(() => {
  vi.useRealTimers();
});

const client = () => createClient({ baseUrl: mock.url, apiKey: 'any', fetch: send, retry: false });
const say = (model: string, more: object = {}) => ({
  ...{ model, messages: [{ role: 'user' as const, content: 'Hello' }], maxOutputTokens: 9 },
  ...more,
});
const get = async (path: string, headers: Record<string, string> = {}) =>
  send(
    new Request(`${mock.url}/v1/developer/${path}`, {
      headers: { Authorization: 'Bearer any', ...headers },
    }),
  );
const account = async () =>
  (await (await get('account')).json()) as {
    spendableAmount: number;
    accounts: { availableAmount: number; heldAmount: number }[];
    pendingRuns: { count: number };
  };
/** The clock stands, so that runs go on as they are read and not because the machine is slow. */
const stand = (ms = 0) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

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
    const { modelRuns } = client();
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
    const { modelRuns } = client();
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
      // Another one meanwhile moves no page.
      if (seen.push(id) === 10) await modelRuns.create(say('sandbox/echo'));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id)).toReversed()).toEqual(ids);
    expect((await modelRuns.find(requests[50]!.idempotencyKey))?.id).toBe(ids[50]);
  });

  it('submits once under a name, and a refused body under its key is 422', async () => {
    const { modelRuns } = client();
    const requestKeys = createMemoryRequestKeys();
    const first = await modelRuns.once('order-1', say('sandbox/busy'), { requestKeys });
    const second = await modelRuns.once('order-1', say('sandbox/busy'), { requestKeys });
    expect(second).toEqual(first);
    const other = modelRuns.create(say('sandbox/lost'), { idempotencyKey: first.idempotencyKey });
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reuse' });
  });
});

describe('a run that was created', () => {
  it('says what its request said, at the time of its creation', async () => {
    const { modelRuns } = client();
    const said = { metadata: { team: 'billing' }, attribution: { sessionId: 'chat-1' } };
    const start = Date.now();
    const { run } = await modelRuns.create(say('sandbox/echo', said));
    const ended = await modelRuns.wait(run.id);
    expect(ended).toMatchObject({ ...said, text: 'Hello', message: { content: 'Hello' } });
    const times = [ended.createdAt, ended.updatedAt, ended.finishedAt!].map(Date.parse);
    expect(times[0]).toBeGreaterThanOrEqual(start);
    expect(times.toSorted()).toEqual(times);
    expect(times[2]).toBeLessThanOrEqual(Date.now());
    expect(ended.createdAt).toBe(run.createdAt);
    expect(Date.parse(run.expiresAt!)).toBeGreaterThan(Date.now());
    const other = await modelRuns.createAndWait(say('sandbox/echo'));
    for (const member of ['id', 'traceId', 'providerReference', 'idempotencyKey'] as const) {
      expect(other[member]).not.toBe(ended[member]);
    }
    expect(await (await get(`model-runs/${run.id}`)).json()).toEqual(ended);
  });

  it('is listed under each filter that it fits, and under no other', async () => {
    const { modelRuns, toolRuns } = client();
    const metadata = { job: unique('job'), team: 'a:b' };
    const attribution = {
      sessionId: unique('s'),
      endUserId: 'e',
      promptId: 'p',
      promptVersion: '1',
    };
    const run = await modelRuns.createAndWait(say('sandbox/refused', { metadata, attribution }));
    const listed = async (filters: object) => {
      const ids: string[] = [];
      for await (const { id } of modelRuns.list(filters)) ids.push(id);
      return ids;
    };
    const { sessionId } = attribution;
    for (const filters of [
      ...[{ metadata }, { metadata, state: 'failed' }, { metadata: { job: metadata.job } }],
      ...[
        { sessionId, model: 'sandbox/refused' },
        { ...attribution, keyId: run.keyId },
      ],
      ...[
        { sessionId, createdAfter: '2026-01-01T00:00:00Z' },
        { idempotencyKey: run.idempotencyKey },
      ],
    ]) {
      expect(await listed(filters), JSON.stringify(filters)).toEqual([run.id]);
    }
    for (const filters of [
      ...[{ metadata: { job: 'other' } }, { sessionId, state: 'completed' }, { sessionId: 'none' }],
      ...[
        { sessionId, createdBefore: run.createdAt },
        { sessionId, createdAfter: run.createdAt },
      ],
    ]) {
      expect(await listed(filters), JSON.stringify(filters)).toEqual([]);
    }
    const parent = { runId: run.id, toolCallId: 'call_1' };
    const { run: child } = await toolRuns.create({ tool: 'sandbox/echo', input: {}, parent });
    const children: string[] = [];
    for await (const { id } of toolRuns.list({ parentRunId: run.id })) children.push(id);
    expect(children).toEqual([child.id]);
    expect(child.traceId).toBe(run.traceId);
  });

  it('ends by itself, five seconds for each step, whoever reads it', async () => {
    const { modelRuns } = client();
    const { run } = await modelRuns.create(say('sandbox/unpriced'));
    const state = async () => {
      for await (const one of modelRuns.list()) if (one.id === run.id) return one.state;
      return undefined;
    };
    expect(await state()).toBe('reserved');
    expect(await state()).toBe('reserved');
    stand(5_000);
    expect(await state()).toBe('received');
    stand(5_000);
    expect(await state()).toBe('completed');
    const { finishedAt, createdAt } = await modelRuns.get(run.id);
    expect(Date.parse(finishedAt!) - Date.parse(createdAt)).toBe(10_000);
  });

  it('has a tag that changes with it, and is 304 for those who have it', async () => {
    const { modelRuns } = client();
    const { run } = await modelRuns.create(say('sandbox/slow'));
    const tags: string[] = [];
    for (const state of ['submitting', 'completed', 'completed']) {
      const answer = await get(`model-runs/${run.id}`);
      expect(await answer.json()).toMatchObject({ state });
      tags.push(answer.headers.get('etag')!);
    }
    expect(tags[0]).not.toBe(tags[1]);
    expect(tags[1]).toBe(tags[2]);
    const again = await get(`model-runs/${run.id}`, { 'If-None-Match': tags[1]! });
    expect(again.status).toBe(304);
    const changed = await get(`model-runs/${run.id}`, { 'If-None-Match': tags[0]! });
    expect(changed.status).toBe(200);
  });

  it.each([
    ['sandbox/echo', ['failed'], 'cancelled', undefined],
    ['sandbox/busy', ['failed'], 'cancelled', undefined],
    ['sandbox/slow', ['submitting', 'failed'], 'cancelled', undefined],
    ['sandbox/streams', ['submitting', 'completed'], undefined, 'cancelled'],
  ])('of %s ends early where it is cancelled: %j', async (model, states, code, finishReason) => {
    const { modelRuns } = client();
    const { run } = await modelRuns.create(say(model));
    const cancelled = await modelRuns.cancel(run.id);
    const ended = await modelRuns.get(run.id);
    expect([...new Set([cancelled.state, ended.state])]).toEqual(states);
    expect(ended.cancelRequestedAt).toBe(cancelled.cancelRequestedAt);
    expect(ended.error?.code).toBe(code);
    expect(ended.finishReason).toBe(finishReason);
    expect(await modelRuns.cancel(run.id)).toEqual(ended);
  });

  it('ends as it would have where it is cancelled while it is looked up', async () => {
    const { modelRuns } = client();
    const { run } = await modelRuns.create(say('sandbox/lost'));
    await modelRuns.get(run.id);
    const cancelled = await modelRuns.cancel(run.id);
    expect(cancelled).toMatchObject({ state: 'needs_reconciliation' });
    expect(cancelled.cancelRequestedAt).toBeDefined();
    const ended = await modelRuns.get(run.id);
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
    const completed = await modelRuns.createAndWait(say('sandbox/echo'));
    expect(await modelRuns.cancel(completed.id)).toEqual(completed);
  });

  it('says where it is, whatever it is a run of', async () => {
    const { toolRuns, computeJobs } = client();
    const created = async (path: string, body: object) => {
      const request = new Request(`${mock.url}/v1/developer/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: {
          ...{ Authorization: 'Bearer any', 'Content-Type': 'application/json' },
          'Idempotency-Key': unique('place'),
        },
      });
      const answer = await send(request);
      const { id } = (await answer.json()) as { id: string };
      expect(answer.headers.get('location')).toBe(`/v1/developer/${path}/${id}`);
      return id;
    };
    await toolRuns.get(await created('tool-runs', { tool: 'sandbox/echo', input: {} }));
    const job = { environment: 'javascript', timeoutSeconds: 9, source: '1' };
    await computeJobs.get(await created('compute-jobs', job));
  });
});

describe('jobs and scores', () => {
  it('a job is listed, followed to the end of its log, and has its file', async () => {
    const { computeJobs } = client();
    const request = { environment: 'javascript', timeoutSeconds: 60, source: 'console.log(1)' };
    const { run } = await computeJobs.create(request);
    await expect(computeJobs.artifact(run.id, 'result.json')).rejects.toMatchObject({
      code: 'not_found',
    });
    let text = '';
    for await (const part of computeJobs.logs(run.id)) text += part.text;
    expect(text).toBe('Hello\n');
    const file = await computeJobs.artifact(run.id, 'result.json');
    expect(await new Response(file).json()).toEqual({ sum: 4 });
    for await (const { id, state } of computeJobs.list({ limit: 1 })) {
      expect([id, state]).toEqual([run.id, 'completed']);
      break;
    }
    const cancelled = await computeJobs.create(request);
    await computeJobs.cancel(cancelled.run.id);
    expect(await computeJobs.wait(cancelled.run.id)).toMatchObject({ result: 'cancelled' });
  });

  it('a score is read, listed with its run, and gone once it is deleted; its key is free then', async () => {
    const { modelRuns, GET, POST, DELETE } = client();
    const attribution = { promptId: 'greeting', promptVersion: '2' };
    const { id: runId } = await modelRuns.createAndWait(say('sandbox/echo', { attribution }));
    const score = { name: 'helpfulness', value: 0.5, source: 'human' as const, runId };
    const path = '/v1/developer/observability/scores' as const;
    const save = (body: object) =>
      POST(path, {
        body: body as never,
        params: { header: { 'Idempotency-Key': `score of ${runId}`.replaceAll(' ', '-') } },
      });
    const { data: saved } = await save(score);
    expect(saved).toMatchObject({ ...score, dataType: 'numeric', attribution });
    expect((await save(score)).data).toEqual(saved);
    expect((await save({ ...score, value: 1 })).error).toMatchObject({
      code: 'idempotency_key_reuse',
    });
    const one = { params: { path: { id: saved!.id } } };
    expect((await GET(`${path}/{id}`, one)).data).toEqual(saved);
    const listed = await GET(path, { params: { query: { promptId: 'greeting', runId } } });
    expect(listed.data?.data).toEqual([saved]);
    await DELETE(`${path}/{id}`, one);
    expect((await GET(`${path}/{id}`, one)).error).toMatchObject({ code: 'not_found' });
    expect((await save({ ...score, value: 1 })).data?.id).not.toBe(saved!.id);
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
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('is not cancelled either, and is shown where an example is asked for by its name', async () => {
    const { modelRuns } = client();
    await expect(modelRuns.cancel(`run_${SUFFIX}`)).rejects.toMatchObject({ code: 'not_found' });
    const shown = await get(`model-runs/run_${SUFFIX}`, { Prefer: 'example=run-queued' });
    expect(await shown.json()).toMatchObject({ id: `run_${SUFFIX}`, state: 'queued' });
  });

  it('is everything, in a mock that is started anew, but what the examples have', async () => {
    const { modelRuns } = client();
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
  const store = createStore<{ id: string; requestKey: string; body: object }>();
  for (let i = 0; i <= 10_000; i += 1) store.save({ id: `${i}`, requestKey: `${i}`, body: {} });
  store.get('1');
  store.save({ id: 'last', requestKey: 'last', body: {} });
  expect([store.get('0'), store.get('1'), store.get('2')?.id]).toEqual([undefined, undefined, '2']);
  expect(store.known('0', {})).toBeUndefined();
  expect(store.newest()[0]?.id).toBe('last');
  const mib = 'x'.repeat(1_048_576);
  for (let i = 0; i < 70; i += 1)
    store.save({ id: `mib-${i}`, requestKey: `mib-${i}`, body: { mib } });
  expect(store.newest().length).toBeLessThan(65);
});
