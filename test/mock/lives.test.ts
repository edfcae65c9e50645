/** What callers create in the mock lives on: runs advance, are found and cancelled, jobs write, scores are saved. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../client/index.ts';
import { startMock } from '../../scripts/mock/index.ts';
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

describe('a run that was created', () => {
  it('has the labels and the attribution of its request, and the time of its creation', async () => {
    const { modelRuns } = mock.client;
    const stated = { metadata: { team: 'billing' }, attribution: { sessionId: 'chat-1' } };
    const start = Date.now();
    const { run } = await modelRuns.create(say('sandbox/echo', stated));
    const ended = await modelRuns.wait(run.id);
    expect(ended).toMatchObject({ ...stated, text: 'Hello', message: { content: 'Hello' } });
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
    expect(await (await mock.get(`model-runs/${run.id}`)).json()).toEqual(ended);
  });

  it('is listed under each filter that it fits, and under no other', async () => {
    const { modelRuns, toolRuns } = mock.client;
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
    const { run: child } = await toolRuns.create({
      ...{ tool: 'sandbox/echo', input: { text: 'Hi' }, parent },
    });
    const children: string[] = [];
    for await (const { id } of toolRuns.list({ parentRunId: run.id })) children.push(id);
    expect(children).toEqual([child.id]);
    expect(child.traceId).toBe(run.traceId);
  });

  it('ends by itself, five seconds for each step, without reads', async () => {
    const { modelRuns } = mock.client;
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
    const { modelRuns } = mock.client;
    const { run } = await modelRuns.create(say('sandbox/slow'));
    const tags: string[] = [];
    for (const state of ['submitting', 'completed', 'completed']) {
      const answer = await mock.get(`model-runs/${run.id}`);
      expect(await answer.json()).toMatchObject({ state });
      tags.push(answer.headers.get('etag')!);
    }
    expect(tags[0]).not.toBe(tags[1]);
    expect(tags[1]).toBe(tags[2]);
    const again = await mock.get(`model-runs/${run.id}`, { 'If-None-Match': tags[1]! });
    expect(again.status).toBe(304);
    const changed = await mock.get(`model-runs/${run.id}`, { 'If-None-Match': tags[0]! });
    expect(changed.status).toBe(200);
  });

  it.each([
    ['sandbox/echo', ['failed'], 'cancelled', undefined],
    ['sandbox/busy', ['failed'], 'cancelled', undefined],
    ['sandbox/slow', ['submitting', 'failed'], 'cancelled', undefined],
    ['sandbox/streams', ['submitting', 'completed'], undefined, 'cancelled'],
  ])('of %s ends early where it is cancelled: %j', async (model, states, code, finishReason) => {
    // The provider's record knows by the clock how far a run came.
    vi.useRealTimers();
    const { modelRuns } = mock.client;
    const { run } = await modelRuns.create(say(model));
    // Nothing was sent before the first read.
    if (states.length > 1) await modelRuns.get(run.id);
    const cancelled = await modelRuns.cancel(run.id);
    const ended = await modelRuns.get(run.id);
    expect([...new Set([cancelled.state, ended.state])]).toEqual(states);
    expect(ended.cancelRequestedAt).toBe(cancelled.cancelRequestedAt);
    expect(ended.error?.code).toBe(code);
    expect(ended.finishReason).toBe(finishReason);
    expect(await modelRuns.cancel(run.id)).toEqual(ended);
  });

  it('ends as it would have where it is cancelled while it is looked up', async () => {
    const { modelRuns } = mock.client;
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

  it('has a location, whatever its kind', async () => {
    const { toolRuns, computeJobs } = mock.client;
    const created = async (path: string, body: object) => {
      const request = new Request(`${mock.url}/v1/developer/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: {
          ...{ Authorization: 'Bearer any', 'Content-Type': 'application/json' },
          'Idempotency-Key': unique('place'),
        },
      });
      const answer = await mock.send(request);
      const { id } = (await answer.json()) as { id: string };
      expect(answer.headers.get('location')).toBe(`/v1/developer/${path}/${id}`);
      return id;
    };
    await toolRuns.get(await created('tool-runs', { tool: 'sandbox/echo', input: { text: 'Hi' } }));
    const job = { environment: 'javascript', timeoutSeconds: 9, source: '1' };
    await computeJobs.get(await created('compute-jobs', job));
  });
});

describe('the wallet', () => {
  it('pays for runs until it cannot hold another one, and then says what it could', async () => {
    const poor = await startMock({ document, port: 0, credit: 0.001 });
    const { modelRuns, GET } = createClient({ baseUrl: poor.url, apiKey: 'any', retry: false });
    const { run } = await modelRuns.create(say('sandbox/echo'));
    const { data } = await GET('/v1/developer/account');
    const left = 1_000_000 - run.reservedAmount;
    expect(data).toMatchObject({
      ...{ spendableAmount: left, pendingRuns: { count: 1 } },
      accounts: [{ availableAmount: left, heldAmount: run.reservedAmount }],
    });
    const dear = say('sandbox/echo', { maxOutputTokens: 16_000 });
    await expect(modelRuns.create(dear)).rejects.toMatchObject({
      ...{ status: 402, code: 'insufficient_credit' },
      problem: { availableAmount: left, affordableMaxOutputTokens: expect.any(Number) },
    });
    expect(await modelRuns.estimate(dear)).toMatchObject({ covered: false });
    await poor.close();
  });
});

describe('jobs and scores', () => {
  it('a job is listed, followed to the end of its log, and has its file', async () => {
    const { computeJobs } = mock.client;
    const request = {
      ...{ environment: 'javascript', timeoutSeconds: 60, source: 'console.log(1)' },
      outputs: ['result.json'],
    };
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
    await computeJobs.get(cancelled.run.id);
    await computeJobs.cancel(cancelled.run.id);
    expect(await computeJobs.wait(cancelled.run.id)).toMatchObject({ result: 'cancelled' });
  });

  it('a score is read, listed with its run, and gone once it is deleted; its key is free then', async () => {
    const { modelRuns, GET, POST, DELETE } = mock.client;
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
